"""Find the passages that answer a query, in a reader's thread.

The query's rarest terms propose candidates from the full-text index; their score (memory/score.py) is then computed
exactly. What the viewer may not see is outside the ranges that are searched, so it takes part in nothing: not in
the hits, not in counting how rare a word is.
"""

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from operator import itemgetter

from recall_sidecar.memory.asked import Asked, lift
from recall_sidecar.memory.beneath import is_file
from recall_sidecar.memory.folders import Folder
from recall_sidecar.memory.importance import importance_part
from recall_sidecar.memory.port import Hit, Passage, ScorePart, Viewer
from recall_sidecar.memory.schema import id_range
from recall_sidecar.memory.score import Corpus, WeighedQuery, Yardstick, total, weigh
from recall_sidecar.memory.terms import QueryTerm, query_terms
from recall_sidecar.memory.when import date_terms
from recall_sidecar.outcomes import Origin

__all__ = ["Found", "Range", "find", "indexed", "passage_of", "yardstick"]

# Passages that proposing goes through; terms that would go past it only take part in the scores.
_MAX_POSTINGS = 1000
_MAX_CANDIDATES = 60
# Of the best possible weight, when candidates are chosen.
_DATE_WEIGHT = 0.25
# Counting further would change no ranking and costs time.
_MAX_COUNT = 5000

Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Found:
    """Hits, best first, and how many candidates were weaker than the floor."""

    hits: tuple[Hit, ...]
    below_floor: int = 0


@dataclass(frozen=True, slots=True)
class _Postings:
    """In how many passages a term stands, and in which; `ids` ends at `_MAX_POSTINGS`."""

    count: int
    ids: Sequence[int]


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A passage with its score, and what of it counts towards the floor: how important it is does not."""

    id: int
    score: float
    parts: tuple[ScorePart, ...]
    evidence: float


def find(
    connection: sqlite3.Connection,
    asked: Asked,
    viewer: Viewer,
    folders: Sequence[Folder],
    *,
    max_hits: int,
    min_score: float,
) -> Found:
    """Return what `viewer` may see of `folders`, which are all memory of its agent, and answers what is `asked`."""
    # One snapshot for all that follows; whoever runs the job ends the transaction.
    connection.execute("BEGIN")
    by_id = indexed(connection, folders)
    if not (asked.terms or asked.spans) or not by_id:
        return Found(())
    postings, measure = _weighed(connection, asked.terms, viewer, list(by_id))
    dated = _dated(connection, asked, _ranges(viewer, list(by_id)))
    scored = _scored(connection, measure, _candidates(measure.query, postings, dated))
    scored = _lifted(connection, asked, scored)
    strong = [candidate for candidate in scored if candidate.evidence >= min_score]
    hits = _hits(connection, strong, by_id, max_hits)
    return Found(tuple(hits), len(scored) - len(strong))


def yardstick(
    connection: sqlite3.Connection, text: str, viewer: Viewer, folders: Sequence[Folder]
) -> Yardstick:
    """Return what measures text from elsewhere by what `viewer` may see of `folders`; see `find`."""
    connection.execute("BEGIN")
    return _weighed(connection, query_terms(text), viewer, list(indexed(connection, folders)))[1]


def _weighed(
    connection: sqlite3.Connection, terms: Sequence[QueryTerm], viewer: Viewer, folder_ids: Sequence[int]
) -> tuple[dict[str, _Postings], Yardstick]:
    """Return where the terms stand, and what they weigh."""
    ranges = _ranges(viewer, folder_ids)
    corpus = _corpus(connection, folder_ids, _only(viewer))
    postings = {term.text: _postings(connection, term.text, ranges) for term in terms} if ranges else {}
    query = weigh(terms, {term: found.count for term, found in postings.items()}, corpus)
    return postings, Yardstick(query, corpus)


def _only(viewer: Viewer) -> str | None:
    """Return the one visibility that `viewer` may see, None for all."""
    return "shared" if viewer.chat == "shared" else None


def _ranges(viewer: Viewer, folder_ids: Sequence[int]) -> list[Range]:
    return [id_range(folder_id, _only(viewer)) for folder_id in folder_ids]


def indexed(connection: sqlite3.Connection, folders: Sequence[Folder]) -> dict[int, Folder]:
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


def _postings(connection: sqlite3.Connection, term: str, ranges: Sequence[Range]) -> _Postings:
    """Return in which visible passages `term` stands, the latest first."""
    further = (
        "SELECT count(*) FROM (SELECT 1 FROM words WHERE words MATCH ? AND rowid >= ? AND rowid < ? LIMIT ?)"
    )
    # Terms hold letters, digits and _ only; quotes keep FTS5 from reading one as AND, OR, NOT or NEAR.
    wanted = f'"{term}"'
    share = _MAX_POSTINGS // len(ranges)
    count = 0
    ids: list[int] = []
    for bounds in ranges:
        found = _latest(connection, wanted, bounds, share + 1)
        ids.extend(found[:share])
        if len(found) > share:
            count += connection.execute(further, (wanted, *bounds, _MAX_COUNT)).fetchone()[0]
        else:
            count += len(found)
    return _Postings(count, ids)


def _latest(connection: sqlite3.Connection, wanted: str, bounds: Range, limit: int) -> list[int]:
    # One row of JSON instead of a thousand rows: each row would hand the interpreter lock over and back.
    statement = (
        "SELECT json_group_array(rowid) FROM "
        "(SELECT rowid FROM words WHERE words MATCH ? AND rowid >= ? AND rowid < ? ORDER BY rowid DESC LIMIT ?)"
    )
    ids: list[int] = json.loads(connection.execute(statement, (wanted, *bounds, limit)).fetchone()[0])
    return ids


def _dated(connection: sqlite3.Connection, asked: Asked, ranges: Sequence[Range]) -> list[int]:
    """Return passages that may be about the time that is asked about, the latest first."""
    wanted = " OR ".join(f'"{term}"' for term in date_terms(asked.spans))
    share = _MAX_POSTINGS // len(ranges)
    return [each for bounds in ranges if wanted for each in _latest(connection, wanted, bounds, share)]


def _candidates(query: WeighedQuery, postings: dict[str, _Postings], dated: Sequence[int]) -> list[int]:
    """Return the passages that hold most of the query's rarest terms, as far as going through them is cheap.

    Those that are `dated` as asked are put before others that hold as much.
    """
    gathered: dict[int, float] = dict.fromkeys(dated, _DATE_WEIGHT * query.best)
    seen = 0
    for term in sorted(query.terms, key=lambda term: term.found_in):
        if seen and seen + len(postings[term.text].ids) > _MAX_POSTINGS:
            break
        seen += len(postings[term.text].ids)
        for passage_id in postings[term.text].ids:
            gathered[passage_id] = gathered.get(passage_id, 0.0) + term.weight
    # Among equals the later ones: within a folder they come from later notes.
    best = sorted(gathered.items(), key=itemgetter(1, 0), reverse=True)[:_MAX_CANDIDATES]
    return [passage_id for passage_id, _ in best]


def _scored(
    connection: sqlite3.Connection, measure: Yardstick, candidates: Sequence[int]
) -> list[_Candidate]:
    rows = connection.execute(
        "SELECT w.rowid, w.terms, p.importance FROM words w JOIN passage p ON p.id = w.rowid "
        "WHERE w.rowid IN (SELECT value FROM json_each(?))",
        (json.dumps(candidates),),
    )
    scored = []
    for passage_id, terms, importance in rows:
        words = measure.measure(terms.split(" "))
        parts = (*words, *importance_part(total(words), importance))
        scored.append(_Candidate(passage_id, total(parts), parts, total(words)))
    return sorted(scored, key=lambda candidate: (-candidate.score, -candidate.id))


def _lifted(connection: sqlite3.Connection, asked: Asked, scored: list[_Candidate]) -> list[_Candidate]:
    """Return the candidates, best first, with the parts of their scores for the time and what else was named."""
    if not asked.names:
        return scored
    rows = connection.execute(
        "SELECT id, date, text FROM passage WHERE id IN (SELECT value FROM json_each(?))",
        (json.dumps([candidate.id for candidate in scored]),),
    )
    stored = {passage_id: (date.fromisoformat(day) if day else None, text) for passage_id, day, text in rows}
    lifted = []
    for candidate in scored:
        parts = lift(candidate.parts, asked, *stored[candidate.id])
        added = total(parts) - candidate.score
        lifted.append(_Candidate(candidate.id, total(parts), parts, candidate.evidence + added))
    return sorted(lifted, key=lambda candidate: (-candidate.score, -candidate.id))


def _hits(
    connection: sqlite3.Connection, ranked: Sequence[_Candidate], folders: dict[int, Folder], max_hits: int
) -> list[Hit]:
    """Return the best hits; left out are files that are gone, lines already shown and texts already shown."""
    hits: list[Hit] = []
    shown: set[tuple[str, int] | str] = set()
    for candidate in ranked:
        if len(hits) == max_hits:
            break
        folder, passage, relative = passage_of(connection, candidate.id, folders)
        place = f"{folder.root}/{relative}"
        lines = range(passage.from_line, passage.to_line + 1)
        marks: set[tuple[str, int] | str] = {passage.text, *((place, line) for line in lines)}
        if not shown & marks and is_file(folder.root, relative):
            hits.append(Hit(passage, candidate.score, len(hits) + 1, candidate.parts))
            shown |= marks
    return hits


def passage_of(
    connection: sqlite3.Connection, passage_id: int, folders: dict[int, Folder]
) -> tuple[Folder, Passage, str]:
    """Return a passage of one of `folders`, the folder, and the file's path in it."""
    row = connection.execute(
        "SELECT f.folder_id, f.path, p.from_line, p.to_line, p.text, f.origin, f.visibility, p.heading, p.date "
        "FROM passage p JOIN file f ON f.id = p.file_id WHERE p.id = ?",
        (passage_id,),
    ).fetchone()
    folder_id, path, from_line, to_line, text, origin, visibility, heading, day = row
    folder = folders[folder_id]
    passage = Passage(
        passage_id,
        folder.name,
        _shown(connection, path, folder, folders),
        from_line,
        to_line,
        text,
        Origin(origin),
        visibility,
        heading,
        date.fromisoformat(day) if day else None,
    )
    return folder, passage, path


def _shown(connection: sqlite3.Connection, path: str, folder: Folder, folders: dict[int, Folder]) -> str:
    """Return `path`, with its folder's name in front when another of the agent's folders has the same path."""
    rows = connection.execute("SELECT folder_id FROM file WHERE path = ?", (path,)).fetchall()
    twice = sum(folder_id in folders for (folder_id,) in rows) > 1
    return f"{folder.name}/{path}" if twice else path
