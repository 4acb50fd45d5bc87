"""Move the scored passages by what their author said of them, by the time that is asked about, and by what is named."""

import json
import sqlite3
from collections.abc import Iterable
from datetime import date

from recall_sidecar.memory.asked import Asked, lift
from recall_sidecar.memory.exact import held, may_hold
from recall_sidecar.memory.importance import importance_part
from recall_sidecar.memory.port import ScorePart
from recall_sidecar.memory.ranking import Candidate
from recall_sidecar.memory.score import total
from recall_sidecar.memory.when import closeness

__all__ = ["lifted", "moved"]

# One row of JSON each, instead of many rows: each row would hand the interpreter lock over and back.
_SAID = """
SELECT json_group_array(json_array(p.id, p.date, p.text))
FROM json_each(?) wanted CROSS JOIN passage p ON p.id = wanted.value
"""


def moved(scored: list[Candidate]) -> list[Candidate]:
    """Return the candidates, best first, moved by how important they were said to be; that is no evidence."""
    if not any(candidate.importance for candidate in scored):
        return scored
    return _best_first(
        _with(candidate, (*candidate.parts, *importance_part(candidate.score, candidate.importance)))
        for candidate in scored
    )


def lifted(connection: sqlite3.Connection, asked: Asked, scored: list[Candidate]) -> list[Candidate]:
    """Return the candidates, best first, with the parts of their scores for the time and what else was named."""
    if not asked.names:
        return scored
    listed = json.dumps([candidate.id for candidate in scored])
    (said,) = connection.execute(_SAID, (listed,)).fetchone()
    if not asked.spans and not may_hold(asked.needles, said):
        return scored
    stored = {number: (day, text) for number, day, text in json.loads(said)}
    return _best_first([_lift(candidate, asked, *stored[candidate.id]) for candidate in scored])


def _lift(candidate: Candidate, asked: Asked, said_on: str | None, text: str) -> Candidate:
    day = date.fromisoformat(said_on) if said_on and asked.spans else None
    if not closeness(asked.spans, day) and not held(asked.needles, text):
        return candidate
    known = (ScorePart("evidence", candidate.evidence),)
    weight = total(lift(known, candidate.evidence, asked, day, text))
    parts = lift(candidate.parts, candidate.evidence, asked, day, text)
    return _with(candidate, parts)._replace(evidence=weight)


def _with(candidate: Candidate, parts: tuple[ScorePart, ...]) -> Candidate:
    return candidate._replace(score=total(parts), parts=parts)


def _best_first(candidates: Iterable[Candidate]) -> list[Candidate]:
    return sorted(candidates, key=lambda candidate: (-candidate.score, -candidate.id))
