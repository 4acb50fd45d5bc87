"""Putting the plugin into OpenClaw and taking it out: what is decided in pure modules, what is done beside them."""
