"""What runs inside OpenClaw: the plugin, and the files it is described by."""
