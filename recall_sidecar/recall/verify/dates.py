"""The times a text names, and whether another text, which is of a certain day, says the same.

"Last Friday" in a note of 2026-03-10 is 2026-03-06, and "next month" in it is April. Words are those of memory's time words
(memory/timewords), which know ten languages; what is to come is read here.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from functools import lru_cache
from typing import Final, NamedTuple

from recall_sidecar.memory.timewords import european
from recall_sidecar.memory.timewords.grammar import readings
from recall_sidecar.memory.timewords.senses import AMBIGUOUS, Sense, senses
from recall_sidecar.memory.timewords.spans import Span, relative

__all__ = ["Moment", "Times", "mentions_time", "moments", "taken", "times"]

_MAY: Final = re.compile(r"\bmay\b (?!\d)", re.IGNORECASE)
_FUTURE: Final = re.compile(
    r"\b(?:(?P<tomorrow>tomorrow|morgen(?! früh(?:stück))|demain|mañana|amanhã|domani|завтра)"
    r"|(?P<week>next week|nächste woche|la semaine prochaine|la próxima semana|la semana que viene|próxima semana|semana que vem|prossima settimana|settimana prossima|следующей неделе)"
    r"|(?P<month>next month|nächsten monat|le mois prochain|el próximo mes|el mes que viene|próximo mês|mês que vem|prossimo mese|mese prossimo|следующем месяце)"
    r"|(?P<year>next year|nächstes jahr|l['’]an(?:née)? prochaine?|el próximo año|el año que viene|próximo ano|ano que vem|prossimo anno|anno prossimo|следующем году))\b"
    r"|(?P<tomorrow_>明天|明日|あした|내일)|(?P<week_>下周|下星期|下个星期|来週|다음 ?주)|(?P<month_>下个月|下月|来月|다음 ?달)|(?P<year_>明年|来年|내년)",
    re.IGNORECASE,
)
_WEEKDAYS: Final = re.compile(r"\b((?:mon|tues|wednes|thurs|fri|satur|sun)day)s\b", re.IGNORECASE)
_SHORT_DAYS: Final = re.compile(r"\b((?:last|next|on|this|every) )(mon|tues?|weds?|thurs?|thu|fri|sat|sun)\b\.?", re.IGNORECASE)
_DAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_RELATIVE_KINDS: Final = frozenset({"day", "rel"})
_WEEK: Final = timedelta(7)


class Moment(NamedTuple):
    """A time as it is named; what it leaves open is None. `weekday` counts from Monday, 0."""

    year: int | None = None
    month: int | None = None
    day: int | None = None
    weekday: int | None = None
    relation: str = ""


class Times(NamedTuple):
    """The times that a passage names, those that it means by them, and its own day."""

    named: tuple[Moment, ...]
    spans: tuple[Span, ...]
    day: date | None

    def hold(self, asked: Moment) -> bool:
        """Return whether `asked` may be one of these times."""
        if asked.relation:
            return any(asked.relation == one.relation for one in self.named) or self._holds_relation(asked.relation)
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
    plain = _plain(text)
    found = senses(plain)
    spans: list[Span] = []
    if day is not None:
        for reading, used in readings(found, day):
            spans.append(reading.span)
            if any(sense.kind == "weekday" for sense in used) and reading.span.precision == "day":
                # "Last Tuesday" is that of last week to some.
                spans.append(Span(reading.span.first - _WEEK, reading.span.last - _WEEK, "day"))
        spans.extend(span for span in (_of_relation(name, day) for name in _futures(plain)) if span is not None)
    return Times(tuple(_moments(found, plain)), tuple(spans), day)


def moments(text: str) -> list[Moment]:
    """Return the times that `text` names."""
    plain = _plain(text)
    return list(_moments(senses(plain), plain))


def taken(text: str) -> list[tuple[int, int]]:
    """Return where words stand in `text` that belong to a time."""
    if not mentions_time(text):
        return []
    found = senses(_plain(text))
    places: list[tuple[int, int]] = [(match.start(), match.end()) for match in _FUTURE.finditer(text)]
    for place, sense in enumerate(found):
        near = [found[other] for other in (place - 2, place - 1, place + 1, place + 2) if 0 <= other < len(found)]
        kinds = {each.kind for each in near}
        if sense.kind in _CLOCK or (
            sense.kind in {"digits", "count"} and ((kinds & {"month", "mark"} and sense.value <= 31) or 1900 <= sense.value <= 2100)
        ):
            places.append((sense.start, sense.end))
    return places


def mentions_time(text: str) -> bool:
    """Return whether a time may be named in `text`: a digit, or a word that names one."""
    if _DIGIT_OR_CJK.search(text):
        return True
    return not _time_words().isdisjoint(text.casefold().replace("'", " ").replace("’", " ").translate(_MARKS).split())


@lru_cache(maxsize=1)
def _time_words() -> frozenset[str]:
    words: set[str] = set()
    for line in "".join(european.LANGUAGES).split("\n"):
        kind, _, phrases = line.partition(": ")
        if kind.split(" ")[0] in {"day", "rel", "months", "weekdays", "last", "unit", "next"}:
            words.update(word for phrase in phrases.replace("/", ", ").split(", ") for word in phrase.split(" ")[:1])
    return frozenset(words) | {"tomorrow", "demain", "mañana", "amanhã", "domani", "завтра", "morgen"}


_MARKS: Final = str.maketrans(dict.fromkeys(".,;:!?()\"-", " "))
_DIGIT_OR_CJK: Final = re.compile(r"[\d\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_CLOCK: Final = frozenset({"day", "rel", "month", "weekday", "lastweekday", "mark", "date", "yearmonth", "last", "ago"})


def _plain(text: str) -> str:
    plain = _MAY.sub("    ", text if text.isascii() else unicodedata.normalize("NFKC", text))
    return _SHORT_DAYS.sub(_whole_day, _WEEKDAYS.sub(r"\1 ", plain))


def _whole_day(short: re.Match[str]) -> str:
    return short[1] + next(day for day in _DAYS if day.startswith(short[2].lower()[:3]))


def _moments(found: Sequence[Sense], text: str) -> Iterator[Moment]:
    year_at: dict[int, int] = {}
    used: set[int] = set()
    for place, sense in enumerate(found):
        near = [found[other] for other in (place - 1, place + 1) if 0 <= other < len(found)]
        if sense.kind == "date":
            whole = date.fromordinal(sense.value)
            yield Moment(whole.year, whole.month, whole.day)
        elif sense.kind == "yearmonth":
            yield Moment(sense.value // 12, sense.value % 12 + 1)
        elif sense.kind == "month":
            yield from _calendar(found, place, used)
        elif sense.kind in {"digits", "count"} and place + 1 < len(found) and found[place + 1].kind == "mark":
            yield from _marked(found, place, used)
        elif sense.kind in {"weekday", "lastweekday"}:
            yield Moment(weekday=sense.value)
        elif sense.kind == "digits" and 1900 <= sense.value <= 2100 and place not in used and not _is_count(near):
            year_at[place] = sense.value
        elif sense.kind in _RELATIVE_KINDS and (sense.kind, sense.value) != ("day", 0):
            yield Moment(relation=f"{sense.unit or 'day'}{sense.value:+}")
        elif sense.kind == "last" and (unit := _unit_of(found, place)):
            yield Moment(relation=f"{unit}-1")
    for place, value in year_at.items():
        if place not in used:
            yield Moment(year=value)
    for name in _futures(text):
        yield Moment(relation=name)


def _unit_of(found: Sequence[Sense], place: int) -> str:
    """Return the unit that "last" belongs to: the one behind it, or before it in languages that put it there."""
    behind = found[place + 1] if place + 1 < len(found) else None
    if behind is not None and behind.kind in {"unit", "weekday", "month"}:
        return behind.unit
    return found[place - 1].unit if place and found[place - 1].kind == "unit" else ""


def _is_count(near: Sequence[Sense]) -> bool:
    return any(sense.kind == "unit" for sense in near)


def _calendar(found: Sequence[Sense], place: int, used: set[int]) -> Iterator[Moment]:
    """Read a month by name with the day and the year beside it."""
    month = found[place]
    day: int | None = None
    year: int | None = None
    for other in (place - 1, place + 1, place + 2, place - 2):
        if not 0 <= other < len(found) or found[other].kind != "digits" or other in used:
            continue
        if abs(other - place) == 2 and found[(other + place) // 2].kind == "gap" and year is None:
            if not 1900 <= found[other].value <= 2100:
                continue
        value = found[other].value
        if 1 <= value <= 31 and day is None and abs(other - place) == 1:
            day = value
            used.add(other)
        elif 1900 <= value <= 2100 and year is None:
            year = value
            used.add(other)
    if day is None and year is None and month.text in AMBIGUOUS and found[place - 1].kind not in {"in", "since", "last", "this", "next"}:
        return
    yield Moment(year, month.value, day)


def _marked(found: Sequence[Sense], place: int, used: set[int]) -> Iterator[Moment]:
    """Read 2023年5月8日; each part stands before its mark."""
    unit = found[place + 1].unit
    if place in used:
        return
    parts: dict[str, int] = {}
    while place + 1 < len(found) and found[place].kind in {"digits", "count"} and found[place + 1].kind == "mark":
        if found[place + 1].unit in parts:
            break
        parts[found[place + 1].unit] = found[place].value
        used.add(place)
        place += 2
    year = parts.get("year")
    if year is not None and not 1900 <= year <= 2100:
        year = None
    month = parts.get("month")
    if unit == "day" and "month" not in parts:
        yield Moment(day=parts["day"])
    elif year is not None or month is not None:
        yield Moment(year, month, parts.get("day"))


def _futures(text: str) -> Iterator[str]:
    for match in _FUTURE.finditer(text):
        kind = (match.lastgroup or "").rstrip("_")
        yield "day+1" if kind == "tomorrow" else f"{kind}+1"


@lru_cache(maxsize=512)
def _of_relation(relation: str, day: date) -> Span | None:
    unit, sign, number = relation.rpartition("+" if "+" in relation else "-")
    try:
        return relative(unit, int(sign + number), day)
    except (OverflowError, ValueError):
        return None


def _same(asked: Moment, told: Moment) -> bool:
    """Return whether both may be one time: they share a part, and none that both have differs."""
    parts = [(one, other) for one, other in zip(asked[:4], told[:4], strict=True) if one is not None and other is not None]
    if not parts or any(one != other for one, other in parts):
        return False
    # A day that is asked for must be a day that is told, and so must a month.
    return not (asked.day is not None and told.day is None) and not (asked.month is not None and told.month is None)


def _within(asked: Moment, span: Span) -> bool:
    length = (span.last - span.first).days
    if asked.weekday is not None:
        return length <= 1 and any(asked.weekday == one.weekday() for one in (span.first, span.last))
    if asked.day is not None:
        if length > 8:
            return False
        days = (span.first + timedelta(number) for number in range(length + 1))
        return any(
            asked.day == one.day and asked.month in {None, one.month} and asked.year in {None, one.year} for one in days
        )
    if asked.month is not None:
        return length <= 62 and any(
            asked.month == one.month and asked.year in {None, one.year} for one in (span.first, span.last)
        )
    return asked.year in {span.first.year, span.last.year}
