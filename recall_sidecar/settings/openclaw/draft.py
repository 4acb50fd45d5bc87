"""The settings being translated, and a note on every key that was looked at."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from recall_sidecar.errors import SettingsError
from recall_sidecar.settings.keys import Path, join, put
from recall_sidecar.settings.resolve import Layer, resolve

__all__ = ["LEFT_OUT", "Draft", "Note", "Translation", "mapping_at", "text_of"]

LEFT_OUT = "left out"
_EMPTY: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Note:
    """What was done with one key of OpenClaw's, and why when that is not plain. Never holds a key or a token."""

    key: str
    did: str
    why: str = ""

    def __str__(self) -> str:
        return f"{self.key}: {self.did}" + (f" ({self.why})" if self.why else "")


@dataclass(frozen=True, slots=True)
class Translation:
    """Settings as a TOML tree that loads without problems, and what was done with each key."""

    settings: dict[str, Any]
    notes: tuple[Note, ...]


class Draft:
    """Collects values that our settings accept; one that they refuse is left out with the reason."""

    def __init__(self) -> None:
        self.tree: dict[str, Any] = {}
        self.notes: list[Note] = []

    def put(self, key: str, path: Path, value: object, why: str = "") -> bool:
        """Set our key at `path` from OpenClaw's `key`; return whether the value is one that we take."""
        alone: dict[str, Any] = {}
        put(alone, path, value)
        try:
            resolve([Layer("OpenClaw", alone)])
        except SettingsError as error:
            self.leave(key, "; ".join(f"{join(path)} {problem.message}" for problem in error.problems))
            return False
        put(self.tree, path, value)
        self.note(key, f"{join(path)} = {_shown(value)}", why)
        return True

    def leave(self, key: str, why: str) -> None:
        """Say why OpenClaw's `key` has no effect here."""
        self.note(key, LEFT_OUT, why)

    def note(self, key: str, did: str, why: str = "") -> None:
        """Say what was done with OpenClaw's `key`."""
        self.notes.append(Note(key, did, why))


def mapping_at(config: Mapping[str, Any], *path: str) -> Mapping[str, Any]:
    """Return the object at `path` of an OpenClaw configuration, an empty one when there is none."""
    found: Any = config
    for part in path:
        found = found.get(part) if isinstance(found, Mapping) else None
    return found if isinstance(found, Mapping) else _EMPTY


def text_of(value: object) -> str | None:
    """Return `value` without surrounding white space when it is text that says something."""
    return value.strip() or None if isinstance(value, str) else None


def _shown(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str() if len(value) > 80 or "\n" in value:
            return f"text of {len(value)} characters"
        case str():
            return f'"{value}"'
        case list():
            return "[" + ", ".join(_shown(item) for item in value) + "]"
        case _:
            return str(value)
