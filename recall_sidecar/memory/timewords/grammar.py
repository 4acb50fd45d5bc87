"""Read senses (`timewords/senses.py`) as spans of days, counted from today.

People ask about what was: a month or weekday alone is the latest that has begun. What is to come, and what happens
every week, is read over.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from recall_sidecar.memory.timewords import spans
from recall_sidecar.memory.timewords.senses import AMBIGUOUS, Sense
from recall_sidecar.memory.timewords.spans import Span

__all__ = ["Reading", "readings"]

# The longest reading, "2026年11月3日", joining words left out.
_WINDOW: Final = 6


@dataclass(frozen=True, slots=True)
class Reading:
    """A span, how many senses it took, and which of them only mean something on the day they are said."""

    span: Span
    used: int
    relative: frozenset[str]


# Words of a relative time; those of a calendar ("March", "Friday") may stand in a note as they do in a question.
_RELATIVE: Final = frozenset({"day", "rel", "unit", "last", "this", "lastweekday"})
_WITH_NUMBER: Final = _RELATIVE | {"through", "ago", "back", "count", "digits", "mark"}
# Without one of these nothing is a time.
_TELLING: Final = frozenset({
    "unit", "mark", "day", "date", "yearmonth", "quarter", "rel", "weekday", "lastweekday", "month", "in", "between", "since",
})  # fmt: skip


def readings(found: Sequence[Sense], today: date) -> Iterator[tuple[Reading, Sequence[Sense]]]:
    """Yield each reading with the senses it took, from left to right."""
    if not any(sense.kind in _TELLING for sense in found):
        # Numbers and "and" alone, as most questions have them.
        return
    place = 0
    while place < len(found):
        if found[place].kind == "gap":
            place += 1
            continue
        window = found[place : place + _WINDOW]
        used = _to_come(window)
        reading = None if used else _read(window, today)
        if reading:
            window = found[place : place + 2 * _WINDOW + 1]
            reading = _range(reading, window, today) or reading
            yield reading, window[: reading.used]
        place += used or (reading.used if reading else 1)


def _to_come(senses: Sequence[Sense]) -> int:
    """Return how many senses speak of what is to come or of a habit."""
    match senses:
        case [Sense("next"), Sense("count" | "digits"), Sense("unit"), *_]:
            return 3
        case [Sense("next"), Sense("unit" | "weekday" | "month" | "mark" | "rel"), *_]:
            return 2
        case [Sense("this"), Sense("weekday"), *_] | [Sense("weekday" | "month" | "unit"), Sense("next"), *_]:
            return 2
        case _:
            return 0


def _read(senses: Sequence[Sense], today: date) -> Reading | None:
    for read in (_distance, _of_calendar, _week_day, _present, _since):
        reading = read(senses, today)
        if reading is not None:
            return reading
    return None


def _range(reading: Reading, senses: Sequence[Sense], today: date) -> Reading | None:
    """Return `reading`, the first of `senses`, up to the time that "to" and a second reading name."""
    behind = senses[reading.used :]
    joins = "and" if senses[0].kind == "between" else "to"
    if len(behind) < 2 or behind[0].kind != joins:
        return None
    second = _read(behind[1:], today)
    if second is None or second.span.last < reading.span.first:
        return None
    span = Span(reading.span.first, second.span.last, reading.span.precision)
    return Reading(span, reading.used + 1 + second.used, reading.relative)


def _distance(senses: Sequence[Sense], today: date) -> Reading | None:
    """Read a number of units: since then, or that long ago."""
    match senses:
        case [Sense("through"), Sense("unit", unit), *_]:
            return _made(spans.through(unit, 1, today), 2, _WITH_NUMBER)
        case [Sense("last" | "through"), Sense("count" | "digits", _, number), Sense("unit", unit), *_]:
            return _made(spans.through(unit, number, today), 3, _WITH_NUMBER)
        case [Sense("count" | "digits", _, number), Sense("last"), Sense("unit", unit), *_]:
            return _made(spans.through(unit, number, today), 3, _WITH_NUMBER)
        case [Sense("count" | "digits", _, number), Sense("unit", unit), Sense("last"), *_] if number > 1:
            return _made(spans.through(unit, number, today), 3, _WITH_NUMBER)
        case [Sense("count" | "digits", _, number), Sense("unit" | "mark", unit), Sense("ago"), *_]:
            return _made(spans.back(unit, number, today), 3, _WITH_NUMBER)
        case [Sense("back"), Sense("count" | "digits", _, number), Sense("unit", unit), *_]:
            return _made(spans.back(unit, number, today), 3, _WITH_NUMBER)
        case _:
            return None


def _of_calendar(senses: Sequence[Sense], today: date) -> Reading | None:
    """Read a date, a month or a year, named by itself or counted from the present year."""
    match senses:
        case [Sense("date", _, number), *_]:
            return _made(spans.day(date.fromordinal(number)), 1)
        case [Sense("yearmonth", _, number), *_]:
            return _made(spans.month(number // 12, number % 12 + 1), 1)
        case [Sense("quarter"), Sense("digits", _, number), *_] if 1 <= number <= 4:
            year, more = _year(senses[2:], today, loose=True)
            begun = number <= (today.month + 2) // 3
            return _made(spans.quarter(year or today.year - (not begun), number), 2 + more)
        case [Sense("in" | "between"), _, *_]:
            inner = _of_calendar(senses[1:], today) or _bare(senses[1:], today)
            return None if inner is None else Reading(inner.span, inner.used + 1, inner.relative)
        case _:
            return _in_year(senses, today)


def _in_year(senses: Sequence[Sense], today: date) -> Reading | None:
    """Read a year, a month or a day of a month; the year may stand before or behind."""
    year, used = _year(senses, today)
    month, day, more = _month_day(senses[used:])
    used += more
    if month is None:
        return _made(spans.year(year), used) if year else None
    if year is None:
        year, more = _year(senses[used:], today, loose=True)
        used += more
    if year is not None:
        return _made(spans.dated(year, month, day), used)
    if day is not None:
        return _made(spans.latest(month, day, today), used)
    return _month_alone(senses, used, month, today)


def _bare(senses: Sequence[Sense], today: date) -> Reading | None:
    """Read what "in" makes a time: "in May", "in 2023"."""
    match senses:
        case [Sense("month", _, month), *_]:
            return _made(spans.latest_month(month, today), 1)
        case [Sense("unit", "year"), Sense("digits", _, year), *_] if 1900 <= year <= 2100:
            return _made(spans.year(year), 2)
        case [Sense("digits", _, year), *_] if 1900 <= year <= 2100:
            return _made(spans.year(year), 1)
        case _:
            return None


def _month_alone(senses: Sequence[Sense], used: int, month: int, today: date) -> Reading | None:
    first = senses[0]
    if used < len(senses) and senses[used].kind == "last":
        return _made(spans.last_month(month, today), used + 1)
    if first.kind == "month" and first.text in AMBIGUOUS:
        return None
    return _made(spans.latest_month(month, today), used)


def _week_day(senses: Sequence[Sense], today: date) -> Reading | None:
    """Read a weekday or a month with "last"."""
    return _of_week(senses, today) or _latest(senses, today)


def _of_week(senses: Sequence[Sense], today: date) -> Reading | None:
    """Read a weekday of a week that is named beside it."""
    match senses:
        case [Sense("lastweekday", _, weekday), *_]:
            return _made(spans.day_of_week(today, -1, weekday), 1)
        case [Sense("rel", "week", weeks), Sense("weekday", _, weekday), *_]:
            return _made(spans.day_of_week(today, weeks, weekday), 2)
        case [Sense("last"), Sense("unit", "week"), Sense("weekday", _, weekday), *_]:
            return _made(spans.day_of_week(today, -1, weekday), 3)
        case [Sense("last"), Sense("unit", "week"), Sense("in"), Sense("weekday", _, weekday), *_]:
            return _made(spans.day_of_week(today, -1, weekday), 4)
        case [Sense("weekday", _, weekday), Sense("rel", "week", weeks), *_]:
            return _made(spans.day_of_week(today, weeks, weekday), 2)
        case [Sense("weekday", _, weekday), Sense("last"), Sense("unit", "week"), *_] | [
            Sense("weekday", _, weekday),
            Sense("unit", "week"),
            Sense("last"),
            *_,
        ]:
            return _made(spans.day_of_week(today, -1, weekday), 3)
        case _:
            return None


def _latest(senses: Sequence[Sense], today: date) -> Reading | None:
    """Read the latest of a weekday or month."""
    match senses:
        case [Sense("last"), Sense("weekday", _, weekday), *_] | [
            Sense("weekday", _, weekday),
            Sense("last"),
            *_,
        ]:
            return _made(spans.latest_weekday(weekday, today), 2)
        case [Sense("last"), Sense("month", _, month), *_]:
            return _made(spans.last_month(month, today), 2)
        case [Sense("this"), Sense("month", _, month), *_]:
            return _made(spans.month(today.year, month), 2)
        case [Sense("weekday", _, weekday), *_]:
            return _made(spans.latest_weekday(weekday, today), 1)
        case _:
            return None


def _present(senses: Sequence[Sense], today: date) -> Reading | None:
    """Read a day or a unit counted from the present one."""
    match senses:
        case [Sense("day", _, days), *_]:
            return _made(spans.relative("day", days, today), 1)
        case [Sense("last"), Sense("unit", unit), *_] | [Sense("unit", unit), Sense("last"), *_]:
            return _made(spans.relative(unit, -1, today), 2)
        case [Sense("this"), Sense("unit", unit), *_]:
            return _made(spans.relative(unit, 0, today), 2)
        case [Sense("rel", unit, number), *_]:
            return _made(spans.relative(unit, number, today), 1)
        case _:
            return None


def _since(senses: Sequence[Sense], today: date) -> Reading | None:
    """Read all the time since another, up to today."""
    match senses:
        case [Sense("since"), Sense("count" | "digits", _, number), Sense("unit", unit), *_]:
            return _made(spans.through(unit, number, today), 3, _WITH_NUMBER)
        case [Sense("since"), _, *_]:
            inner = _read(senses[1:], today) or _bare(senses[1:], today)
            if inner is None or inner.span.first > today:
                return None
            span = Span(inner.span.first, today, inner.span.precision)
            return Reading(span, inner.used + 1, inner.relative)
        case _:
            return None


def _year(senses: Sequence[Sense], today: date, *, loose: bool = False) -> tuple[int | None, int]:
    """Return the year the senses begin with, and how many name it; a bare number is one if `loose`."""
    match senses:
        case [Sense("rel", "year", years), *_]:
            return today.year + years, 1
        case [Sense("digits", _, year), Sense("mark", "year"), *_] if 1900 <= year <= 2100:
            return year, 2
        case [Sense("last"), Sense("unit", "year"), *_] | [Sense("unit", "year"), Sense("last"), *_]:
            return today.year - 1, 2
        case [Sense("this"), Sense("unit", "year"), *_]:
            return today.year, 2
        case [Sense("in"), Sense("digits", _, year), *_] if loose and 1900 <= year <= 2100:
            return year, 2
        case [Sense("digits", _, year), *_] if loose and 1900 <= year <= 2100:
            return year, 1
        case _:
            return None, 0


def _month_day(senses: Sequence[Sense]) -> tuple[int | None, int | None, int]:
    """Return the month and day the senses begin with, and how many name them."""
    match senses:
        case [
            Sense("count" | "digits", _, month), Sense("mark", "month"),
            Sense("count" | "digits", _, day), Sense("mark", "day"), *_,
        ] if month <= 12 and 1 <= day <= 31:  # fmt: skip
            return month, day, 4
        case [Sense("count" | "digits", _, month), Sense("mark", "month"), *_] if 1 <= month <= 12:
            return month, None, 2
        case [Sense("digits", _, day), Sense("month", _, month), *_] if 1 <= day <= 31:
            return month, day, 2
        case [Sense("month"), Sense("digits"), Sense("unit"), *_]:
            # "in March 3 weeks were lost"
            return senses[0].value, None, 1
        case [Sense("month", _, month), Sense("digits", _, day), *_] if 1 <= day <= 31:
            return month, day, 2
        case [Sense("month", _, month), *_]:
            return month, None, 1
        case _:
            return None, None, 0


def _made(span: Span | None, used: int, relative: frozenset[str] = _RELATIVE) -> Reading | None:
    return None if span is None else Reading(span, used, relative)
