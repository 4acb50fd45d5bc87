"""The aiohttp application: guard, handlers, wire models."""
