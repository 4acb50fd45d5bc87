"""Translate a whole OpenClaw configuration, saying of each key what was done with it."""

from collections.abc import Mapping
from typing import Any

from recall_sidecar.settings.openclaw.active_memory import active_memory
from recall_sidecar.settings.openclaw.draft import Draft, Translation, mapping_at
from recall_sidecar.settings.openclaw.memory import memory
from recall_sidecar.settings.openclaw.models import models
from recall_sidecar.settings.openclaw.people import people
from recall_sidecar.settings.openclaw.roster import roster

__all__ = ["translate"]

_READ = frozenset({"agents", "channels", "commands", "memory", "models", "plugins", "session"})
_READ_OF_AGENT = frozenset({"id", "memory", "model", "workspace"})
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
    models(config, agents, draft)
    people(config, draft)
    for agent in agents:
        _others(agent.key, agent.entry, draft)
    _others("agents.defaults", mapping_at(config, "agents", "defaults"), draft)
    if others := sorted(set(config) - _READ):
        draft.leave(", ".join(others), _NOT_MEMORY)
    return Translation(draft.tree, tuple(dict.fromkeys(draft.notes)))


def _others(key: str, agent: Mapping[str, Any], draft: Draft) -> None:
    if others := sorted(set(agent) - _READ_OF_AGENT):
        draft.leave(f"{key}: {', '.join(others)}", _NOT_MEMORY)
