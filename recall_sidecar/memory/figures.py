"""How much the index holds, counted in a reader's thread."""

import os
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from recall_sidecar.memory.folders import Folder
from recall_sidecar.memory.port import FolderStatus
from recall_sidecar.memory.schema import SIDE_FILES
from recall_sidecar.memory.seen import Seen

__all__ = ["Figures", "extent", "of", "revisions"]


@dataclass(frozen=True, slots=True)
class Figures:
    """The size of the index's files, and (files, passages) by the folder's key."""

    bytes_on_disk: int = 0
    by_folder: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    def folder(self, folder: Folder, seen: Seen) -> FolderStatus:
        """Return what is known of one folder."""
        files, passages = self.by_folder.get(folder.key, (0, 0))
        problems = seen.lines([(folder.key, folder.name, folder.root)])
        return FolderStatus(folder.name, folder.root, files, passages, problems=problems)


def of(connection: sqlite3.Connection, index_file: Path) -> Figures:
    """Return the figures of the index at `index_file`."""
    rows = connection.execute(
        "SELECT d.key, count(f.id), coalesce(sum(f.passages + "
        "(SELECT coalesce(sum(k.passages), 0) FROM keyed k WHERE k.file_id = f.id)), 0) "
        "FROM folder d LEFT JOIN file f ON f.folder_id = d.id WHERE d.base_id IS NULL GROUP BY d.id"
    ).fetchall()
    return Figures(
        sum(_size(f"{index_file}{side}") for side in SIDE_FILES),
        {key: (files, passages) for key, files, passages in rows},
    )


def revisions(connection: sqlite3.Connection) -> dict[str, int]:
    """Return the revision of each folder by its key."""
    return dict(connection.execute("SELECT key, revision FROM folder").fetchall())


def extent(connection: sqlite3.Connection) -> tuple[int, int]:
    """Return how many files and passages the index holds."""
    files, passages = connection.execute("SELECT count(*), coalesce(sum(passages), 0) FROM file").fetchone()
    (of_projects,) = connection.execute("SELECT coalesce(sum(passages), 0) FROM keyed").fetchone()
    return int(files), int(passages + of_projects)


def _size(file: str) -> int:
    try:
        return os.stat(file).st_size  # noqa: PTH116 - no path object is needed for one number
    except OSError:
        return 0
