"""Keys that hold for the whole daemon, so that `[agents.NAME]` cannot set them."""

from collections.abc import Mapping
from types import MappingProxyType

from recall_sidecar.settings.keys import Path

__all__ = ["SHARED", "why_shared"]

# A whole table or one key, and what to do instead.
SHARED: Mapping[Path, str] = MappingProxyType(
    {
        ("server",): "one daemon serves every agent; set it in [server]",
        ("gate", "agents"): "an agent does not list agents; write enabled = false in [agents.NAME.gate]",
        ("cache", "max_entries"): "one cache serves every agent; set it in [cache]",
        ("trace",): "one trace records every agent; set it in [trace]",
        ("memory", "folders"): "a folder names its agents itself: agents = [...] in [[memory.folders]]",
        ("memory", "max_file_bytes"): "one index serves every agent; set it in [memory]",
        ("memory", "watch"): "one index serves every agent; set it in [memory]",
        ("memory", "refresh_ms"): "one index serves every agent; set it in [memory]",
        ("memory", "mcp"): "a server names its agents itself: agents = [...] in [[memory.mcp]]",
        ("memory", "openclaw", "agents"): "the gateway's agents are listed once; set it in [memory.openclaw]",
        ("memory", "openclaw", "url"): "one gateway is asked for every agent; set it in [memory.openclaw]",
        ("memory", "openclaw", "config"): "one gateway is asked for every agent; set it in [memory.openclaw]",
        (
            "memory",
            "openclaw",
            "token_file",
        ): "one gateway is asked for every agent; set it in [memory.openclaw]",
        ("model", "providers"): "providers are shared; give it a name of its own in [model.providers]",
        ("model", "max_calls_per_hour"): "the limit is for all agents together; set it in [model]",
        ("model", "max_cost_per_day"): "the limit is for all agents together; set it in [model]",
        ("privacy",): "secrets are masked for every agent alike; set it in [privacy]",
    }
)


def why_shared(path: Path) -> str | None:
    """Return why an agent cannot set the key at `path` (counted from its own table), None when it can."""
    return next((why for shared, why in SHARED.items() if path[: len(shared)] == shared), None)
