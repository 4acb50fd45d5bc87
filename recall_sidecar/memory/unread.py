"""Look for a fact in the files themselves, where the index has nothing that says it: why is it not memory?"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from recall_sidecar.masking import without_secrets
from recall_sidecar.memory import documents
from recall_sidecar.memory.beneath import Problem, walk
from recall_sidecar.memory.folders import Folder
from recall_sidecar.memory.standing import Unread, says

__all__ = ["Seen", "look_in_files"]

# Somebody waits for the answer: what lies beyond is not looked at.
_MAX_FILES: Final = 5000
_MAX_BYTES: Final = 32 * 1024 * 1024
_PARAGRAPH: Final = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*+•]|\d{1,3}[.)]|#{1,6})\s)")
_NEVER: Final = frozenset({".git", "node_modules", "__pycache__", ".venv"})
# What can be mended soonest first.
_ORDER: Final[tuple[Unread, ...]] = ("behind", "too_large", "masked", "not_memory")


@dataclass(frozen=True, slots=True)
class Seen:
    """The file that says it and why that is not memory; both empty when none does. `unreadable` files were not looked into."""

    file: str = ""
    why: Unread = ""
    unreadable: int = 0


def look_in_files(fact: str, folders: Sequence[Folder], max_file_bytes: int) -> Seen:
    """Return the file in `folders` that says `fact`. For a thread: it reads the files."""
    best, unreadable = Seen(), 0
    for folder, path in islice(_files(folders), _MAX_FILES):
        why = None if path is None else _why(fact, folder, path, max_file_bytes)
        if path is None or why is None:
            unreadable += 1
        elif why and (not best.why or _ORDER.index(why) < _ORDER.index(best.why)):
            best = Seen(f"{folder.root}/{path}", why)
    return Seen(best.file, best.why, unreadable)


def _files(folders: Sequence[Folder]) -> Iterator[tuple[Folder, str | None]]:
    """Yield every file beneath the folders, with None for what cannot be listed."""
    for folder in folders:
        for found in walk(folder.root, lambda path: path.rpartition("/")[2] not in _NEVER, lambda _: True):
            yield folder, None if isinstance(found, Problem) else found.path


def _why(fact: str, folder: Folder, path: str, max_file_bytes: int) -> Unread | None:
    """Return why a file that says it is not memory, empty when it does not say it, None when it cannot be read."""
    try:
        document = documents.read(folder.root, path, max_bytes=_MAX_BYTES)
    except OSError:
        return None
    if document is None or not document.is_text:
        return ""
    said = next((each for each in _PARAGRAPH.split(document.text) if says(each, fact)), None)
    if said is None:
        return ""
    if not folder.holds(path):
        return "not_memory"
    if len(document.text[: document.text.index(said)].encode()) > max_file_bytes:
        return "too_large"
    return "behind" if says(without_secrets(said), fact) else "masked"
