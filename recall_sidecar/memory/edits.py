"""What somebody wants written into memory or taken out of it, and what came of it."""

from dataclasses import dataclass
from datetime import date

from recall_sidecar.memory.folders import Folder

__all__ = ["Found", "Remembered", "ToForget", "ToRemember"]


@dataclass(frozen=True, slots=True)
class ToRemember:
    """What to write. `file` is below the agent's folder, or absolute within one; its curated file when empty."""

    text: str
    triggers: tuple[str, ...] = ()
    importance: int | None = None
    day: date | None = None
    file: str = ""


@dataclass(frozen=True, slots=True)
class Remembered:
    """Where the entry stands: the file on disk, its path below the folder, and its line. `is_new` is False when it stood there."""

    file: str
    path: str
    line: int
    is_new: bool = True


@dataclass(frozen=True, slots=True)
class ToForget:
    """What to forget: lines of a file, a file, or the conversations of a session. Lines count as a hit's do."""

    path: str = ""
    from_line: int | None = None
    to_line: int | None = None
    session_key: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """One thing to forget: all of a file, lines of a note, or turns of a conversation, with their text."""

    file: str
    path: str
    from_line: int
    to_line: int
    text: str
    is_whole: bool
    folder: Folder | None = None
    relative: str = ""
    turns: frozenset[str] = frozenset()
