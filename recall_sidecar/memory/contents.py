"""What the index says of itself: how much it holds, how often that changed, and how far it trusts a file."""

import sqlite3
from dataclasses import dataclass

from recall_sidecar.memory import documents
from recall_sidecar.memory.beneath import Entry
from recall_sidecar.memory.documents import Document
from recall_sidecar.memory.folders import Folder
from recall_sidecar.outcomes import Origin

__all__ = ["Known", "extent", "known_files", "origin_of", "revisions"]


@dataclass(frozen=True, slots=True)
class Known:
    """What the index has of a file."""

    id: int
    size: int
    mtime_ns: int
    inode: int
    digest: bytes
    problem: str
    origin: Origin

    def shows(self, entry: Entry, max_bytes: int) -> bool:
        """Whether it is what reading up to `max_bytes` of the file would give."""
        seen = (self.size, self.mtime_ns, self.inode) == (entry.size, entry.mtime_ns, entry.inode)
        return seen and documents.still_holds(self.problem, entry.size, max_bytes)

    def reads(self, document: Document) -> bool:
        """Whether it is what the file now holds."""
        return (self.digest, self.problem) == (document.digest, document.problem)


def known_files(connection: sqlite3.Connection, folder_id: int) -> dict[str, Known]:
    """Return what the index has of the files of a folder, by path."""
    rows = connection.execute(
        "SELECT path, id, size, mtime_ns, inode, digest, problem, origin FROM file WHERE folder_id = ?",
        (folder_id,),
    )
    return {
        path: Known(number, size, mtime_ns, inode, digest, problem, Origin(origin))
        for path, number, size, mtime_ns, inode, digest, problem, origin in rows
    }


def revisions(connection: sqlite3.Connection) -> dict[str, int]:
    """Return the revision of each folder by its key."""
    return dict(connection.execute("SELECT key, revision FROM folder").fetchall())


def origin_of(connection: sqlite3.Connection, folder: Folder, path: str) -> Origin:
    """Return how far a file is trusted as it is indexed, as its folder's rules say when it is not."""
    row = connection.execute(
        "SELECT origin FROM file WHERE path = ? AND folder_id = (SELECT id FROM folder WHERE key = ?)",
        (path, folder.key),
    ).fetchone()
    return folder.trust(path).origin if row is None else Origin(row[0])


def extent(connection: sqlite3.Connection) -> tuple[int, int]:
    """Return how many files and passages the index holds."""
    row = connection.execute("SELECT count(*), coalesce(sum(passages), 0) FROM file").fetchone()
    return int(row[0]), int(row[1])
