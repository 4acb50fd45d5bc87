"""Where the passages of one file go in the index: those of a project into numbers of their own.

Each folder has a scope for every set of projects that its entries name. A scope is a row of `folder` like the folder
itself, so its passages have a range of numbers that only a viewer with those projects searches (memory/visible.py). The
file stays in the folder; how much of it stands in which scope is kept beside it.
"""

import json
import sqlite3
from dataclasses import dataclass

from recall_sidecar.memory.projects import EVERYWHERE, Projects, scope_key
from recall_sidecar.memory.schema import id_range

__all__ = ["FileScopes", "forget_empty"]


@dataclass(slots=True)
class _Extent:
    """The passages of a file in one scope: the next number, and how many passages and terms there are."""

    folder_id: int
    next_number: int
    passages: int = 0
    terms: int = 0


class FileScopes:
    """Gives the passages of one file their numbers; `done` stores how many there are."""

    def __init__(
        self, connection: sqlite3.Connection, folder_id: int, folder_key: str, visibility: str
    ) -> None:
        self._connection = connection
        self._folder_id = folder_id
        self._folder_key = folder_key
        self._visibility = visibility
        self._extents: dict[Projects, _Extent] = {}

    def number(self, projects: Projects) -> int:
        """Return the number of the next passage that belongs to `projects`."""
        extent = self._extents.get(projects)
        if extent is None:
            extent = self._extents[projects] = self._extent(projects)
        extent.passages += 1
        extent.next_number += 1
        return extent.next_number - 1

    def count(self, projects: Projects, terms: int) -> None:
        """Add the terms of a passage that was given a number."""
        self._extents[projects].terms += terms

    def done(self, file_id: int | None) -> int:
        """Store how much of the file stands in each scope, and return how many passages it has."""
        own = self._extents.pop(EVERYWHERE, _Extent(self._folder_id, 0))
        self._connection.execute(
            "UPDATE file SET passages = ?, terms = ? WHERE id = ?", (own.passages, own.terms, file_id)
        )
        self._connection.executemany(
            "INSERT INTO keyed(folder_id, file_id, visibility, passages, terms) VALUES (?, ?, ?, ?, ?)",
            [
                (extent.folder_id, file_id, self._visibility, extent.passages, extent.terms)
                for extent in self._extents.values()
            ],
        )
        return own.passages + sum(extent.passages for extent in self._extents.values())

    def _extent(self, projects: Projects) -> _Extent:
        folder_id = self._scope(projects) if projects else self._folder_id
        first, after = id_range(folder_id, self._visibility)
        newest = self._connection.execute(
            "SELECT max(id) FROM passage WHERE id >= ? AND id < ?", (first, after)
        ).fetchone()[0]
        return _Extent(folder_id, (newest or first) + 1)

    def _scope(self, projects: Projects) -> int:
        key = scope_key(self._folder_key, projects)
        self._connection.execute(
            "INSERT OR IGNORE INTO folder(key, base_id, projects) VALUES (?, ?, ?)",
            (key, self._folder_id, json.dumps(sorted(projects))),
        )
        return int(self._connection.execute("SELECT id FROM folder WHERE key = ?", (key,)).fetchone()[0])


def forget_empty(connection: sqlite3.Connection) -> None:
    """Forget the scopes in which nothing stands any more."""
    connection.execute(
        "DELETE FROM folder WHERE base_id IS NOT NULL AND id NOT IN (SELECT folder_id FROM keyed)"
    )
