"""Spans of days, and how they are counted from today."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final, Literal

__all__ = [
    "Precision",
    "Span",
    "back",
    "dated",
    "day",
    "day_of_week",
    "last_month",
    "latest",
    "latest_month",
    "latest_weekday",
    "month",
    "quarter",
    "relative",
    "through",
    "year",
]

Precision = Literal["day", "week", "month", "year"]
# Further back no calendar has notes, and dates would run out.
_MAX_COUNT: Final = {"day": 4000, "week": 600, "weekend": 600, "month": 240, "year": 100}


@dataclass(frozen=True, slots=True)
class Span:
    """Days from `first` to `last`, both included, and how exactly they were named."""

    first: date
    last: date
    precision: Precision


def day(one: date) -> Span:
    """Return the span of one day."""
    return Span(one, one, "day")


def year(number: int) -> Span:
    """Return the span of a year."""
    return Span(date(number, 1, 1), date(number, 12, 31), "year")


def dated(year_: int, month_: int, day_: int | None) -> Span | None:
    """Return a day of a year, or the whole month where no day is named; None when there is no such day."""
    if day_ is None:
        return month(year_, month_)
    try:
        return day(date(year_, month_, day_))
    except ValueError:
        return None


def latest(month_: int, day_: int, today: date) -> Span | None:
    """Return the latest such day that is not to come."""
    # One step back is enough, but for 29 February.
    for year_ in range(today.year, today.year - 9, -1):
        found = dated(year_, month_, day_)
        if found is not None and found.first <= today:
            return found
    return None


def month(year_: int, month_: int) -> Span:
    """Return the span of a month."""
    following = date(year_ + month_ // 12, month_ % 12 + 1, 1)
    return Span(date(year_, month_, 1), following - timedelta(1), "month")


def quarter(year_: int, number: int) -> Span:
    """Return the span of a quarter of a year."""
    return Span(month(year_, 3 * number - 2).first, month(year_, 3 * number).last, "month")


def latest_month(month_: int, today: date) -> Span:
    """Return the latest such month that has begun."""
    return month(today.year - (month_ > today.month), month_)


def last_month(month_: int, today: date) -> Span:
    """Return the latest such month that is over."""
    return month(today.year - (month_ >= today.month), month_)


def latest_weekday(weekday: int, today: date) -> Span:
    """Return the latest such weekday before today; Monday is 0."""
    return day(today - timedelta((today.weekday() - weekday - 1) % 7 + 1))


def day_of_week(today: date, weeks: int, weekday: int) -> Span:
    """Return a weekday of the week that is `weeks` from the present one."""
    return day(today + timedelta(7 * weeks + weekday - today.weekday()))


def relative(unit: str, number: int, today: date) -> Span | None:
    """Return the unit that is `number` from the present one."""
    monday = today + timedelta(7 * number - today.weekday())
    if unit == "day":
        return day(today + timedelta(number))
    if unit == "week":
        return Span(monday, monday + timedelta(6), "week")
    if unit == "weekend":
        return Span(monday + timedelta(5), monday + timedelta(6), "day")
    if unit == "month":
        months = 12 * today.year + today.month - 1 + number
        return month(months // 12, months % 12 + 1)
    return year(today.year + number)


def back(unit: str, number: int, today: date) -> Span | None:
    """Return about when it was `number` units ago."""
    if not 1 <= number <= _MAX_COUNT[unit]:
        return None
    if unit == "week":
        middle = today - timedelta(7 * number)
        return Span(middle - timedelta(3), middle + timedelta(3), "week")
    return relative(unit, -number, today)


def through(unit: str, number: int, today: date) -> Span | None:
    """Return the last `number` units up to today."""
    if not 1 <= number <= _MAX_COUNT[unit]:
        return None
    days = {"day": 1, "week": 7, "weekend": 7, "month": 31, "year": 366}[unit] * number
    return Span(today - timedelta(days), today, "day" if unit == "day" else "week")
