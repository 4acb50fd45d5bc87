"""Arrange the passages that have enough evidence: what suits the question, what is newer, and nothing said twice.

Each reason is a part of the score, so what is shown explains the order; none is evidence, and nothing is left out.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import islice
from typing import Any, Final, Literal, NamedTuple

from recall_sidecar.memory.asked import Asked
from recall_sidecar.memory.compared import Compared
from recall_sidecar.memory.diversity import Said, may_repeat, repeats
from recall_sidecar.memory.folders import Folder, Trust
from recall_sidecar.memory.grievances import complaint_part
from recall_sidecar.memory.placed import Placed, Shelf
from recall_sidecar.memory.port import ScorePart
from recall_sidecar.memory.preferences import preference_part
from recall_sidecar.memory.recency import recency_part
from recall_sidecar.memory.score import total
from recall_sidecar.memory.scored import Candidate, best_first, merged
from recall_sidecar.memory.superseded import Dated, superseded
from recall_sidecar.outcomes import Origin

__all__ = ["Around", "arranged"]

# Twice what a turn shows; comparing all with all costs time.
_COMPARED: Final = 12
_TAKEN_APART: Final = 8
# What stands further behind would reach no hit.
_SUITED: Final = 30
# Of its score, and in any case more than what keeps it before the newer one.
_OLDER_SHARE: Final = 0.2
_JUST_BELOW: Final = 0.001


# One row of JSON, instead of many rows: each row would hand the interpreter lock over and back. What has no day does not age.
_AGED = """
SELECT json_group_array(json_array(p.id, p.date, coalesce(p.origin, f.origin), f.visibility, f.path, f.folder_id))
FROM json_each(?) wanted CROSS JOIN passage p ON p.id = wanted.value JOIN file f ON f.id = p.file_id
WHERE p.date IS NOT NULL
"""
_TEXTS = """
SELECT json_group_array(json_array(p.id, p.text))
FROM json_each(?) wanted CROSS JOIN passage p ON p.id = wanted.value
"""
_TERMS = """
SELECT json_group_array(json_array(w.rowid, w.terms)) FROM words w WHERE w.rowid IN (SELECT value FROM json_each(?))
"""


class _Aged(NamedTuple):
    """A passage that has a day, and what tells whether its file is curated."""

    day: str
    origin: str
    visibility: Literal["private", "shared"]
    path: str
    folder: int


@dataclass(frozen=True, slots=True)
class Around:
    """What a search has at hand: the folders of the viewer by number, passages, and how much they are alike."""

    folders: Mapping[int, Folder]
    shelf: Shelf
    compared: Compared


def arranged(
    connection: sqlite3.Connection, asked: Asked, strong: Iterable[Candidate], around: Around
) -> Iterator[Candidate]:
    """Yield the `strong` candidates, best first as they are, in their new order.

    Where passages have no vectors, their words tell how much they are alike. For a question that names a time nothing is out of date.
    """
    rest = iter(strong)
    suited = _suited(connection, [*islice(rest, _SUITED)], asked, around.folders)
    found = merged(suited, rest)
    compared = [*islice(found, _COMPARED)]
    placed = around.shelf.of([each.id for each in compared])
    compared = best_first(_complaint_lowered(each, placed[each.id]) for each in compared)
    if not asked.spans and len(compared) > 1:
        first, others = compared[:_TAKEN_APART], compared[_TAKEN_APART:]
        compared = best_first([*_older_marked(first, placed, asked), *others])
    return merged(best_first(_repeats_lowered(connection, compared, around.compared)), found)


def _suited(
    connection: sqlite3.Connection, found: list[Candidate], asked: Asked, folders: Mapping[int, Folder]
) -> list[Candidate]:
    """Return the candidates, best first, by what somebody who asks for advice prefers, and by their age."""
    if not found or not (asked.half_life_days or asked.wants_advice):
        return found
    listed = _listed(found)
    texts = dict(_rows(connection, _TEXTS, listed)) if asked.wants_advice else {}
    rows = _rows(connection, _AGED, listed) if asked.half_life_days else []
    aged = {number: _Aged(*rest) for number, *rest in rows}
    return best_first(_moved(each, texts.get(each.id), aged.get(each.id), asked, folders) for each in found)


def _moved(
    candidate: Candidate, text: str | None, aged: _Aged | None, asked: Asked, folders: Mapping[int, Folder]
) -> Candidate:
    parts = candidate.parts
    if text is not None:
        parts = (*parts, *preference_part(total(parts), text))
    if aged is not None:
        # What is curated takes a while to find out.
        trust = Trust(Origin(aged.origin), aged.visibility)
        if not folders[aged.folder].is_curated(aged.path, trust):
            parts = (
                *parts,
                *recency_part(total(parts), date.fromisoformat(aged.day), asked.today, asked.half_life_days),
            )
    return candidate if parts is candidate.parts else _with(candidate, parts)


def _complaint_lowered(candidate: Candidate, placed: Placed) -> Candidate:
    part = complaint_part(candidate.score, placed.passage.text)
    return _with(candidate, (*candidate.parts, *part)) if part else candidate


def _older_marked(found: list[Candidate], known: Mapping[int, Placed], asked: Asked) -> list[Candidate]:
    """Put each passage that a newer one supersedes below that one."""
    newer = superseded(
        [
            Dated(
                each.id,
                placed.passage.text,
                placed.passage.heading,
                placed.passage.date,
                placed.file,
                placed.passage.from_line,
                placed.passage.origin,
                placed.folder.holds_talk,
            )
            for each in found
            for placed in (known[each.id],)
        ],
        [term.text for term in asked.terms],
        asked.today,
    )
    scores = {each.id: each.score for each in found}

    def older(candidate: Candidate) -> Candidate:
        by = newer[candidate.id]
        lowered = max(min((1.0 - _OLDER_SHARE) * candidate.score, scores[by] - _JUST_BELOW), 0.0)
        part = ScorePart("older", lowered - candidate.score)
        return _with(candidate, (*candidate.parts, part))._replace(superseded_by=by)

    return [older(each) if each.id in newer else each for each in found]


def _repeats_lowered(
    connection: sqlite3.Connection, found: list[Candidate], compared: Compared
) -> list[Candidate]:
    """Lower what says again what a better one has said; an older fact is no repeat of the newer one."""
    current = [each for each in found if each.superseded_by is None]
    if len(current) < 2:
        return found
    numbers = [each.id for each in current]
    cosines = compared.between(numbers)
    # Most often it is the meanings alone that tell, and they tell of no repeat.
    if not may_repeat(numbers, cosines):
        return found
    terms = {
        number: frozenset(text.split(" ")) for number, text in _rows(connection, _TERMS, _listed(current))
    }
    lost = repeats([Said(each.id, each.score, terms[each.id]) for each in current], cosines)
    return [
        _with(each, (*each.parts, ScorePart("repeat", -lost[each.id]))) if each.id in lost else each
        for each in found
    ]


def _rows(connection: sqlite3.Connection, statement: str, listed: str) -> list[list[Any]]:
    rows: list[list[Any]] = json.loads(connection.execute(statement, (listed,)).fetchone()[0])
    return rows


def _listed(found: Iterable[Candidate]) -> str:
    return json.dumps([each.id for each in found])


def _with(candidate: Candidate, parts: tuple[ScorePart, ...]) -> Candidate:
    return candidate._replace(score=total(parts), parts=parts)
