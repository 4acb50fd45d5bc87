"""Arrange the passages that have enough evidence: what suits the question, what is newer, and nothing said twice.

Each reason is a part of the score, so what is shown explains the order; none is evidence, and nothing is left out.
"""

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final, Literal

from recall_sidecar.memory.asked import Asked
from recall_sidecar.memory.diversity import Said, may_repeat, repeats
from recall_sidecar.memory.folders import Folder, Trust
from recall_sidecar.memory.grievances import complaint_part
from recall_sidecar.memory.port import ScorePart
from recall_sidecar.memory.preferences import preference_part
from recall_sidecar.memory.ranking import Candidate
from recall_sidecar.memory.recency import recency_part
from recall_sidecar.memory.score import total
from recall_sidecar.memory.superseded import Dated, superseded
from recall_sidecar.memory.vectors import Meaning
from recall_sidecar.outcomes import Origin

__all__ = ["arranged"]

# Twice what a turn shows; comparing all with all costs time.
_COMPARED: Final = 12
_TAKEN_APART: Final = 8
# What stands further behind would reach no hit.
_SUITED: Final = 30
# Of its score, and in any case more than what keeps it before the newer one.
_OLDER_SHARE: Final = 0.2
_JUST_BELOW: Final = 0.001


@dataclass(frozen=True, slots=True)
class _Stored:
    """What is known of a passage."""

    day: date | None
    text: str
    heading: str
    file: int
    line: int
    origin: str
    visibility: Literal["private", "shared"]
    path: str
    folder: Folder

    @property
    def is_curated(self) -> bool:
        """Whether it stands in a curated file."""
        return self.folder.is_curated(self.path, Trust(Origin(self.origin), self.visibility))


def arranged(
    connection: sqlite3.Connection,
    asked: Asked,
    strong: Sequence[Candidate],
    folders: Mapping[int, Folder],
    meaning: Meaning | None = None,
) -> list[Candidate]:
    """Return the `strong` candidates, best first.

    `folders` are those of the viewer by number. `meaning` tells how much alike passages are, without it their words do. For a question that names a time nothing is out of date.
    """
    if not strong:
        return []
    found = list(strong)
    known = _stored(connection, found[:_SUITED], folders)
    if asked.half_life_days or asked.wants_advice:
        suited = (_suited(each, known[each.id], asked) for each in found[:_SUITED])
        found = _best_first([*suited, *found[_SUITED:]])
    compared = _best_first(_complaint_lowered(each, known[each.id]) for each in found[:_COMPARED])
    if not asked.spans and len(compared) > 1:
        first, others = compared[:_TAKEN_APART], compared[_TAKEN_APART:]
        compared = _best_first([*_older_marked(first, known, asked), *others])
    return _best_first([*_repeats_lowered(connection, compared, meaning), *found[_COMPARED:]])


def _suited(candidate: Candidate, known: _Stored, asked: Asked) -> Candidate:
    parts = candidate.parts
    if asked.wants_advice:
        parts = (*parts, *preference_part(total(parts), known.text))
    # What is curated takes a while to find out, and what has no day is no older than anything.
    if known.day is not None and asked.half_life_days and not known.is_curated:
        parts = (*parts, *recency_part(total(parts), known.day, asked.today, asked.half_life_days))
    return candidate if parts is candidate.parts else _with(candidate, parts)


def _complaint_lowered(candidate: Candidate, known: _Stored) -> Candidate:
    part = complaint_part(candidate.score, known.text)
    return _with(candidate, (*candidate.parts, *part)) if part else candidate


def _older_marked(found: list[Candidate], known: Mapping[int, _Stored], asked: Asked) -> list[Candidate]:
    """Put each passage that a newer one supersedes below that one."""
    newer = superseded(
        [
            Dated(
                each.id,
                stored.text,
                stored.heading,
                stored.day,
                stored.file,
                stored.line,
                Origin(stored.origin),
                stored.folder.holds_talk,
            )
            for each in found
            for stored in (known[each.id],)
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
    connection: sqlite3.Connection, found: list[Candidate], meaning: Meaning | None
) -> list[Candidate]:
    """Lower what says again what a better one has said; an older fact is no repeat of the newer one."""
    current = [each for each in found if each.superseded_by is None]
    if len(current) < 2:
        return found
    numbers = [each.id for each in current]
    cosines = {} if meaning is None else meaning.between(connection, numbers)
    # Most often it is the meanings alone that tell, and they tell of no repeat.
    if not may_repeat(numbers, cosines):
        return found
    rows = connection.execute(
        "SELECT rowid, terms FROM words WHERE rowid IN (SELECT value FROM json_each(?))", (_listed(current),)
    )
    terms = {number: frozenset(text.split(" ")) for number, text in rows}
    lost = repeats([Said(each.id, each.score, terms[each.id]) for each in current], cosines)
    return [
        _with(each, (*each.parts, ScorePart("repeat", -lost[each.id]))) if each.id in lost else each
        for each in found
    ]


def _stored(
    connection: sqlite3.Connection, found: Sequence[Candidate], folders: Mapping[int, Folder]
) -> dict[int, _Stored]:
    rows = connection.execute(
        "SELECT p.id, p.date, p.text, p.heading, p.file_id, p.from_line, coalesce(p.origin, f.origin), f.visibility, f.path, "
        "f.folder_id "
        "FROM passage p JOIN file f ON f.id = p.file_id WHERE p.id IN (SELECT value FROM json_each(?))",
        (_listed(found),),
    )
    return {
        number: _Stored(
            date.fromisoformat(day) if day else None,
            text,
            heading,
            file,
            line,
            origin,
            visibility,
            path,
            folders[folder],
        )
        for number, day, text, heading, file, line, origin, visibility, path, folder in rows
    }


def _listed(found: Iterable[Candidate]) -> str:
    return json.dumps([each.id for each in found])


def _with(candidate: Candidate, parts: tuple[ScorePart, ...]) -> Candidate:
    return candidate._replace(score=total(parts), parts=parts)


def _best_first(candidates: Iterable[Candidate]) -> list[Candidate]:
    return sorted(candidates, key=lambda each: (-each.score, -each.id))
