"""What a viewer may see of the index, as ranges of passage numbers: the one place where visibility is decided for a search.

Every query is bounded by these ranges from within, so what lies outside takes part in nothing: not in the hits, not in
counting how rare a word is.
"""

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from recall_sidecar.memory.folders import Folder
from recall_sidecar.memory.port import Viewer
from recall_sidecar.memory.schema import id_range
from recall_sidecar.memory.score import Corpus

__all__ = ["Range", "Visible", "visible"]

Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Visible:
    """The ranges that may be searched, how much stands in them, and the folders they belong to by number."""

    ranges: tuple[Range, ...] = ()
    corpus: Corpus = field(default_factory=lambda: Corpus(0, 0))
    folders: Mapping[int, Folder] = field(default_factory=dict)


def visible(connection: sqlite3.Connection, viewer: Viewer, folders: Sequence[Folder]) -> Visible:
    """Return what `viewer` may see of `folders`, which are all memory of its agent."""
    known = _indexed(connection, folders)
    only = "shared" if viewer.chat == "shared" else None
    return Visible(
        tuple(id_range(folder_id, only) for folder_id in known), _corpus(connection, list(known), only), known
    )


def _indexed(connection: sqlite3.Connection, folders: Sequence[Folder]) -> dict[int, Folder]:
    """Return the folders that the index knows under their present rules."""
    found: dict[int, Folder] = {}
    for folder in folders:
        row = connection.execute("SELECT id FROM folder WHERE key = ?", (folder.key,)).fetchone()
        if row is not None:
            found.setdefault(row[0], folder)
    return found


def _corpus(connection: sqlite3.Connection, folder_ids: Sequence[int], only: str | None) -> Corpus:
    passages = terms = 0
    for folder_id in folder_ids:
        row = connection.execute(
            "SELECT coalesce(sum(passages), 0), coalesce(sum(terms), 0) FROM file "
            "WHERE folder_id = ? AND visibility = coalesce(?, visibility)",
            (folder_id, only),
        ).fetchone()
        passages += row[0]
        terms += row[1]
    return Corpus(passages, terms)
