"""What a layout says of a folder: which of its files are memory, how far they may be trusted, and how they are read.

Paths are relative to the folder, with forward slashes. A layout decides by path alone: nothing a file says of itself makes
it more than it is.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from recall_sidecar.outcomes import Origin

__all__ = ["Layout", "Note", "is_below", "is_markdown", "never"]


@dataclass(frozen=True, slots=True)
class Note:
    """A file as it is searched.

    `text` has the lines of the file, some of them changed or emptied. `title` stands over all of its headings, with what
    else the note is found by; `day` is what it says it is about.
    """

    text: str
    title: str = ""
    day: date | None = None


def never(path: str) -> bool:  # noqa: ARG001 - one of the answers to a question about a path
    """Say no of every path."""
    return False


def _always(path: str) -> bool:  # noqa: ARG001 - as above
    return True


def _as_folder(path: str, origin: Origin) -> Origin:  # noqa: ARG001 - as above
    return origin


def _as_it_is(text: str, path: str) -> Note:  # noqa: ARG001 - as above
    return Note(text)


@dataclass(frozen=True, slots=True)
class Layout:
    """One way to keep memory in files.

    Attributes:
        holds: Whether the file at a path is memory. What machines keep beside notes (layouts/machine.py) has gone before.
        enters: Whether memory may stand below the folder at a path.
        origin: How far a file may be trusted, given what the folder's settings say of all; rules by path come after it.
        is_curated: Whether entries of the file may say when they speak up and how much they matter.
        note: Reads a file.
    """

    holds: Callable[[str], bool]
    enters: Callable[[str], bool] = _always
    origin: Callable[[str, Origin], Origin] = _as_folder
    is_curated: Callable[[str], bool] = never
    note: Callable[[str, str], Note] = _as_it_is


def is_markdown(path: str) -> bool:
    """Return whether a path names a Markdown file."""
    return path.casefold().endswith(".md")


def is_below(path: str, folder: str) -> bool:
    """Return whether a path is `folder` or below it; letter case is ignored, as some file systems do."""
    folded = path.casefold()
    return folded == folder or folded.startswith(f"{folder}/")
