"""Find the passages that answer a query, in a reader's thread.

The query's rarest terms propose candidates from the full-text index, and the vectors that are nearest to its own; their
score is then computed exactly (memory/ranking.py). What the viewer may not see is outside the ranges that are searched, so it takes part in nothing: not in
the hits, not in counting how rare a word is.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from operator import itemgetter
from typing import TypeAlias

from recall_sidecar.memory.arranged import arranged
from recall_sidecar.memory.asked import Asked, lift
from recall_sidecar.memory.current import still_stands
from recall_sidecar.memory.echo import Question
from recall_sidecar.memory.exact import held
from recall_sidecar.memory.folders import Folder
from recall_sidecar.memory.importance import importance_part
from recall_sidecar.memory.misspelt import mended, nearest, worth_mending
from recall_sidecar.memory.port import Hit, Passage, ScorePart, Viewer
from recall_sidecar.memory.ranking import Candidate, ranked
from recall_sidecar.memory.score import WeighedQuery, Yardstick, total, weigh
from recall_sidecar.memory.terms import QueryTerm, query_terms
from recall_sidecar.memory.vectors import Meaning
from recall_sidecar.memory.visible import Range, Visible, visible
from recall_sidecar.memory.vocabulary import beginning_like
from recall_sidecar.memory.when import closeness, date_terms
from recall_sidecar.outcomes import Origin

__all__ = ["Found", "find", "measure_of", "passages_of", "yardstick"]

# Passages that proposing goes through; terms that would go past it only take part in the scores.
_MAX_POSTINGS = 1000
_MAX_CANDIDATES = 60
_MAX_NEAREST = 40
# Of the best possible weight, when candidates are chosen.
_DATE_WEIGHT = 0.25
# A text of many unknown words is of another language or matter, not misspelt.
_MAX_MENDED = 3
# Counting further would change no ranking and costs time.
_MAX_COUNT = 5000
# Passages that are read beyond the hits that are wanted, for those that turn out to be no hit.
_SPARE = 4
# One row of JSON each, instead of many rows: each row would hand the interpreter lock over and back.
_SAID = """
SELECT json_group_array(json_array(p.id, p.date, p.text))
FROM json_each(?) wanted CROSS JOIN passage p ON p.id = wanted.value
"""
_PLACED = """
SELECT json_group_array(json_array(
    p.id, f.folder_id, f.path,
    (SELECT count(*) FROM file other WHERE other.path = f.path AND other.folder_id IN (SELECT value FROM json_each(?2))),
    p.from_line, p.to_line, p.text, coalesce(p.origin, f.origin), f.visibility, p.heading, p.date
))
FROM json_each(?1) wanted CROSS JOIN passage p ON p.id = wanted.value JOIN file f ON f.id = p.file_id
"""

# A passage with its folder and the path of its file below that.
_Placed: TypeAlias = tuple[Folder, Passage, str]


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
    scored = _lifted(connection, asked, _moved(scored))
    strong = [candidate for candidate in scored if candidate.evidence >= min_score]
    ordered = arranged(connection, asked, strong, seen.folders, meaning)
    hits = _hits(connection, ordered, seen.folders, max_hits, asked)
    return Found(tuple(hits), sum(0 < candidate.evidence < min_score for candidate in scored))


def yardstick(
    connection: sqlite3.Connection, text: str, viewer: Viewer, folders: Sequence[Folder]
) -> Yardstick:
    """Return what measures text from elsewhere by what `viewer` may see of `folders`; see `find`."""
    connection.execute("BEGIN")
    return _weighed(connection, query_terms(text), visible(connection, viewer, folders))[1]


def measure_of(connection: sqlite3.Connection, terms: Sequence[QueryTerm], seen: Visible) -> Yardstick:
    """Return what `find` measures passages by that hold some of `terms`."""
    return _weighed(connection, terms, seen)[1]


def _weighed(
    connection: sqlite3.Connection, terms: Sequence[QueryTerm], seen: Visible
) -> tuple[dict[str, _Postings], Yardstick]:
    """Return where the terms stand, and what they weigh."""
    postings = (
        {term.text: _postings(connection, term.text, seen.ranges) for term in terms} if seen.ranges else {}
    )
    terms = _mended(connection, terms, postings, seen)
    query = weigh(terms, {term: found.count for term, found in postings.items()}, seen.corpus)
    return postings, Yardstick(query, seen.corpus)


def _mended(
    connection: sqlite3.Connection, terms: Sequence[QueryTerm], postings: dict[str, _Postings], seen: Visible
) -> Sequence[QueryTerm]:
    """Return `terms` with the nearest visible words beside those that nothing visible holds; add these to `postings`."""
    unknown = [
        term
        for term in terms
        if worth_mending(term) and term.text in postings and not postings[term.text].count
    ]
    found: dict[str, tuple[QueryTerm, ...]] = {}
    for term in unknown[:_MAX_MENDED]:
        for word in nearest(term.text, beginning_like(connection, term.text, seen.corpus.passages)):
            held = postings.get(word) or _postings(connection, word, seen.ranges)
            if held.count:
                postings[word] = held
                found[term.text] = mended(term, word)
                break
    asked = {term.text: term for term in terms}
    for each in (each for pair in found.values() for each in pair):
        # What is missing takes its place with what is left of its weight; a word that is asked for anyway keeps its own.
        asked[each.text] = each if each.text in found else asked.get(each.text, each)
    return list(asked.values())


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


def _moved(scored: list[Candidate]) -> list[Candidate]:
    """Return the candidates, best first, moved by how important they were said to be; that is no evidence."""
    if not any(candidate.importance for candidate in scored):
        return scored
    return _best_first(
        _with(candidate, (*candidate.parts, *importance_part(candidate.score, candidate.importance)))
        for candidate in scored
    )


def _lifted(connection: sqlite3.Connection, asked: Asked, scored: list[Candidate]) -> list[Candidate]:
    """Return the candidates, best first, with the parts of their scores for the time and what else was named."""
    if not asked.names:
        return scored
    listed = json.dumps([candidate.id for candidate in scored])
    stored = {
        number: (day, text)
        for number, day, text in json.loads(connection.execute(_SAID, (listed,)).fetchone()[0])
    }
    return _best_first(_lift(candidate, asked, *stored[candidate.id]) for candidate in scored)


def _lift(candidate: Candidate, asked: Asked, said_on: str | None, text: str) -> Candidate:
    day = date.fromisoformat(said_on) if said_on else None
    if not closeness(asked.spans, day) and not held(asked.needles, text):
        return candidate
    known = (ScorePart("evidence", candidate.evidence),)
    weight = total(lift(known, candidate.evidence, asked, day, text))
    parts = lift(candidate.parts, candidate.evidence, asked, day, text)
    return replace(_with(candidate, parts), evidence=weight)


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
    """Return the best hits; left out are what its file says no more, lines and texts already shown, and echoes of the question."""
    hits: list[Hit] = []
    shown: set[tuple[str, int] | str] = set()
    places: dict[int | None, str] = {}
    for candidate, (folder, passage, relative) in _with_passages(connection, candidates, folders, max_hits):
        if len(hits) == max_hits:
            break
        if folder.holds_talk and Question(asked.text).is_repeated_by(passage.text):
            continue
        place = f"{folder.root}/{relative}"
        lines = range(passage.from_line, passage.to_line + 1)
        marks: set[tuple[str, int] | str] = {passage.text, *((place, line) for line in lines)}
        if not shown & marks and still_stands(connection, candidate.id, folder, relative):
            # A newer passage stands before the older one, or its file is gone and it supersedes nothing.
            by = places.get(candidate.superseded_by, "")
            hits.append(Hit(passage, candidate.score, len(hits) + 1, candidate.parts, by))
            places[candidate.id] = f"{passage.path}:{passage.from_line}"
            shown |= marks
    return hits


def _with_passages(
    connection: sqlite3.Connection,
    candidates: Sequence[Candidate],
    folders: Mapping[int, Folder],
    max_hits: int,
) -> Iterator[tuple[Candidate, _Placed]]:
    """Yield each candidate with its passage, read some at a time, since few of them become hits."""
    for start in range(0, len(candidates), max_hits + _SPARE):
        some = candidates[start : start + max_hits + _SPARE]
        placed = passages_of(connection, [candidate.id for candidate in some], folders)
        yield from ((candidate, placed[candidate.id]) for candidate in some)


def passages_of(
    connection: sqlite3.Connection, passage_ids: Sequence[int], folders: Mapping[int, Folder]
) -> dict[int, _Placed]:
    """Return for each passage its folder, the passage, and its file's path below the folder."""
    rows = connection.execute(_PLACED, (json.dumps(passage_ids), json.dumps([*folders]))).fetchone()
    return {
        number: (
            folders[folder_id],
            Passage(
                number,
                folders[folder_id].name,
                # Another of the agent's folders may have the same path.
                f"{folders[folder_id].name}/{path}" if holders > 1 or folders[folder_id].shows_name else path,
                from_line,
                to_line,
                text,
                Origin(origin),
                visibility,
                heading,
                date.fromisoformat(day) if day else None,
            ),
            path,
        )
        for number, folder_id, path, holders, from_line, to_line, text, origin, visibility, heading, day in json.loads(
            rows[0]
        )
    }
