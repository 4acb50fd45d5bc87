"""Translate a whole OpenClaw configuration, saying of each key what was done with it."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from recall_sidecar.settings.openclaw.active_memory import active_memory
from recall_sidecar.settings.openclaw.draft import Draft, Translation, mapping_at
from recall_sidecar.settings.openclaw.gateway import gateway
from recall_sidecar.settings.openclaw.memory import memory
from recall_sidecar.settings.openclaw.models import models
from recall_sidecar.settings.openclaw.people import people
from recall_sidecar.settings.openclaw.roster import roster

__all__ = ["translate"]

_READ = frozenset({"agents", "channels", "commands", "gateway", "memory", "models", "plugins", "session"})
_READ_OF_AGENT = frozenset({"id", "memory", "memorySearch", "model", "workspace"})
_READ_OF_TABLE: Mapping[tuple[str, ...], frozenset[str]] = MappingProxyType(
    {
        ("agents",): frozenset({"defaults", "entries", "list"}),
        ("agents", "defaults"): _READ_OF_AGENT,
        ("commands",): frozenset({"ownerAllowFrom"}),
        ("gateway",): frozenset({"auth", "port", "tls"}),
        ("plugins",): frozenset({"enabled", "entries", "slots"}),
        ("plugins", "entries"): frozenset({"active-memory"}),
        ("session",): frozenset({"dmScope", "mainKey"}),
    }
)
_NOT_MEMORY = "not about memory"


def translate(config: Mapping[str, Any]) -> Translation:
    """Translate `config`, with its includes already in place.

    Returns:
        Settings that load without problems, and notes. A value that our settings do not accept is left out with the
        reason; no key, token or other secret is copied into either.
    """
    draft = Draft()
    active_memory(config, draft)
    agents = roster(config, draft)
    memory(config, agents, draft)
    gateway(config, agents, draft)
    models(config, agents, draft)
    people(config, draft)
    for agent in agents:
        _others(agent.key, agent.entry, _READ_OF_AGENT, draft)
    for path, known in _READ_OF_TABLE.items():
        _others(".".join(path), mapping_at(config, *path), known, draft)
    for name in mapping_at(config, "channels"):
        _others(f"channels.{name}", mapping_at(config, "channels", name), frozenset({"allowFrom"}), draft)
    if others := sorted(set(config) - _READ):
        draft.leave(", ".join(others), _NOT_MEMORY)
    return Translation(draft.tree, tuple(dict.fromkeys(draft.notes)))


def _others(key: str, table: Mapping[str, Any], known: frozenset[str], draft: Draft) -> None:
    if others := sorted(set(table) - known):
        draft.leave(f"{key}: {', '.join(others)}", _NOT_MEMORY)
