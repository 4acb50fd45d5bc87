"""Which projects an entry of a note belongs to, and which a turn is about.

```text
- Use the release helper. <!-- project: github.com/owner/repo -->
```

The form and its rules are OpenClaw's: an entry runs from its `- ` to the next one or to a heading, its comments may name
several keys with `;` between them, and it belongs to a turn that is about all of them. A comment that cannot be read keeps
its entry from every turn, so that a slip of the pen never shows one project's memory to another.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from recall_sidecar.memory.lines import numbered

__all__ = [
    "EVERYWHERE",
    "Keyed",
    "Projects",
    "active",
    "is_hidden",
    "keyed",
    "listed",
    "projects_of",
    "scope_key",
    "seen_by",
]

Projects: TypeAlias = frozenset[str]
EVERYWHERE: Final[Projects] = frozenset()

# More keys, or a longer one, are a comment that cannot be read.
_MAX_KEYS: Final = 16
_MAX_CHARS: Final = 1024
_OPEN: Final = re.compile(r"<!--\s*project\s*:", re.IGNORECASE)
_CLOSE: Final = "-->"
_BEGINS_ENTRY: Final = re.compile(r"- |#{1,6}(?:\s|$)")
_UNREADABLE: Final = re.compile(r"[\r\n<>]")
# What JavaScript's `trim` takes off beside what `strip` does.
_BYTE_ORDER_MARK: Final = "\ufeff"


@dataclass(frozen=True, slots=True)
class Keyed:
    """The projects of each line of a text, by its number; None where nobody can say. Empty when no line has any."""

    lines: tuple[Projects | None, ...] = ()

    def within(self, first: int, last: int) -> Projects | None:
        """Return every project of the lines from `first` to `last`; None when one of them belongs nowhere."""
        found = EVERYWHERE
        for projects in self.lines[first - 1 : last]:
            if projects is None:
                return None
            found |= projects
        return found


def is_hidden(projects: Projects | None, active_projects: Projects) -> bool:
    """Return whether what belongs to `projects` is kept from a turn about `active_projects`."""
    return projects is None or not projects <= active_projects


def active(keys: Iterable[str]) -> Projects:
    """Return the projects that a turn with the `keys` of its host is about."""
    return frozenset(filter(None, map(_normal, keys)))


def keyed(text: str) -> Keyed:
    """Return the projects of each line of `text`, lines being counted as everywhere in memory."""
    if _OPEN.search(text) is None:
        return Keyed()
    found: list[Projects | None] = []
    for entry in _entries(text):
        projects = projects_of(entry)
        found += [projects] * sum(len(numbered(line)) for line in entry.split("\n"))
    return Keyed(tuple(found))


def projects_of(entry: str) -> Projects | None:
    """Return the projects that the comments of an entry name; None when one of them cannot be read."""
    found: set[str] = set()
    for mark in _OPEN.finditer(entry):
        end = entry.find(_CLOSE, mark.end())
        named = listed(entry[mark.end() : end]) if end >= 0 else None
        if named is None or len(found | named) > _MAX_KEYS:
            return None
        found |= named
    return frozenset(found)


def listed(keys: str) -> Projects | None:
    """Return the projects that `keys` lists with `;` between them; None when one of them is no key."""
    named = [_normal(key) for key in keys.split(";")]
    return None if None in named else frozenset(filter(None, named))


def seen_by(projects: Projects, text: str) -> str:
    """Return `text` with the lines of other projects emptied, as far as the text itself shows them."""
    known = keyed(text).lines
    lines = numbered(text)
    return (
        "\n".join("" if is_hidden(own, projects) else line for line, own in zip(lines, known, strict=True))
        if known
        else text
    )


def scope_key(folder_key: str, projects: Projects) -> str:
    """Return what identifies the entries of a folder that belong to `projects`; no text in a key can imitate another's."""
    return hashlib.sha256(json.dumps([folder_key, *sorted(projects)]).encode()).hexdigest()


def _entries(text: str) -> Iterator[str]:
    entry: list[str] = []
    for line in text.removesuffix("\n").split("\n"):
        if entry and _BEGINS_ENTRY.match(line):
            yield "\n".join(entry)
            entry = []
        entry.append(line)
    yield "\n".join(entry)


def _normal(key: str) -> str | None:
    """Return a key as it is compared: the host before the first slash in lower case, a path as it is."""
    trimmed = key.strip().strip(_BYTE_ORDER_MARK).strip()
    if not trimmed or len(trimmed) > _MAX_CHARS or _UNREADABLE.search(trimmed):
        return None
    host, slash, rest = trimmed.partition("/")
    if not slash or not host or trimmed.startswith("path:"):
        return trimmed
    return f"{host.lower()}/{rest}"
