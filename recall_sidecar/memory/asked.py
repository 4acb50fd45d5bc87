"""What a search text asks for besides its words: a time, and what it names to the letter.

A passage that fits gets a part of the score for it, from what its words left open: so a score stays within 0 and 1, its
parts add up to it, and a passage without a date loses nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from recall_sidecar.memory.exact import Needle, held, needles
from recall_sidecar.memory.port import ScorePart
from recall_sidecar.memory.preferences import asks_for_advice
from recall_sidecar.memory.terms import QueryTerm, query_terms
from recall_sidecar.memory.timewords.idle import is_idle
from recall_sidecar.memory.when import Span, closeness, resolve

__all__ = ["Asked", "ask", "lift"]

_DATE_SHARE: Final = 0.25
# Nothing but a time is asked for: above the default floor within the time, below it half-way out of its margin.
_DATE_ALONE: Final = 0.35
# A passage of the right day that has less in common with the question gets less: a day is no evidence for a matter.
_ENOUGH: Final = 0.2
_EXACT_SHARE: Final = 0.2


@dataclass(frozen=True, slots=True)
class Asked:
    """A search text, taken apart, on the day it is asked.

    `is_when_only` says that it asks for nothing but a time, `wants_advice` that it asks what would suit somebody.
    """

    terms: tuple[QueryTerm, ...]
    spans: tuple[Span, ...] = ()
    needles: tuple[Needle, ...] = ()
    is_when_only: bool = False
    wants_advice: bool = False
    today: date = date.max
    half_life_days: int = 0
    text: str = ""

    @property
    def names(self) -> bool:
        """Whether it asks for more than its terms."""
        return bool(self.spans or self.needles)


def ask(text: str, today: date, half_life_days: int = 0) -> Asked:
    """Return what `text` asks for when it is said on the day `today`.

    `half_life_days` is how fast notes age; a question for a time wants what is of that time, however old.
    """
    when = resolve(text, today)
    is_when_only = bool(when.spans) and all(is_idle(term) for term in query_terms(when.beside))
    return Asked(
        query_terms(when.words),
        when.spans,
        needles(when.words),
        is_when_only,
        asks_for_advice(text),
        today,
        0 if when.spans else half_life_days,
        text,
    )


def lift(
    parts: Sequence[ScorePart], evidence: float, asked: Asked, day: date | None, text: str
) -> tuple[ScorePart, ...]:
    """Return the parts of the score of a passage about `day` that reads `text`, with those for what was asked.

    `evidence` is what it has in common with the question, 0 to 1.
    """
    lifted = tuple(parts)
    near = closeness(asked.spans, day)
    if near:
        share = _DATE_ALONE if asked.is_when_only else _DATE_SHARE * min(evidence / _ENOUGH, 1.0)
        lifted = _with(lifted, "date", share * near)
    exact = held(asked.needles, text)
    return _with(lifted, "exact", _EXACT_SHARE * exact) if exact else lifted


def _with(parts: tuple[ScorePart, ...], name: str, share: float) -> tuple[ScorePart, ...]:
    """Add a part that is `share` of what the others leave open."""
    open_share = max(1.0 - sum(part.value for part in parts), 0.0)
    return (*parts, ScorePart(name, share * open_share))
