"""Hermes' memory: `MEMORY.md`, what the agent noted, and `USER.md`, what it knows of its user.

The folder is Hermes' home (`~/.hermes`), a profile's folder, or its `memories`. A profile is an agent of its own, so another
profile's folder is never entered. The agent writes both files through a tool, so both count as the agent's. Entries stand
between lines that hold nothing but a section sign.
"""

from typing import Final

from recall_sidecar.memory.layouts.port import Layout, Note

__all__ = ["LAYOUT"]

_FOLDER: Final = "memories"
_FILES: Final = frozenset({"memory.md", "user.md"})
_BETWEEN_ENTRIES: Final = "§"


def _enters(path: str) -> bool:
    return path.casefold() == _FOLDER


def _holds(path: str) -> bool:
    return path.casefold().rpartition("/")[2] in _FILES


def _note(text: str, path: str) -> Note:  # noqa: ARG001 - both are read alike
    lines = ("" if line.strip() == _BETWEEN_ENTRIES else line for line in text.split("\n"))
    return Note("\n".join(lines))


LAYOUT: Final = Layout(holds=_holds, enters=_enters, note=_note)
