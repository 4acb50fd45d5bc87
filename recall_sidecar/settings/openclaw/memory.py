"""Translate workspaces and `memory.*` into `[[memory.folders]]`."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from recall_sidecar.settings.openclaw.draft import Draft, mapping_at, text_of
from recall_sidecar.settings.openclaw.roster import Agent

__all__ = ["memory"]

# The last two are about transcripts; see gateway.py.
_SEARCH_KEYS = frozenset({"enabled", "extraPaths", "query", "rememberAcrossConversations", "sources"})
_WHY_NO_EMBEDDINGS = "how the index is built is our own; text goes to an embedding provider only where [memory.embedding] names one"


def memory(config: Mapping[str, Any], agents: Sequence[Agent], draft: Draft) -> None:
    """Translate where memory lives and how it is searched."""
    folders: dict[str, dict[str, Any]] = {}
    common = mapping_at(config, "memory", "search")
    for agent in agents:
        own = mapping_at(agent.entry, "memory", "search")
        if own.get("enabled", common.get("enabled")) is False:
            draft.leave(f"{agent.key}.workspace", "memory search is switched off for this agent")
            continue
        _add(folders, f"{agent.key}.workspace", agent.workspace, agent.id, "openclaw", draft)
        for key, search in (("memory.search", common), (f"{agent.key}.memory.search", own)):
            for name, path in _extra_paths(f"{key}.extraPaths", search.get("extraPaths"), agent, draft):
                _add(folders, name, path, agent.id, "plain", draft)
        _search(f"{agent.key}.memory.search", own, ("agents", agent.id), draft)
    if folders:
        draft.tree.setdefault("memory", {})["folders"] = list(folders.values())
    _search("memory.search", common, (), draft)
    for key in sorted(set(mapping_at(config, "memory")) - {"search"}):
        draft.leave(
            f"memory.{key}", "memory is read from files; other stores come through their own settings"
        )


def _add(
    folders: dict[str, dict[str, Any]], key: str, path: str, agent_id: str, layout: str, draft: Draft
) -> None:
    """Add a folder, or one more agent to a folder that is already there."""
    if path in folders:
        if agent_id not in folders[path]["agents"]:
            folders[path]["agents"].append(agent_id)
        draft.note(key, f"memory.folders: {path} for {', '.join(folders[path]['agents'])}")
        return
    folder = {"path": path, "agents": [agent_id], "layout": layout}
    trial = Draft()
    if trial.put(key, ("memory", "folders"), [folder]):
        folders[path] = folder
        draft.note(key, f"memory.folders: {path} for {agent_id}")
    else:
        draft.notes += trial.notes


def _extra_paths(key: str, value: object, agent: Agent, draft: Draft) -> Iterator[tuple[str, str]]:
    for number, item in enumerate(value if isinstance(value, list) else []):
        name = f"{key}[{number}]"
        path = text_of(item.get("path") if isinstance(item, Mapping) else item)
        if path is None:
            draft.leave(name, "no path")
        elif isinstance(item, Mapping) and item.get("pattern") is not None:
            draft.leave(
                name,
                "a pattern cannot be carried over without reading more; name a folder that holds only those files",
            )
        elif path.rstrip("/").endswith((".md", ".txt")):
            draft.leave(name, "a single file; name the folder that holds it")
        else:
            yield name, _below(agent.workspace, path)


def _search(key: str, search: Mapping[str, Any], top: tuple[str, ...], draft: Draft) -> None:
    query = mapping_at(search, "query")
    for name in query:
        if name == "maxResults":
            draft.put(f"{key}.query.maxResults", (*top, "memory", "max_hits"), query[name])
        else:
            draft.leave(f"{key}.query.{name}", "scores are of another scale here; see memory.min_score")
    for name in sorted(set(search) - _SEARCH_KEYS):
        draft.leave(f"{key}.{name}", _WHY_NO_EMBEDDINGS)


def _below(workspace: str, path: str) -> str:
    """Return `path` as OpenClaw resolves it: against the workspace unless it is absolute or below the home folder."""
    if path.startswith(("/", "~")):
        return path
    parts = workspace.rstrip("/").split("/")
    for part in path.split("/"):
        if part == ".." and len(parts) > 1:
            parts.pop()
        elif part not in {"", ".", ".."}:
            parts.append(part)
    return "/".join(parts)
