"""Find the passages that answer a query, in a reader's thread.

The query's rarest terms propose candidates from the full-text index, and the vectors that are nearest to its own; their
score is then computed exactly (memory/ranking.py). What the viewer may not see is outside the ranges that are searched, so it takes part in nothing: not in
the hits, not in counting how rare a word is.
"""

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from operator import itemgetter

from recall_sidecar.memory.asked import Asked, lift
from recall_sidecar.memory.beneath import is_file
from recall_sidecar.memory.echo import Question
from recall_sidecar.memory.folders import Folder
from recall_sidecar.memory.importance import importance_part
from recall_sidecar.memory.port import Hit, Passage, ScorePart, Viewer
from recall_sidecar.memory.ranking import Candidate, ranked
from recall_sidecar.memory.score import WeighedQuery, Yardstick, total, weigh
from recall_sidecar.memory.terms import QueryTerm, query_terms
from recall_sidecar.memory.vectors import Meaning
from recall_sidecar.memory.visible import Range, Visible, visible
from recall_sidecar.memory.when import date_terms
from recall_sidecar.outcomes import Origin

__all__ = ["Found", "find", "passage_of", "yardstick"]

# Passages that proposing goes through; terms that would go past it only take part in the scores.
_MAX_POSTINGS = 1000
_MAX_CANDIDATES = 60
_MAX_NEAREST = 40
# Of the best possible weight, when candidates are chosen.
_DATE_WEIGHT = 0.25
# Counting further would change no ranking and costs time.
_MAX_COUNT = 5000


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


def find(
    connection: sqlite3.Connection,
    asked: Asked,
    viewer: Viewer,
    folders: Sequence[Folder],
    *,
    max_hits: int,
    min_score: float,
    meaning: Meaning | None = None,
) -> Found:
    """Return what `viewer` may see of `folders`, which are all memory of its agent, and answers what is `asked`.

    `meaning` is that of the whole question; without it words alone decide. What was said in a conversation and only repeats
    the question is left out.
    """
    # One snapshot for all that follows; whoever runs the job ends the transaction.
    connection.execute("BEGIN")
    seen = visible(connection, viewer, folders)
    if not (asked.terms or asked.spans) or not seen.ranges:
        return Found(())
    postings, measure = _weighed(connection, asked.terms, seen)
    proposed = {*_candidates(measure.query, postings, _dated(connection, asked, seen.ranges))}
    if meaning is not None:
        proposed |= {*meaning.nearest(connection, seen.ranges, _MAX_NEAREST)}
    scored = ranked(connection, measure, proposed, meaning)
    scored = _lifted(connection, asked, _moved(connection, scored))
    strong = [candidate for candidate in scored if candidate.evidence >= min_score]
    hits = _hits(connection, strong, seen.folders, max_hits, asked)
    return Found(tuple(hits), sum(0 < candidate.evidence < min_score for candidate in scored))


def yardstick(
    connection: sqlite3.Connection, text: str, viewer: Viewer, folders: Sequence[Folder]
) -> Yardstick:
    """Return what measures text from elsewhere by what `viewer` may see of `folders`; see `find`."""
    connection.execute("BEGIN")
    return _weighed(connection, query_terms(text), visible(connection, viewer, folders))[1]


def _weighed(
    connection: sqlite3.Connection, terms: Sequence[QueryTerm], seen: Visible
) -> tuple[dict[str, _Postings], Yardstick]:
    """Return where the terms stand, and what they weigh."""
    postings = (
        {term.text: _postings(connection, term.text, seen.ranges) for term in terms} if seen.ranges else {}
    )
    query = weigh(terms, {term: found.count for term, found in postings.items()}, seen.corpus)
    return postings, Yardstick(query, seen.corpus)


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


def _moved(connection: sqlite3.Connection, scored: list[Candidate]) -> list[Candidate]:
    """Return the candidates, best first, moved by how important they were said to be; that is no evidence."""
    known = dict(
        connection.execute(
            "SELECT id, importance FROM passage WHERE importance IS NOT NULL AND id IN (SELECT value FROM json_each(?))",
            (json.dumps([candidate.id for candidate in scored]),),
        ).fetchall()
    )
    if not known:
        return scored
    return _best_first(
        _with(candidate, (*candidate.parts, *importance_part(candidate.score, known.get(candidate.id))))
        for candidate in scored
    )


def _lifted(connection: sqlite3.Connection, asked: Asked, scored: list[Candidate]) -> list[Candidate]:
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
        parts = lift(candidate.parts, candidate.evidence, asked, *stored[candidate.id])
        known = (ScorePart("evidence", candidate.evidence),)
        evidence = total(lift(known, candidate.evidence, asked, *stored[candidate.id]))
        lifted.append(replace(_with(candidate, parts), evidence=evidence))
    return _best_first(lifted)


def _with(candidate: Candidate, parts: tuple[ScorePart, ...]) -> Candidate:
    return replace(candidate, score=total(parts), parts=parts)


def _best_first(candidates: Iterable[Candidate]) -> list[Candidate]:
    return sorted(candidates, key=lambda candidate: (-candidate.score, -candidate.id))


def _hits(
    connection: sqlite3.Connection,
    candidates: Sequence[Candidate],
    folders: Mapping[int, Folder],
    max_hits: int,
    asked: Asked,
) -> list[Hit]:
    """Return the best hits; left out are files that are gone, lines and texts already shown, and echoes of the question."""
    hits: list[Hit] = []
    shown: set[tuple[str, int] | str] = set()
    for candidate in candidates:
        if len(hits) == max_hits:
            break
        folder, passage, relative = passage_of(connection, candidate.id, folders)
        if folder.holds_talk and Question(asked.text).is_repeated_by(passage.text):
            continue
        place = f"{folder.root}/{relative}"
        lines = range(passage.from_line, passage.to_line + 1)
        marks: set[tuple[str, int] | str] = {passage.text, *((place, line) for line in lines)}
        if not shown & marks and is_file(folder.root, relative):
            hits.append(Hit(passage, candidate.score, len(hits) + 1, candidate.parts))
            shown |= marks
    return hits


def passage_of(
    connection: sqlite3.Connection, passage_id: int, folders: Mapping[int, Folder]
) -> tuple[Folder, Passage, str]:
    """Return the folder of a passage, the passage, and its file's path below the folder."""
    row = connection.execute(
        "SELECT f.folder_id, f.path, p.from_line, p.to_line, p.text, coalesce(p.origin, f.origin), f.visibility, p.heading, p.date "
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


def _shown(connection: sqlite3.Connection, path: str, folder: Folder, folders: Mapping[int, Folder]) -> str:
    """Return `path`, with its folder's name in front when another of the agent's folders has the same path."""
    rows = connection.execute("SELECT folder_id FROM file WHERE path = ?", (path,)).fetchall()
    twice = sum(folder_id in folders for (folder_id,) in rows) > 1
    return f"{folder.name}/{path}" if twice or folder.shows_name else path
