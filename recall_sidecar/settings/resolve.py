"""Merge the layers of settings and validate the whole, reporting every problem at once.

Later layers win key by key; a list is replaced whole. `[agents.NAME]` is laid over the merged tree and validated
as a tree of its own. Nothing is clamped, repaired or skipped.
"""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError

from recall_sidecar.errors import SettingsError, SettingsProblem
from recall_sidecar.ids import folded
from recall_sidecar.settings.complaints import describe, unknown_key
from recall_sidecar.settings.keys import AGENT_NAME, Path, flatten, join, put, split
from recall_sidecar.settings.shared import why_shared
from recall_sidecar.settings.tables import Settings

__all__ = ["DEFAULT", "Layer", "LoadedSettings", "resolve"]

DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class Layer:
    """Settings from one place: its values, and what to call the place of each.

    `places` may name a place for a key or for a table above it; `name` is used for the others.
    """

    name: str
    tree: Mapping[str, Any]
    places: Mapping[Path, str] = field(default_factory=dict)

    def place(self, path: Path) -> str:
        """Return where the value at `path` stands."""
        for length in range(len(path), 0, -1):
            if place := self.places.get(path[:length]):
                return place
        return self.name


@dataclass(frozen=True, slots=True)
class LoadedSettings:
    """Valid settings: the tree for everyone, one tree for each agent that has its own, and where values came from.

    `sources` holds the keys that are set; what is not in it has its default.
    """

    base: Settings
    agents: Mapping[str, Settings] = field(default_factory=dict)
    sources: Mapping[str, str] = field(default_factory=dict)

    def for_agent(self, agent_id: str) -> Settings:
        """Return the settings of that agent; ids are compared in lower case."""
        return self.agents.get(folded(agent_id), self.base)

    def source(self, key: str) -> str:
        """Return where the value of `key` came from, `default` when nobody set it.

        An agent's key that is not set for the agent has the source of the common key.
        """
        if key in self.sources:
            return self.sources[key]
        path = split(key)
        if path[0] == "agents" and len(path) > 2:
            return self.source(join(path[2:]))
        return DEFAULT


def resolve(layers: Sequence[Layer]) -> LoadedSettings:
    """Return the settings that `layers` make, the last of them winning.

    Raises:
        SettingsError: With every problem of every layer.
    """
    tree: dict[str, Any] = {}
    sources: dict[Path, str] = {}
    for layer in layers:
        _merge(tree, layer.tree)
        for path, _ in flatten(layer.tree):
            sources[path] = layer.place(path)

    agents, problems = _agent_trees(tree, sources)
    base, found = _validate(tree, (), tree, sources)
    problems += found
    trees: dict[str, Settings] = {}
    for name, own in agents.items():
        merged = deepcopy(tree)
        _merge(merged, own)
        settings, found = _validate(merged, ("agents", name), own, sources)
        problems += found
        if settings is not None:
            trees[name] = settings
    if base is None or problems:
        raise SettingsError(tuple(problems))
    return LoadedSettings(base, trees, {join(path): place for path, place in sources.items()})


def _merge(tree: dict[str, Any], over: Mapping[str, Any]) -> None:
    for name, value in over.items():
        below = tree.get(name)
        if isinstance(below, dict) and isinstance(value, Mapping):
            _merge(below, value)
        else:
            tree[name] = deepcopy(value)


def _agent_trees(
    tree: dict[str, Any], sources: Mapping[Path, str]
) -> tuple[dict[str, dict[str, Any]], list[SettingsProblem]]:
    """Take `[agents]` out of `tree`: what each agent may set, and what is wrong with the rest."""
    problems: list[SettingsProblem] = []
    kept: dict[str, dict[str, Any]] = {}
    agents = tree.pop("agents", {})
    if not isinstance(agents, dict):
        return {}, [
            _problem(("agents",), sources, "must hold tables, one for each agent: [agents.NAME.gate]")
        ]
    for name, own in agents.items():
        top = ("agents", name)
        if not AGENT_NAME.fullmatch(name):
            message = "is not an agent's id: lower-case letters, digits, - and _, at most 64"
            problems.append(_problem(top, sources, message))
        elif not isinstance(own, dict):
            problems.append(_problem(top, sources, "must be a table that holds tables: [agents.NAME.gate]"))
        else:
            kept[name] = {}
            for path, value in flatten(own):
                if (why := why_shared(path)) is not None:
                    problems.append(_problem(top + path, sources, f"cannot be set for one agent: {why}"))
                else:
                    put(kept[name], path, value)
    return kept, problems


def _validate(
    tree: Mapping[str, Any], top: Path, own: Mapping[str, Any], sources: Mapping[Path, str]
) -> tuple[Settings | None, list[SettingsProblem]]:
    """Validate `tree`; problems are told only of keys that stand in `own`, which lies at `top`."""
    try:
        return Settings.model_validate(tree), []
    except ValidationError as error:
        problems = []
        for fault in error.errors(include_url=False):
            path, inside = _key_of(fault["loc"], own)
            # What lies outside the agent's own keys is told once, of the common tree.
            if top and inside and isinstance(inside[0], str):
                continue
            key = top + path
            named = key + tuple(part for part in inside if isinstance(part, str))
            message = unknown_key(named) if fault["type"] == "extra_forbidden" else describe(fault, key)
            problems.append(_problem(key, sources, _within(inside) + message))
        return None, problems


def _key_of(loc: tuple[int | str, ...], own: Mapping[str, Any]) -> tuple[Path, tuple[int | str, ...]]:
    """Split a fault's place into the key that stands in `own` and what lies inside (or is missing from) its value."""
    tree: Any = own
    depth = 0
    while depth < len(loc) and isinstance(tree, Mapping) and loc[depth] in tree:
        tree = tree[loc[depth]]
        depth += 1
    return tuple(str(part) for part in loc[:depth]), loc[depth:]


def _within(inside: tuple[int | str, ...]) -> str:
    """Name a place inside a list: `item 2, path `."""
    # Pydantic's word for the name of an entry, as opposed to its value.
    words = [
        f"item {part + 1}" if isinstance(part, int) else part.replace("[key]", "its name") for part in inside
    ]
    return ", ".join(words) + " " if words else ""


def _problem(path: Path, sources: Mapping[Path, str], message: str) -> SettingsProblem:
    """Place a problem where its key is written; for a table, where its first key is; else where the table is."""
    below = (place for other, place in sources.items() if other[: len(path)] == path)
    above = (sources[path[:length]] for length in range(len(path), 0, -1) if path[:length] in sources)
    return SettingsProblem(join(path), next(below, None) or next(above, DEFAULT), message)
