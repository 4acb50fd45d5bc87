"""MCP servers that tests start as child processes."""
