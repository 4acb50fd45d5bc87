"""Score the passages that were proposed for a query exactly, with what stands around the best of them.

A neighbour in the same file is scored too: an answer stands beside its question, and often shares no word with it.
Neighbours have neighbouring numbers, and one file has one visibility, so nothing leaves what the viewer may see.
"""

import json
import sqlite3
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from recall_sidecar.memory.fusion import Around, evidence, fused
from recall_sidecar.memory.port import ScorePart
from recall_sidecar.memory.score import Yardstick, total
from recall_sidecar.memory.vectors import Meaning

__all__ = ["Candidate", "ranked"]

# Neighbours of weaker candidates would reach no hit and cost time.
_WITH_NEIGHBOURS = 30
_REACH = (-2, -1, 1, 2)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage with its score, the parts that add up to it, and what counts towards the evidence floor.

    `superseded_by` is a newer passage that says otherwise.
    """

    id: int
    score: float
    parts: tuple[ScorePart, ...]
    evidence: float
    superseded_by: int | None = None


_Words = dict[int, tuple[ScorePart, ...]]


def ranked(
    connection: sqlite3.Connection, measure: Yardstick, proposed: Collection[int], meaning: Meaning | None
) -> list[Candidate]:
    """Return the `proposed` passages and neighbours of the best, best first; later passages first among equals.

    Neighbours are among them when they have some evidence of their own.
    """
    words = _words(connection, measure, proposed)
    near = _similarities(connection, words, meaning)
    alone = {number: total(fused(parts, near.get(number), Around())) for number, parts in words.items()}
    best = sorted(alone, key=lambda number: (alone[number], number), reverse=True)[:_WITH_NEIGHBOURS]
    files = _files(connection, {number + step for number in best for step in (0, *_REACH)})
    beside = {
        number + step
        for number in best
        for step in _REACH
        if files.get(number + step, 0) == files[number] and number + step not in words
    }
    words |= _words(connection, measure, beside)
    near |= _similarities(connection, beside, meaning)
    worth = {number: total(parts) for number, parts in words.items()}
    found = [
        _candidate(number, parts, near.get(number), _around(number, worth, files))
        for number, parts in words.items()
    ]
    found = [candidate for candidate in found if candidate.id not in beside or candidate.evidence > 0]
    return sorted(found, key=lambda candidate: (-candidate.score, -candidate.id))


def _candidate(
    number: int, words: tuple[ScorePart, ...], similarity: float | None, around: Around
) -> Candidate:
    parts = fused(words, similarity, around)
    return Candidate(number, total(parts), parts, evidence(total(words), similarity))


def _around(number: int, worth: Mapping[int, float], files: Mapping[int, int]) -> Around:
    def beside(neighbour: int) -> float:
        same = number in files and files.get(neighbour) == files[number]
        return worth.get(neighbour, 0.0) if same else 0.0

    return Around(beside(number - 1), beside(number - 2), beside(number + 1))


def _words(connection: sqlite3.Connection, measure: Yardstick, passages: Collection[int]) -> _Words:
    rows = connection.execute(
        "SELECT rowid, terms FROM words WHERE rowid IN (SELECT value FROM json_each(?))", (_listed(passages),)
    )
    return {number: measure.measure(terms.split(" ")) for number, terms in rows}


def _similarities(
    connection: sqlite3.Connection, passages: Collection[int], meaning: Meaning | None
) -> dict[int, float]:
    return {} if meaning is None else meaning.similarities(connection, list(passages))


def _files(connection: sqlite3.Connection, passages: Collection[int]) -> dict[int, int]:
    return dict(
        connection.execute(
            "SELECT id, file_id FROM passage WHERE id IN (SELECT value FROM json_each(?))",
            (_listed(passages),),
        ).fetchall()
    )


def _listed(passages: Collection[int]) -> str:
    return json.dumps([*passages])
