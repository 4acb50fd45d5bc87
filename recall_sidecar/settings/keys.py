"""Key paths: `gate.enabled`, `model.providers."llama.cpp".api_base`, `agents.main.recall.mode`.

A key path is a tuple of parts inside the program and TOML's dotted spelling for people.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias, get_args

from pydantic.fields import FieldInfo

from recall_sidecar.settings.models import ProviderSettings
from recall_sidecar.settings.table import Table
from recall_sidecar.settings.tables import Settings

__all__ = [
    "AGENT_NAME",
    "Path",
    "entry_names_at",
    "field_at",
    "flatten",
    "join",
    "names_at",
    "put",
    "split",
    "tables",
]

Path: TypeAlias = tuple[str, ...]

# The ids of OpenClaw's agents, and of every host's that has names of its own.
AGENT_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_PART = re.compile(r'(?:^|\.)(?:"((?:[^"\\]|\\.)*)"|([^.]*))')


def join(path: Path) -> str:
    """Spell `path` as TOML does, with quotes around a part that needs them."""
    return ".".join(part if _BARE.fullmatch(part) else '"' + _escape(part) + '"' for part in path)


def split(key: str) -> Path:
    """Return the parts of `key`; the inverse of `join`."""
    return tuple(
        re.sub(r"\\(.)", r"\1", match[1]) if match[1] is not None else match[2]
        for match in _PART.finditer(key)
    )


def flatten(tree: Mapping[str, Any], prefix: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield every value of `tree` with its path.

    A list of tables, an empty table and a table that is no table of ours are one value each.
    """
    for name, value in tree.items():
        path = (*prefix, name)
        if isinstance(value, Mapping) and value and _is_table(path):
            yield from flatten(value, path)
        else:
            yield path, value


def put(tree: dict[str, Any], path: Path, value: object) -> None:
    """Set the value at `path`, making the tables above it; something else in their place is replaced."""
    for part in path[:-1]:
        below = tree.get(part)
        if not isinstance(below, dict):
            below = tree[part] = {}
        tree = below
    tree[path[-1]] = value


def tables() -> Iterator[tuple[str, type[Table]]]:
    """Yield the tables of the tree with their names."""
    kinds = ((name, field.annotation) for name, field in Settings.model_fields.items())
    return ((name, kind) for name, kind in kinds if isinstance(kind, type) and issubclass(kind, Table))


def field_at(path: Path) -> FieldInfo | None:
    """Return the field that `path` names, below `[agents.NAME]` too; None for a table or an unknown key."""
    table = _table_at(path[:-1])
    return table.model_fields.get(path[-1]) if table is not None and path else None


def names_at(path: Path) -> tuple[str, ...]:
    """Return the keys that may stand in the table at `path`; none when it is no table of ours."""
    table = _table_at(path)
    if table is None:
        return ()
    return tuple(table.model_fields) + (("agents",) if table is Settings and not path else ())


def entry_names_at(path: Path) -> tuple[str, ...]:
    """Return the keys that may stand in each table of the list at `path`; none when it is no list of tables."""
    field = field_at(path)
    entry = next(iter(get_args(field.annotation)), None) if field is not None else None
    return tuple(entry.model_fields) if isinstance(entry, type) and issubclass(entry, Table) else ()


def _is_table(path: Path) -> bool:
    own = path[2:] if path[0] == "agents" else path
    return path == ("agents",) or own == ("model", "providers") or _table_at(path) is not None


def _table_at(path: Path) -> type[Table] | None:
    if len(path) >= 2 and path[0] == "agents":
        path = path[2:]
    if path[:2] == ("model", "providers"):
        return ProviderSettings if len(path) == 3 else None
    table: type[Table] = Settings
    for part in path:
        below = table.model_fields.get(part)
        if below is None or not (isinstance(below.annotation, type) and issubclass(below.annotation, Table)):
            return None
        table = below.annotation
    return table


def _escape(part: str) -> str:
    return part.replace("\\", "\\\\").replace('"', '\\"')
