"""The times that a text names, as far as they are named: a year, a month, a day, a weekday, or "last week".

Words are those of memory's time words (memory/timewords), which know ten languages; what is to come is read here.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from datetime import date
from functools import lru_cache
from typing import Final, NamedTuple

from recall_sidecar.memory.timewords import european
from recall_sidecar.memory.timewords.senses import AMBIGUOUS, Sense, senses

__all__ = ["Moment", "mentions_time", "moments", "named", "read", "sensed", "to_come"]

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
_SHORT_DAYS: Final = re.compile(
    r"\b((?:last|next|on|this|every) )(mon|tues?|weds?|thurs?|thu|fri|sat|sun)\b\.?", re.IGNORECASE
)
_DAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_BEFORE_MONTH: Final = frozenset({"in", "since", "last", "this", "next"})
_RELATIVE_KINDS: Final = frozenset({"day", "rel"})


class Moment(NamedTuple):
    """A time as it is named; what it leaves open is None. `weekday` counts from Monday, 0."""

    year: int | None = None
    month: int | None = None
    day: int | None = None
    weekday: int | None = None
    relation: str = ""


def read(text: str) -> tuple[list[Moment], list[tuple[int, int]]]:
    """Return the times that `text` names, and where words stand in it that belong to one."""
    if not mentions_time(text):
        return [], []
    plain, found = sensed(text)
    return list(named(found, plain)), _taken(found, plain)


def moments(text: str) -> list[Moment]:
    """Return the times that `text` names."""
    return read(text)[0]


def _taken(found: Sequence[Sense], text: str) -> list[tuple[int, int]]:
    places: list[tuple[int, int]] = (
        [(match.start(), match.end()) for match in _FUTURE.finditer(text)] if any(to_come(text)) else []
    )
    for place, sense in enumerate(found):
        near = [
            found[other] for other in (place - 2, place - 1, place + 1, place + 2) if 0 <= other < len(found)
        ]
        kinds = {each.kind for each in near}
        if sense.kind in _CLOCK or (
            sense.kind in {"digits", "count"}
            and ((kinds & {"month", "mark"} and sense.value <= 31) or 1900 <= sense.value <= 2100)
        ):
            places.append((sense.start, sense.end))
    return places


def mentions_time(text: str) -> bool:
    """Return whether a time may be named in `text`: a digit, or a word that names one."""
    if _DIGIT_OR_CJK.search(text):
        return True
    return not _time_words().isdisjoint(
        text.casefold().replace("'", " ").replace("’", " ").translate(_MARKS).split()
    )


# These begin phrases of time, and much else.
_TOO_COMMON: Final = frozenset(
    ["this", "ce", "il", "an", "el", "a", "in", "de", "fin", "un", "cette", "ogni", "cada", "each", "every"]
)
_MORE_WORDS: Final = frozenset(
    [
        "tues",
        "weds",
        "thurs",
        "thu",
        "fri",
        "tue",
        "tomorrow",
        "weekend",
        "demain",
        "mañana",
        "amanhã",
        "domani",
        "завтра",
        "morgen",
    ]
)
_OF_TIME: Final = frozenset({"day", "rel", "months", "weekdays", "last", "unit", "next"})


@lru_cache(maxsize=1)
def _time_words() -> frozenset[str]:
    words: set[str] = set()
    for line in "".join(european.LANGUAGES).split("\n"):
        kind, _, phrases = line.partition(": ")
        if kind.split(" ")[0] in _OF_TIME:
            words.update(phrase.split(" ")[0] for phrase in phrases.replace("/", ", ").split(", "))
    return frozenset(words - _TOO_COMMON | _MORE_WORDS | {f"{day}s" for day in _DAYS})


_MARKS: Final = str.maketrans(dict.fromkeys('.,;:!?()"-', " "))
_DIGIT_OR_CJK: Final = re.compile(r"[\d\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_CLOCK: Final = frozenset(
    {"day", "rel", "month", "weekday", "lastweekday", "mark", "date", "yearmonth", "last", "ago"}
)


def _plain(text: str) -> str:
    plain = _MAY.sub("    ", text if text.isascii() else unicodedata.normalize("NFKC", text))
    return _SHORT_DAYS.sub(_whole_day, _WEEKDAYS.sub(r"\1 ", plain))


def _whole_day(short: re.Match[str]) -> str:
    return short[1] + next(day for day in _DAYS if day.startswith(short[2].lower()[:3]))


def sensed(text: str) -> tuple[str, list[Sense]]:
    """Return `text` with its weekdays written out, and the senses in it."""
    plain = _plain(text)
    return plain, senses(plain)


def named(found: Sequence[Sense], text: str) -> Iterator[Moment]:
    """Yield the times that the senses of `text` name; a year by itself comes behind the others."""
    years: dict[int, int] = {}
    used: set[int] = set()
    for place, sense in enumerate(found):
        if sense.kind in {"date", "yearmonth"}:
            yield _whole(sense)
        elif sense.kind == "month":
            yield from _calendar(found, place, used)
        elif sense.kind in {"digits", "count"} and _kind_at(found, place + 1) == "mark":
            yield from _marked(found, place, used)
        elif sense.kind == "digits":
            if 1900 <= sense.value <= 2100 and "unit" not in {
                _kind_at(found, place - 1),
                _kind_at(found, place + 1),
            }:
                years[place] = sense.value
        else:
            yield from _spoken(found, place)
    yield from (Moment(year=value) for place, value in years.items() if place not in used)
    yield from (Moment(relation=name) for name in to_come(text))


def _kind_at(found: Sequence[Sense], place: int) -> str:
    return found[place].kind if 0 <= place < len(found) else ""


def _whole(sense: Sense) -> Moment:
    if sense.kind == "yearmonth":
        return Moment(sense.value // 12, sense.value % 12 + 1)
    day = date.fromordinal(sense.value)
    return Moment(day.year, day.month, day.day)


def _spoken(found: Sequence[Sense], place: int) -> Iterator[Moment]:
    """Read a weekday, or a time that is seen from the day it is said."""
    sense = found[place]
    if sense.kind in {"weekday", "lastweekday"}:
        yield Moment(weekday=sense.value)
    elif sense.kind in _RELATIVE_KINDS and (sense.kind, sense.value) != ("day", 0):
        yield Moment(relation=f"{sense.unit or 'day'}{sense.value:+}")
    elif sense.kind == "last" and (unit := _unit_of(found, place)):
        yield Moment(relation=f"{unit}-1")


def _unit_of(found: Sequence[Sense], place: int) -> str:
    """Return the unit that "last" belongs to: the one behind it, or before it in languages that put it there."""
    behind = found[place + 1] if place + 1 < len(found) else None
    if behind is not None and behind.kind in {"unit", "weekday", "month"}:
        return behind.unit
    return found[place - 1].unit if place and found[place - 1].kind == "unit" else ""


def _calendar(found: Sequence[Sense], place: int, used: set[int]) -> Iterator[Moment]:
    """Read a month by name with the day and the year beside it."""
    month = found[place]
    day: int | None = None
    year: int | None = None
    for other in (place - 1, place + 1, place + 2, place - 2):
        if not 0 <= other < len(found) or found[other].kind != "digits" or other in used:
            continue
        value = found[other].value
        if 1 <= value <= 31 and day is None and abs(other - place) == 1:
            day = value
            used.add(other)
        elif 1900 <= value <= 2100 and year is None:
            year = value
            used.add(other)
    is_bare = day is None and year is None and month.text in AMBIGUOUS
    if is_bare and found[place - 1].kind not in _BEFORE_MONTH:
        return
    yield Moment(year, month.value, day)


def _marked(found: Sequence[Sense], place: int, used: set[int]) -> Iterator[Moment]:
    """Read 2023年5月8日; each part stands before its mark."""
    unit = found[place + 1].unit
    if place in used:
        return
    parts: dict[str, int] = {}
    while (
        place + 1 < len(found)
        and found[place].kind in {"digits", "count"}
        and found[place + 1].kind == "mark"
    ):
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


def to_come(text: str) -> Iterator[str]:
    """Yield the times to come that `text` names, as `month+1`."""
    low = text.casefold()
    if not any(word in low for word in _TO_COME):
        return
    for match in _FUTURE.finditer(text):
        kind = (match.lastgroup or "").rstrip("_")
        yield "day+1" if kind == "tomorrow" else f"{kind}+1"


# One of these stands in every time that is to come.
_TO_COME: Final = (
    "next",
    "morgen",
    "nächst",
    "demain",
    "prochain",
    "mañana",
    "próxim",
    "que v",
    "amanhã",
    "domani",
    "prossim",
    "завтра",
    "следующ",
    "tomorrow",
    "明",
    "下",
    "来",
    "あした",
    "내",
    "다음",
)
