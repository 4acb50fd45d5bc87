"""The memory of an OpenClaw gateway, asked through its own tools."""
