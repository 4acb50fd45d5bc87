"""Whether a passage still stands in its file, asked in the moment it is to be quoted.

Between a change and the refresh that reads it, the index says what the file said before. A file that looks as it did when
it was read is believed; of any other the text is looked for.
"""

import sqlite3

from recall_sidecar.memory import documents
from recall_sidecar.memory.beneath import stat_of
from recall_sidecar.memory.documents import Document
from recall_sidecar.memory.folders import Folder, Trust
from recall_sidecar.memory.lines import numbered
from recall_sidecar.outcomes import Origin

__all__ = ["still_stands"]

# Each takes some ten milliseconds. What has moved within a larger file is not quoted until that has been read again.
_MAX_READ_BYTES = 8 * 1024 * 1024
_MAX_CUT_BYTES = 256 * 1024


def still_stands(connection: sqlite3.Connection, passage_id: int, folder: Folder, path: str) -> bool:
    """Return whether the file at `path` is there and still holds the passage, wherever in it."""
    now = stat_of(folder.root, path)
    if now is None:
        return False
    size, mtime_ns, inode, digest, origin, visibility, text, first, last = connection.execute(
        "SELECT f.size, f.mtime_ns, f.inode, f.digest, f.origin, f.visibility, p.text, p.from_line, p.to_line "
        "FROM passage p JOIN file f ON f.id = p.file_id WHERE p.id = ?",
        (passage_id,),
    ).fetchone()
    if (now.size, now.mtime_ns, now.inode) == (size, mtime_ns, inode):
        return True
    try:
        document = documents.read(folder.root, path, max_bytes=_MAX_READ_BYTES)
    except OSError:
        return False
    if document is None:
        return False
    return document.digest == digest or _holds(
        document, folder, path, Trust(Origin(origin), visibility), text, (first, last)
    )


def _holds(
    document: Document, folder: Folder, path: str, trust: Trust, text: str, stood: tuple[int, int]
) -> bool:
    """Whether `text` is a passage of the document: in its old lines, or anywhere in a small document or a conversation."""
    lines = numbered(document.text)[stood[0] - 1 : stood[1]]
    if any(text == chunk.text for chunk in folder.chunks("\n".join(lines), path, trust)):
        return True
    is_small = folder.holds_talk or document.size <= _MAX_CUT_BYTES
    return is_small and any(text == chunk.text for chunk in folder.chunks(document.text, path, trust))
