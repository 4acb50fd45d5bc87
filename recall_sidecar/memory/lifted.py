"""Move the scored passages by what their author said of them, by the time that is asked about, and by what is named."""

import json
import sqlite3
from collections.abc import Sequence
from datetime import date
from itertools import accumulate
from typing import Final

from recall_sidecar.memory.asked import Asked, lift
from recall_sidecar.memory.exact import held, may_hold
from recall_sidecar.memory.importance import importance_part
from recall_sidecar.memory.port import ScorePart
from recall_sidecar.memory.reader import Snapshot
from recall_sidecar.memory.score import total
from recall_sidecar.memory.scored import Candidate, Scored
from recall_sidecar.memory.when import closeness

__all__ = ["lifted", "moved"]

# One row, instead of many: each row would hand the interpreter lock over and back. Texts stand as they are, with their
# lengths, for to write two hundred of them as JSON takes longer than all else here.
_SAID = """
SELECT json_group_array(p.id), json_group_array(p.date), json_group_array(length(CAST(p.text AS BLOB))),
    CAST(group_concat(p.text, ?2) AS BLOB)
FROM json_each(?1) wanted CROSS JOIN passage p ON p.id = wanted.value
"""
_BETWEEN: Final = "\n"


def moved(scored: Scored) -> Scored:
    """Return the candidates, moved by how important they were said to be; that is no evidence."""
    stated = scored.importance.keys() & {*scored.ids} if scored.importance else ()
    return scored.with_changed(
        _with(candidate, (*candidate.parts, *importance_part(candidate.score, candidate.importance)))
        for candidate in scored.some([*stated])
    )


def lifted(
    connection: sqlite3.Connection, asked: Asked, scored: Scored, snapshot: Snapshot | None = None
) -> Scored:
    """Return the candidates with the parts of their scores for the time and what else was named."""
    numbers_ = _to_be_read(asked, scored, snapshot) if asked.names else ()
    if not numbers_:
        return scored
    numbers, days, lengths, texts = connection.execute(_SAID, (json.dumps(numbers_), _BETWEEN)).fetchone()
    # Most questions name what nothing holds, and one look at all texts is cheaper than one at each.
    if not asked.spans and not may_hold(asked.needles, texts.decode()):
        return scored
    said = dict(
        zip(
            json.loads(numbers),
            zip(json.loads(days), _apart(texts, json.loads(lengths)), strict=True),
            strict=True,
        )
    )
    wanted = [number for number, (day, text) in said.items() if _is_asked_for(asked, day, text)]
    return scored.with_changed(
        _lift(candidate, asked, *said[candidate.id]) for candidate in scored.some(wanted)
    )


def _to_be_read(asked: Asked, scored: Scored, snapshot: Snapshot | None) -> Sequence[int]:
    """Return the candidates that may be of the time, or hold what is named: by their terms, where these are at hand."""
    words = [needle.words for needle in asked.needles]
    laid = snapshot and snapshot.laid
    if not laid or asked.spans or None in words:
        return scored.ids
    return laid.holding_all([each for each in words if each is not None], scored.ids)


def _apart(texts: bytes, lengths: list[int]) -> list[str]:
    ends = [0, *accumulate(length + len(_BETWEEN) for length in lengths)]
    return [texts[start : start + length].decode() for start, length in zip(ends, lengths, strict=False)]


def _is_asked_for(asked: Asked, said_on: str | None, text: str) -> bool:
    day = date.fromisoformat(said_on) if said_on and asked.spans else None
    return bool(closeness(asked.spans, day) or (may_hold(asked.needles, text) and held(asked.needles, text)))


def _lift(candidate: Candidate, asked: Asked, said_on: str | None, text: str) -> Candidate:
    day = date.fromisoformat(said_on) if said_on and asked.spans else None
    known = (ScorePart("evidence", candidate.evidence),)
    weight = total(lift(known, candidate.evidence, asked, day, text))
    parts = lift(candidate.parts, candidate.evidence, asked, day, text)
    return _with(candidate, parts)._replace(evidence=weight)


def _with(candidate: Candidate, parts: tuple[ScorePart, ...]) -> Candidate:
    return candidate._replace(score=total(parts), parts=parts)
