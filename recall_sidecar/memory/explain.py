"""Why a search found what it found, and what it left out: looked up afterwards, for the few passages that are shown.

Nothing here takes part in a search, so a search that nobody asks about costs nothing more.
"""

import json
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import replace

from recall_sidecar.memory.asked import Asked
from recall_sidecar.memory.details import Known, details
from recall_sidecar.memory.folders import Folder
from recall_sidecar.memory.port import Explanation, Hit, LeftOut, Viewer
from recall_sidecar.memory.score import Yardstick, total
from recall_sidecar.memory.search import Found, measure_of
from recall_sidecar.memory.vectors import Meaning
from recall_sidecar.memory.visible import Visible, visible

__all__ = ["Look", "explained"]

# Searches again with another number of hits and another floor.
Look = Callable[[int, float], Found]
_MOST_LEFT_OUT = 20
_BEFORE_AND_AFTER = (-2, -1, 1)
# Counting further tells nobody more.
_MAX_COUNT = 5000


def explained(
    connection: sqlite3.Connection,
    asked: Asked,
    viewer: Viewer,
    folders: Sequence[Folder],
    meaning: Meaning | None,
    look: Look,
    asked_for: tuple[int, float],
) -> tuple[tuple[Hit, ...], Explanation]:
    """Return the hits of a search with the details of their parts, and what it left out and why.

    `asked_for` are the number of hits and the floor. How much is not visible at all is told to the owner alone, as a number.
    """
    found = _again(connection, look, *asked_for)
    left_out = _left_out(connection, found, look, asked_for[1])
    _anew(connection)
    seen = visible(connection, viewer, folders)
    measure = measure_of(connection, asked.terms, seen)

    def told(hit: Hit) -> Hit:
        known = _known(connection, hit, measure, meaning)
        said = details(measure, asked, hit.parts, known)
        return replace(hit, parts=tuple(part._replace(detail=said.get(part.name, "")) for part in hit.parts))

    is_owner = viewer.sender_is_owner is True and not viewer.is_guest
    return (
        tuple(told(hit) for hit in found),
        Explanation(
            tuple(replace(each, hit=told(each.hit)) for each in left_out),
            _hidden(connection, asked, seen) if is_owner else None,
        ),
    )


def _left_out(
    connection: sqlite3.Connection, found: Sequence[Hit], look: Look, min_score: float
) -> tuple[LeftOut, ...]:
    """Return what another limit or another floor would have shown; best first."""
    shown = {hit.passage.id for hit in found}
    room = len(found) + _MOST_LEFT_OUT
    strong = [hit for hit in _again(connection, look, room, min_score) if hit.passage.id not in shown]
    shown |= {hit.passage.id for hit in strong}
    weak = [hit for hit in _again(connection, look, room, 0.0) if hit.passage.id not in shown]
    floor = f"its evidence is below the floor of {min_score:.2f}"
    limit = f"it comes after the {len(found)} that are shown"
    told = [*(LeftOut(hit, limit) for hit in strong), *(LeftOut(hit, floor) for hit in weak)]
    return tuple(told[:_MOST_LEFT_OUT])


def _again(connection: sqlite3.Connection, look: Look, max_hits: int, min_score: float) -> tuple[Hit, ...]:
    _anew(connection)
    return look(max_hits, min_score).hits


def _anew(connection: sqlite3.Connection) -> None:
    # A search begins a snapshot of its own.
    if connection.in_transaction:
        connection.rollback()


def _known(connection: sqlite3.Connection, hit: Hit, measure: Yardstick, meaning: Meaning | None) -> Known:
    number = hit.passage.id
    beside = [_terms(connection, number + step, like=number) for step in _BEFORE_AND_AFTER]
    worth = [total(measure.measure(terms)) for terms in beside]
    row = connection.execute("SELECT importance FROM passage WHERE id = ?", (number,)).fetchone()
    cosines = {} if meaning is None else meaning.similarities(connection, [number])
    return Known(
        _terms(connection, number, like=number),
        hit.passage.text,
        hit.passage.date,
        cosines.get(number),
        None if row is None else row[0],
        (worth[0], worth[1], worth[2]),
    )


def _terms(connection: sqlite3.Connection, number: int, *, like: int) -> list[str]:
    """Return the terms of a passage, none when it stands in another file than `like`."""
    row = connection.execute(
        "SELECT w.terms FROM words w JOIN passage p ON p.id = w.rowid "
        "WHERE w.rowid = ? AND p.file_id = (SELECT file_id FROM passage WHERE id = ?)",
        (number, like),
    ).fetchone()
    return [] if row is None else row[0].split(" ")


def _hidden(connection: sqlite3.Connection, asked: Asked, seen: Visible) -> int:
    """Return how many passages hold a word of the question and may not be seen."""
    # Terms hold letters, digits and _ only; see memory/search.py.
    wanted = " OR ".join(f'"{term.text}"' for term in asked.terms)
    if not wanted:
        return 0
    outside = " AND ".join(
        f"NOT (rowid >= json_extract(?2, '$[{place}][0]') AND rowid < json_extract(?2, '$[{place}][1]'))"
        for place in range(len(seen.ranges))
    )
    where = f"words MATCH ?1 AND {outside}" if outside else "words MATCH ?1"
    statement = f"SELECT count(*) FROM (SELECT 1 FROM words WHERE {where} LIMIT ?3)"  # noqa: S608 - numbers alone
    row = connection.execute(statement, (wanted, json.dumps(seen.ranges), _MAX_COUNT)).fetchone()
    return int(row[0])
