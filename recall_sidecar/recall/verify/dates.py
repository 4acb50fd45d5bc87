"""Whether a time may be one that a passage means, which is of a certain day.

"Last Friday" in a note of 2026-03-10 is 2026-03-06, and "next month" in it is April.
"""

from datetime import date, timedelta
from functools import lru_cache
from typing import Final, NamedTuple

from recall_sidecar.memory.timewords.grammar import readings
from recall_sidecar.memory.timewords.spans import Span, relative
from recall_sidecar.recall.verify.moments import Moment, named, sensed, to_come

__all__ = ["Times", "times"]

_WEEK: Final = timedelta(7)


class Times(NamedTuple):
    """The times that a passage names, those that it means by them, and its own day."""

    named: tuple[Moment, ...]
    spans: tuple[Span, ...]
    day: date | None

    def hold(self, asked: Moment) -> bool:
        """Return whether `asked` may be one of these times."""
        if asked.relation:
            return any(asked.relation == one.relation for one in self.named) or self._holds_relation(
                asked.relation
            )
        return (
            any(_same(asked, one) for one in self.named)
            or any(_within(asked, span) for span in self.spans)
            or (self.day is not None and self._is_of(asked, self.day))
        )

    def _is_of(self, asked: Moment, day: date) -> bool:
        """Return whether the passage's own day is meant; a weekday is not, where the passage names another."""
        if asked.weekday is not None and any(one.weekday is not None for one in self.named):
            return False
        return _within(asked, Span(day, day, "day"))

    def _holds_relation(self, relation: str) -> bool:
        """Return whether a relative time is another name for one that is meant here, seen from the passage's day."""
        if self.day is None:
            return False
        span = _of_relation(relation, self.day)
        return span is not None and any(
            one.first >= span.first and one.last <= span.last for one in self.spans
        )


def times(text: str, day: date | None) -> Times:
    """Return the times of a passage that is of that day."""
    plain, found = sensed(text)
    spans: list[Span] = []
    if day is not None:
        for reading, used in readings(found, day):
            spans.append(reading.span)
            if any(sense.kind == "weekday" for sense in used) and reading.span.precision == "day":
                # "Last Tuesday" is that of last week to some.
                spans.append(Span(reading.span.first - _WEEK, reading.span.last - _WEEK, "day"))
        spans.extend(
            span for span in (_of_relation(name, day) for name in to_come(plain)) if span is not None
        )
    return Times(tuple(named(found, plain)), tuple(spans), day)


@lru_cache(maxsize=512)
def _of_relation(relation: str, day: date) -> Span | None:
    unit, sign, number = relation.rpartition("+" if "+" in relation else "-")
    try:
        return relative(unit, int(sign + number), day)
    except (OverflowError, ValueError):
        return None


def _same(asked: Moment, told: Moment) -> bool:
    """Return whether both may be one time: they share a part, and none that both have differs."""
    parts = [
        (one, other)
        for one, other in zip(asked[:4], told[:4], strict=True)
        if one is not None and other is not None
    ]
    if not parts or any(one != other for one, other in parts):
        return False
    # A day that is asked for must be a day that is told, and so must a month.
    return not (asked.day is not None and told.day is None) and not (
        asked.month is not None and told.month is None
    )


def _within(asked: Moment, span: Span) -> bool:
    length = (span.last - span.first).days
    if asked.weekday is not None:
        return length <= 1 and any(asked.weekday == one.weekday() for one in (span.first, span.last))
    if asked.day is not None:
        if length > 8:
            return False
        days = (span.first + timedelta(number) for number in range(length + 1))
        return any(
            asked.day == one.day and asked.month in {None, one.month} and asked.year in {None, one.year}
            for one in days
        )
    if asked.month is not None:
        return length <= 62 and any(
            asked.month == one.month and asked.year in {None, one.year} for one in (span.first, span.last)
        )
    return asked.year in {span.first.year, span.last.year}
