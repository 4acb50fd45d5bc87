"""Passages with their files, read once for all that a search wants to know of them."""

import json
import sqlite3
from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple

from recall_sidecar.memory.folders import Folder
from recall_sidecar.memory.port import Passage
from recall_sidecar.outcomes import Origin

__all__ = ["Look", "Placed", "Shelf"]

# One row of JSON, instead of many rows: each row would hand the interpreter lock over and back.
_PLACED = """
SELECT json_group_array(json_array(
    p.id, p.file_id, f.folder_id, f.path,
    (SELECT count(*) FROM file other WHERE other.path = f.path AND other.folder_id IN (SELECT value FROM json_each(?2))),
    f.size, f.mtime_ns, f.inode,
    p.from_line, p.to_line, p.text, coalesce(p.origin, f.origin), f.visibility, p.heading, p.date
))
FROM json_each(?1) wanted CROSS JOIN passage p ON p.id = wanted.value JOIN file f ON f.id = p.file_id
"""


class Look(NamedTuple):
    """How a file looked when it was read."""

    size: int
    mtime_ns: int
    inode: int


class Placed(NamedTuple):
    """A passage with its folder, the number of its file, the file's path below the folder, and how that looked."""

    passage: Passage
    folder: Folder
    file: int
    path: str
    look: Look


class Shelf:
    """Reads passages of the snapshot that `connection` is in; `folders` are those of the viewer by number."""

    def __init__(self, connection: sqlite3.Connection, folders: Mapping[int, Folder]) -> None:
        self._connection = connection
        self._folders = folders
        self._listed = json.dumps([*folders])
        self._placed: dict[int, Placed] = {}

    def of(self, passage_ids: Sequence[int]) -> Mapping[int, Placed]:
        """Return what is known of these passages, and of all that were asked for before."""
        unknown = [number for number in passage_ids if number not in self._placed]
        if unknown:
            (rows,) = self._connection.execute(_PLACED, (json.dumps(unknown), self._listed)).fetchone()
            for number, file, folder_id, path, holders, size, mtime_ns, inode, *said in json.loads(rows):
                look = Look(size, mtime_ns, inode)
                passage = self._passage(number, self._folders[folder_id], path, holders, said)
                self._placed[number] = Placed(passage, self._folders[folder_id], file, path, look)
        return self._placed

    def _passage(self, number: int, folder: Folder, path: str, holders: int, said: list) -> Passage:  # type: ignore[type-arg]
        from_line, to_line, text, origin, visibility, heading, day = said
        return Passage(
            number,
            folder.name,
            # Another of the agent's folders may have the same path.
            f"{folder.name}/{path}" if holders > 1 or folder.shows_name else path,
            from_line,
            to_line,
            text,
            Origin(origin),
            visibility,
            heading,
            date.fromisoformat(day) if day else None,
        )
