"""Whether a passage still stands in its file, asked in the moment it is to be quoted.

Between a change and the refresh that reads it, the index says what the file said before. A file that looks as it did when
it was read is believed; of any other the text is looked for,
and whether it belongs to the same projects.
"""

import json
import sqlite3
from dataclasses import dataclass

from recall_sidecar.memory import documents
from recall_sidecar.memory.beneath import stat_of
from recall_sidecar.memory.documents import Document
from recall_sidecar.memory.folders import Folder, Trust
from recall_sidecar.memory.lines import numbered
from recall_sidecar.memory.placed import Placed
from recall_sidecar.memory.projects import Projects, keyed
from recall_sidecar.memory.schema import COUNTER_BITS
from recall_sidecar.outcomes import Origin

__all__ = ["still_stands"]

# Each takes some ten milliseconds. What has moved within a larger file is not quoted until that has been read again.
_MAX_READ_BYTES = 8 * 1024 * 1024
_MAX_CUT_BYTES = 256 * 1024
# The number of a passage begins with that of what it stands in, and one bit for who sees it.
_STORED = f"""
SELECT f.digest, f.origin, scope.projects
FROM passage p JOIN file f ON f.id = p.file_id JOIN folder scope ON scope.id = p.id >> {COUNTER_BITS + 1}
WHERE p.id = ?
"""  # noqa: S608 - a number


@dataclass(frozen=True, slots=True)
class _Kept:
    """A passage as the index has it."""

    text: str
    first: int
    last: int
    projects: Projects
    trust: Trust


def still_stands(connection: sqlite3.Connection, placed: Placed) -> bool:
    """Return whether the file is there and still holds the passage, wherever in it."""
    passage, folder, path = placed.passage, placed.folder, placed.path
    now = stat_of(folder.root, path)
    if now is None:
        return False
    if (now.size, now.mtime_ns, now.inode) == placed.look:
        return True
    digest, origin, keys = connection.execute(_STORED, (passage.id,)).fetchone()
    trust = Trust(Origin(origin), passage.visibility)
    kept = _Kept(passage.text, passage.from_line, passage.to_line, frozenset(json.loads(keys or "[]")), trust)
    try:
        document = documents.read(folder.root, path, max_bytes=_MAX_READ_BYTES)
    except OSError:
        return False
    if document is None:
        return False
    return document.digest == digest or _holds(document, folder, path, kept)


def _holds(document: Document, folder: Folder, path: str, kept: _Kept) -> bool:
    """Whether what was `kept` is a passage of the document: in its old lines, or anywhere in a small one or a conversation."""
    # Only the whole says which projects a line belongs to.
    if not (kept.projects or keyed(document.text).lines):
        lines = numbered(document.text)[kept.first - 1 : kept.last]
        if any(kept.text == chunk.text for chunk in folder.chunks("\n".join(lines), path, kept.trust)):
            return True
    is_small = folder.holds_talk or document.size <= _MAX_CUT_BYTES
    return is_small and any(
        (kept.text, kept.projects) == (chunk.text, chunk.projects)
        for chunk in folder.chunks(document.text, path, kept.trust)
    )
