"""When a question asks about: "last March", "vorgestern", "上周" as spans of days, by the turn's own clock.

Words that only mean something on the day they are said are taken out of the text that is searched for: a note that
says "yesterday" means another day. Months, weekdays and dates stay, for they stand in notes as well.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from recall_sidecar.memory.timewords.grammar import readings
from recall_sidecar.memory.timewords.senses import Sense, senses
from recall_sidecar.memory.timewords.spans import Precision, Span

__all__ = ["Span", "When", "closeness", "date_terms", "resolve"]

# A longer text is a paste, and its dates are not what is asked about.
_MAX_CHARS: Final = 2000
_MAX_SPANS: Final = 4
# How many days beside a span still count, less the further: the evening's note is written in the morning, and hosts
# and people are in different time zones.
_MARGIN: Final[dict[Precision, int]] = {"day": 1, "week": 3, "month": 7, "year": 7}
_MAX_DAY_TERMS: Final = 40


@dataclass(frozen=True, slots=True)
class When:
    """The times a text names, at most four.

    `words` is the text without relative times, `beside` what is left of it without any time.
    """

    words: str
    beside: str
    spans: tuple[Span, ...]


def resolve(text: str, today: date) -> When:
    """Return which times `text` names when it is said on the day `today`."""
    shown = unicodedata.normalize("NFKC", text[:_MAX_CHARS])[:_MAX_CHARS]
    spans: dict[Span, None] = {}
    relative: list[Sense] = []
    named: list[Sense] = []
    for reading, used in readings(senses(shown), today):
        if reading.span not in spans and len(spans) == _MAX_SPANS:
            break
        spans[reading.span] = None
        relative.extend(sense for sense in used if sense.kind in reading.relative)
        named.extend(used)
    if not spans:
        return When(text, text, ())
    rest = text[_MAX_CHARS:]
    return When(_without(shown, relative) + rest, _without(shown, named) + rest, tuple(spans))


def _without(text: str, taken: Sequence[Sense]) -> str:
    kept: list[str] = []
    behind = 0
    for sense in taken:
        kept.append(text[behind : sense.start])
        behind = sense.end
    return " ".join((*kept, text[behind:]))


def closeness(spans: Sequence[Span], day: date | None) -> float:
    """Return how near `day` is to the nearest of `spans`: 1 within, 0 outside its margin."""
    return max((_closeness(span, day) for span in spans), default=0.0) if day else 0.0


def date_terms(spans: Sequence[Span]) -> tuple[str, ...]:
    """Return index terms (`terms.date_tokens`) of which each passage of such a day holds at least one.

    Passages of other days may hold them too; `closeness` tells.
    """
    terms: dict[str, None] = {}
    for span in spans:
        length = (span.last - span.first).days + 1
        if length <= _MAX_DAY_TERMS:
            terms |= dict.fromkeys(f"{span.first + timedelta(day):%Y_%m_%d}" for day in range(length))
        else:
            terms |= dict.fromkeys(f"{year:04}" for year in range(span.first.year, span.last.year + 1))
    return tuple(terms)


def _closeness(span: Span, day: date) -> float:
    beside = max((span.first - day).days, (day - span.last).days, 0)
    return max(1.0 - beside / (_MARGIN[span.precision] + 1), 0.0)
