"""Translate workspaces and `memory.*` into `[[memory.folders]]`."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from recall_sidecar.settings.openclaw.draft import Draft, mapping_at, text_of
from recall_sidecar.settings.openclaw.roster import Agent

__all__ = ["memory"]

# The last two are about transcripts; see gateway.py.
_SEARCH_KEYS = frozenset({"enabled", "extraPaths", "query", "rememberAcrossConversations", "sources"})
_WHY_NO_EMBEDDINGS = "how the index is built is our own; no text goes to an embedding provider"
# Where a search is set for everyone and for one agent, by its older name and by its present one, which wins.
_EVERYONES = (
    ("agents.defaults.memorySearch", ("agents", "defaults", "memorySearch")),
    ("memory.search", ("memory", "search")),
)
_AN_AGENTS = (("memorySearch", ("memorySearch",)), ("memory.search", ("memory", "search")))
# What OpenClaw's globs know beyond `*`, `**` and `?`.
_OTHER_GLOB = re.compile(r"[\[\]{}!()]")
_NOT_CARRIED = "its pattern has more than *, ** and ?; name the files in memory.folders.only"


@dataclass(frozen=True, slots=True)
class _Place:
    """A folder to read, or those of its files that the glob `only` names."""

    path: str
    layout: str
    only: str = ""

    def __str__(self) -> str:
        return f"{self.path} ({self.only})" if self.only else self.path


_WHY_NO_EMBEDDINGS = "how the index is built is our own; text goes to an embedding provider only where [memory.embedding] names one"


def memory(config: Mapping[str, Any], agents: Sequence[Agent], draft: Draft) -> None:
    """Translate where memory lives and how it is searched."""
    folders: dict[_Place, dict[str, Any]] = {}
    everyones = [(key, mapping_at(config, *path)) for key, path in _EVERYONES]
    for agent in agents:
        own = [(f"{agent.key}.{key}", mapping_at(agent.entry, *path)) for key, path in _AN_AGENTS]
        if _last(table.get("enabled") for _, table in (*everyones, *own)) is False:
            draft.leave(f"{agent.key}.workspace", "memory search is switched off for this agent")
            continue
        _add(folders, f"{agent.key}.workspace", _Place(agent.workspace, "openclaw"), agent.id, draft)
        for key, table in (*everyones, *own):
            for name, place in _extra_paths(f"{key}.extraPaths", table.get("extraPaths"), agent, draft):
                _add(folders, name, place, agent.id, draft)
        for key, table in own:
            _search(key, table, ("agents", agent.id), draft)
    if folders:
        draft.tree.setdefault("memory", {})["folders"] = list(folders.values())
    for key, table in everyones:
        _search(key, table, (), draft)
    for key in sorted(set(mapping_at(config, "memory")) - {"search"}):
        draft.leave(
            f"memory.{key}", "memory is read from files; other stores come through their own settings"
        )


def _last(values: Iterable[object]) -> object:
    """Return the last value that is given, None when there is none."""
    return next((value for value in reversed([*values]) if value is not None), None)


def _add(folders: dict[_Place, dict[str, Any]], key: str, place: _Place, agent_id: str, draft: Draft) -> None:
    """Add a folder, or one more agent to a folder that is already there."""
    known = next((each for each in (place, _Place(place.path, "openclaw")) if each in folders), None)
    # Who may read some files of a workspace does not get the others with them.
    if known is not None and (known == place or not place.only):
        if agent_id not in folders[known]["agents"]:
            folders[known]["agents"].append(agent_id)
        draft.note(key, f"memory.folders: {known} for {', '.join(folders[known]['agents'])}")
        return
    folder: dict[str, Any] = {"path": place.path, "agents": [agent_id], "layout": place.layout}
    if place.only:
        folder["only"] = [place.only]
    trial = Draft()
    if trial.put(key, ("memory", "folders"), [folder]):
        folders[place] = folder
        draft.note(key, f"memory.folders: {place} for {agent_id}")
    else:
        draft.notes += trial.notes


def _extra_paths(key: str, value: object, agent: Agent, draft: Draft) -> Iterator[tuple[str, _Place]]:
    for number, item in enumerate(value if isinstance(value, list) else []):
        name = f"{key}[{number}]"
        path = text_of(item.get("path") if isinstance(item, Mapping) else item)
        pattern = text_of(item.get("pattern")) if isinstance(item, Mapping) else None
        if path is None:
            draft.leave(name, "no path")
            continue
        folder = _below(agent.workspace, path)
        if pattern is None and folder.rstrip("/").endswith((".md", ".txt")):
            folder, _, pattern = folder.rstrip("/").rpartition("/")
        if pattern is not None and _OTHER_GLOB.search(pattern):
            draft.leave(name, _NOT_CARRIED)
        else:
            yield name, _Place(folder or "/", "plain", (pattern or "").removeprefix("./"))


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
