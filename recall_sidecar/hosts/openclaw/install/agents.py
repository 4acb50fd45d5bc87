"""The agents that an OpenClaw configuration names: pure."""

from collections.abc import Iterator, Mapping
from typing import Any

from recall_sidecar.hosts.openclaw.install.changes import value_at

__all__ = ["agents_of"]


def agents_of(config: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    """Yield each agent's name and entry; nothing where OpenClaw is left to its one default agent."""
    entries = value_at(config, ("agents", "entries"))
    if isinstance(entries, Mapping):
        yield from ((str(name), entry) for name, entry in entries.items())
    listed = value_at(config, ("agents", "list"))
    for entry in listed if isinstance(listed, list) else []:
        yield str(value_at(entry, ("id",))), entry
