"""What the index has of a folder's files, and what stands in the folder: the two sides that a refresh compares."""

import sqlite3
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from recall_sidecar.memory import documents
from recall_sidecar.memory.beneath import Entry, Problem, walk
from recall_sidecar.memory.folders import Folder
from recall_sidecar.memory.places import WHOLE, grouped

__all__ = ["Known", "known", "walked"]


@dataclass(frozen=True, slots=True)
class Known:
    """What the index has of a file."""

    id: int
    size: int
    mtime_ns: int
    inode: int
    digest: bytes
    problem: str

    def shows(self, entry: Entry, max_bytes: int) -> bool:
        """Whether it is what reading up to `max_bytes` of the file would give."""
        seen = (self.size, self.mtime_ns, self.inode) == (entry.size, entry.mtime_ns, entry.inode)
        return seen and documents.still_holds(self.problem, entry.size, max_bytes)


def known(connection: sqlite3.Connection, folder_id: int, places: Collection[str]) -> dict[str, Known]:
    """Return by path what the index has of the folder at these places and beneath them."""
    columns = "SELECT path, id, size, mtime_ns, inode, digest, problem FROM file WHERE folder_id = ?"
    if WHOLE in places:
        rows = connection.execute(columns, (folder_id,)).fetchall()
    else:
        # Beneath a folder paths lie between its name with a slash and with the character after it.
        at = f"{columns} AND (path = ? OR (path > ? || '/' AND path < ? || '0'))"
        rows = [
            row
            for place in places
            for row in connection.execute(at, (folder_id, place, place, place)).fetchall()
        ]
    return {path: Known(*rest) for path, *rest in rows}


def walked(
    folder: Folder, places: Collection[str], entered: Callable[[str], object]
) -> Iterator[Entry | Problem]:
    """Yield what stands in the folder at these places and beneath them; `entered` is told each folder that is walked whole."""
    if WHOLE in places:
        yield from walk(folder.root, folder.enters, folder.holds, entered=entered)
        return
    for within, names in grouped(places).items():
        # What is hidden above a place hides it.
        if not within or folder.enters(within):
            yield from walk(
                folder.root, folder.enters, folder.holds, within=within, names=names, entered=entered
            )
