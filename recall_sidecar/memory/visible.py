"""What a viewer may see of the index, as ranges of passage numbers: the one place where visibility is decided for a search.

Every query is bounded by these ranges from within, so what lies outside takes part in nothing: not in the hits, not in
counting how rare a word is. The conversation that is being answered lies outside as well: it stands before the model.
"""

import json
import sqlite3
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from recall_sidecar.memory.folders import Folder
from recall_sidecar.memory.port import Viewer
from recall_sidecar.memory.projects import Projects
from recall_sidecar.memory.schema import id_range
from recall_sidecar.memory.score import Corpus

__all__ = ["Range", "Visible", "visible"]

Range = tuple[int, int]
# Each is searched on its own. Where conversations went on side by side for long, the smallest gaps between are not searched.
_MOST_RANGES = 16


@dataclass(frozen=True, slots=True)
class Visible:
    """The ranges that may be searched, how much stands in them, and the folders they belong to by number.

    `scopes` are the numbers whose ranges these are: the folders, and what in them belongs to the viewer's projects.
    """

    ranges: tuple[Range, ...] = ()
    corpus: Corpus = field(default_factory=lambda: Corpus(0, 0))
    folders: Mapping[int, Folder] = field(default_factory=dict)
    scopes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Hidden:
    """A file within a visible range that is left out: its passages, which follow each other, and its terms."""

    first: int
    after: int
    terms: int


def visible(connection: sqlite3.Connection, viewer: Viewer, folders: Sequence[Folder]) -> Visible:
    """Return what `viewer` may see of `folders`, which are all memory of its agent."""
    known = _indexed(connection, folders)
    only = "shared" if viewer.chat == "shared" else None
    scopes = (*known, *_of_projects(connection, known, viewer.projects))
    corpus = _corpus(connection, scopes, only)
    ranges: list[Range] = []
    passages, terms = corpus.passages, corpus.terms
    for scope in scopes:
        hidden = _hidden(connection, scope, known[scope], viewer) if scope in known else []
        around = _without(id_range(scope, only), hidden)
        ranges.extend(sorted(around, key=lambda each: each[0] - each[1])[:_MOST_RANGES])
        passages -= sum(each.after - each.first for each in hidden)
        terms -= sum(each.terms for each in hidden)
    return Visible(tuple(ranges), Corpus(passages, terms), known, scopes)


def _indexed(connection: sqlite3.Connection, folders: Sequence[Folder]) -> dict[int, Folder]:
    """Return the folders that the index knows under their present rules."""
    found: dict[int, Folder] = {}
    for folder in folders:
        row = connection.execute("SELECT id FROM folder WHERE key = ?", (folder.key,)).fetchone()
        if row is not None:
            found.setdefault(row[0], folder)
    return found


def _hidden(connection: sqlite3.Connection, folder_id: int, folder: Folder, viewer: Viewer) -> list[_Hidden]:
    """Return the files of a folder that are the conversation being answered, in the order of their passages."""
    if not folder.holds_talk:
        return []
    rows = connection.execute(
        "SELECT id, path, terms FROM file WHERE folder_id = ? AND path GLOB ?",
        (folder_id, folder.being_answered_glob(viewer)),
    ).fetchall()
    found = []
    for file_id, path, terms in rows:
        if folder.is_being_answered(path, viewer):
            first, last = connection.execute(
                "SELECT min(id), max(id) FROM passage WHERE file_id = ?", (file_id,)
            ).fetchone()
            if first is not None:
                found.append(_Hidden(first, last + 1, terms))
    return sorted(found, key=lambda each: each.first)


def _without(bounds: Range, hidden: Sequence[_Hidden]) -> Iterator[Range]:
    start, end = bounds
    for each in hidden:
        if start < each.first:
            yield start, each.first
        start = each.after
    if start < end:
        yield start, end


def _of_projects(
    connection: sqlite3.Connection, folder_ids: Collection[int], projects: Projects
) -> list[int]:
    """Return the scopes of the folders whose every project is one of `projects`."""
    if not projects:
        return []
    rows = connection.execute(
        "SELECT id, projects FROM folder WHERE base_id IN (SELECT value FROM json_each(?)) ORDER BY id",
        (json.dumps([*folder_ids]),),
    )
    return [scope for scope, keys in rows.fetchall() if projects.issuperset(json.loads(keys))]


def _corpus(connection: sqlite3.Connection, scopes: Sequence[int], only: str | None) -> Corpus:
    passages = terms = 0
    for scope in scopes:
        for table in ("file", "keyed"):
            row = connection.execute(
                f"SELECT coalesce(sum(passages), 0), coalesce(sum(terms), 0) FROM {table} "  # noqa: S608 - named above
                "WHERE folder_id = ? AND visibility = coalesce(?, visibility)",
                (scope, only),
            ).fetchone()
            passages += row[0]
            terms += row[1]
    return Corpus(passages, terms)
