"""Which hosts have called in since the start: the first question when memory stays quiet."""

from collections import Counter
from datetime import datetime

from aiohttp import web

__all__ = ["CALLS", "OWN_COMMAND_LINE", "HookCalls"]

# Host names come from requests; no caller can make the table grow without end.
_MAX_KEYS = 200
# What `recall-sidecar recall` calls itself.
OWN_COMMAND_LINE = "cli"


class HookCalls:
    """Counters of hook calls; `turns` counts by host and event, `kinds` by kind of session, `refused` by error code.

    `plugin_version` is that of OpenClaw's plugin, as its last turn said.
    """

    def __init__(self) -> None:
        self.events: Counter[tuple[str, str]] = Counter()
        self.kinds: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.last_at: datetime | None = None
        self.plugin_version: str | None = None

    def count(self, host: str, event: str, *, at: datetime, kind: str | None = None) -> None:
        """Count one call; `kind` is the kind of session it was about, where it was about one."""
        key = (host[:64], event)
        self.events[key if key in self.events or len(self.events) < _MAX_KEYS else ("other", event)] += 1
        if kind is not None:
            self.kinds[kind] += 1
        self.last_at = at

    def came_from(self, host: str, plugin_version: str | None) -> None:
        """Take note of the plugin that sent a turn."""
        if host == "openclaw" and plugin_version is not None:
            self.plugin_version = plugin_version

    def refuse(self, code: str) -> None:
        """Count one call that was turned away or failed."""
        self.refused[code] += 1

    @property
    def turns(self) -> int:
        """How many of them were turns."""
        return sum(
            count
            for (host, event), count in self.events.items()
            if event == "turn" and host != OWN_COMMAND_LINE
        )

    @property
    def total(self) -> int:
        """How many calls of hosts were taken; those of our own command line say nothing about a host."""
        return sum(count for (host, _), count in self.events.items() if host != OWN_COMMAND_LINE)


CALLS: web.AppKey[HookCalls] = web.AppKey("calls", HookCalls)
