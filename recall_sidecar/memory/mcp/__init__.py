"""MCP servers as memory: their search tools are asked beside the folders."""
