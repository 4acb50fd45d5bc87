"""Find the passages that answer a query, in a reader's thread.

The query's rarest terms propose candidates from the full-text index, and the vectors that are nearest to its own; their
score is then computed exactly (memory/ranking.py). What the viewer may not see is outside the ranges that are searched, so it takes part in nothing: not in
the hits, not in counting how rare a word is.
"""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from recall_sidecar.memory.arranged import Around, arranged
from recall_sidecar.memory.asked import Asked
from recall_sidecar.memory.folders import Folder
from recall_sidecar.memory.hits import hits_of
from recall_sidecar.memory.lifted import lifted, moved
from recall_sidecar.memory.mending import with_nearest
from recall_sidecar.memory.placed import Shelf
from recall_sidecar.memory.port import Hit, Viewer
from recall_sidecar.memory.postings import MAX_POSTINGS, Postings, latest, postings_of
from recall_sidecar.memory.ranking import Looking, ranked
from recall_sidecar.memory.reader import Snapshot, begin
from recall_sidecar.memory.score import WeighedQuery, Yardstick, weigh
from recall_sidecar.memory.terms import QueryTerm, query_terms
from recall_sidecar.memory.vectors import Meaning
from recall_sidecar.memory.visible import Range, Visible, visible
from recall_sidecar.memory.when import date_terms

__all__ = ["Found", "find", "measure_of", "yardstick"]

_MAX_CANDIDATES = 60
_MAX_NEAREST = 40
# Of the best possible weight, when candidates are chosen.
_DATE_WEIGHT = 0.25


@dataclass(frozen=True, slots=True)
class Found:
    """Hits, best first, and how many candidates were weaker than the floor."""

    hits: tuple[Hit, ...]
    below_floor: int = 0


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
    # One snapshot for all that follows.
    snapshot = begin(connection)
    seen = snapshot.once((viewer, *folders), lambda: visible(connection, viewer, folders))
    if not (asked.terms or asked.spans) or not seen.ranges:
        return Found(())
    postings, measure = _weighed(connection, asked.terms, seen, snapshot)
    proposed = {*_candidates(measure.query, postings, _dated(connection, asked, seen.ranges))}
    if meaning is not None:
        proposed |= {*meaning.nearest(connection, seen.ranges, _MAX_NEAREST, snapshot)}
    # What was named may still raise what is below the floor; nothing else does.
    found = ranked(
        Looking(connection, snapshot, measure, meaning), proposed, 0.0 if asked.names else min_score
    )
    scored = lifted(connection, asked, moved(found.found), snapshot)
    shelf = Shelf(connection, seen.folders)
    ordered = arranged(
        connection, asked, scored.above(min_score), Around(seen.folders, shelf, found.compared)
    )
    hits = hits_of(connection, ordered, shelf, max_hits, asked)
    return Found(tuple(hits), found.weak + scored.weaker(min_score))


def yardstick(
    connection: sqlite3.Connection, text: str, viewer: Viewer, folders: Sequence[Folder]
) -> Yardstick:
    """Return what measures text from elsewhere by what `viewer` may see of `folders`; see `find`."""
    snapshot = begin(connection)
    return _weighed(connection, query_terms(text), visible(connection, viewer, folders), snapshot)[1]


def measure_of(connection: sqlite3.Connection, terms: Sequence[QueryTerm], seen: Visible) -> Yardstick:
    """Return what `find` measures passages by that hold some of `terms`."""
    return _weighed(connection, terms, seen, None)[1]


def _weighed(
    connection: sqlite3.Connection,
    terms: Sequence[QueryTerm],
    seen: Visible,
    snapshot: Snapshot | None,
) -> tuple[dict[str, Postings], Yardstick]:
    """Return where the terms stand, and what they weigh."""
    postings = (
        {term.text: postings_of(connection, term.text, seen.ranges, snapshot) for term in terms}
        if seen.ranges
        else {}
    )
    terms = with_nearest(connection, terms, postings, seen, snapshot)
    query = weigh(terms, {term: found.count for term, found in postings.items()}, seen.corpus)
    return postings, Yardstick(query, seen.corpus)


def _dated(connection: sqlite3.Connection, asked: Asked, ranges: Sequence[Range]) -> list[int]:
    """Return passages that may be about the time that is asked about, the latest first."""
    wanted = " OR ".join(f'"{term}"' for term in date_terms(asked.spans))
    share = MAX_POSTINGS // len(ranges)
    return [each for bounds in ranges if wanted for each in latest(connection, wanted, bounds, share)]


def _candidates(query: WeighedQuery, postings: dict[str, Postings], dated: Sequence[int]) -> list[int]:
    """Return the passages that hold most of the query's rarest terms, as far as going through them is cheap.

    Those that are `dated` as asked are put before others that hold as much.
    """
    import numpy as np  # noqa: PLC0415 - 15 MB that only a search needs

    lists: list[Sequence[int]] = [[*dict.fromkeys(dated)]]
    worth = [_DATE_WEIGHT * query.best]
    seen = 0
    for term in sorted(query.terms, key=lambda term: term.found_in):
        ids = postings[term.text].ids
        if seen and seen + len(ids) > MAX_POSTINGS:
            break
        seen += len(ids)
        lists.append(ids)
        worth.append(term.weight)
    gathered = np.concatenate([np.array(ids, np.int64) for ids in lists])
    passages, places = np.unique(gathered, return_inverse=True)
    # Added up in their order, rarest first.
    sums = np.bincount(places, np.repeat(worth, [len(ids) for ids in lists]), len(passages))
    # Among equals the later ones: within a folder they come from later notes.
    best: list[int] = passages[np.lexsort((passages, sums))[: -_MAX_CANDIDATES - 1 : -1]].tolist()
    return best
