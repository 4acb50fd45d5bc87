"""The agents of an OpenClaw configuration: their ids, folders and own settings."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from recall_sidecar.settings.keys import AGENT_NAME
from recall_sidecar.settings.openclaw.draft import Draft, mapping_at, text_of

__all__ = ["Agent", "roster"]

_DEFAULT_WORKSPACE = "~/.openclaw/workspace"


@dataclass(frozen=True, slots=True)
class Agent:
    """One agent: `key` is where its entry stands in the configuration."""

    id: str
    key: str
    workspace: str
    entry: Mapping[str, Any]


def roster(config: Mapping[str, Any], draft: Draft) -> tuple[Agent, ...]:
    """Return the agents, with the workspace each of them has by OpenClaw's rules.

    Without entries there is one agent, `main`. A sole agent has the default workspace, one of several a folder of
    its own.
    """
    entries = _entries(config, draft)
    shared = text_of(mapping_at(config, "agents", "defaults").get("workspace"))
    if not entries:
        return (Agent("main", "agents.defaults", shared or _DEFAULT_WORKSPACE, {}),)
    return tuple(
        Agent(agent_id, key, _workspace(agent_id, entry, shared, alone=len(entries) == 1), entry)
        for agent_id, (key, entry) in entries.items()
    )


def _entries(config: Mapping[str, Any], draft: Draft) -> dict[str, tuple[str, Mapping[str, Any]]]:
    agents = mapping_at(config, "agents")
    found = {f"agents.entries.{name}": (name, entry) for name, entry in mapping_at(agents, "entries").items()}
    # Before entries, agents were a list of objects with an id.
    listed = agents.get("list")
    for number, entry in enumerate(listed if isinstance(listed, list) else []):
        name = entry.get("id") if isinstance(entry, Mapping) else None
        found[f"agents.list[{number}]"] = (str(name or ""), entry)
    kept: dict[str, tuple[str, Mapping[str, Any]]] = {}
    for key, (name, entry) in found.items():
        agent_id = name.strip().lower()
        if not AGENT_NAME.fullmatch(agent_id) or not isinstance(entry, Mapping):
            draft.leave(key, "not an agent with an id of letters, digits, - and _")
        else:
            kept.setdefault(agent_id, (key, entry))
    return kept


def _workspace(agent_id: str, entry: Mapping[str, Any], shared: str | None, *, alone: bool) -> str:
    if own := text_of(entry.get("workspace")):
        return own
    if alone:
        return shared or _DEFAULT_WORKSPACE
    return f"{shared.rstrip('/')}/{agent_id}" if shared else f"{_DEFAULT_WORKSPACE}-{agent_id}"
