"""Cut a text into the words that can name a time.

| kind | unit, value | such as |
|---|---|---|
| `day` | days from today | "yesterday" |
| `rel` | unit, how many from the present one | "上周" |
| `unit` | a unit of time | "weeks" |
| `last`, `this`, `next` | stands beside a unit, weekday or month; `next` also means "every" | |
| `through` | the same, and up to today | "the past week" |
| `to` | from the time before it to the one behind | "July to October" |
| `between`, `and` | before the first and the second of two times | "between March and May" |
| `since` | from the time behind it up to today | "since Monday" |
| `quarter` | before the number of a quarter | "Q3" |
| `ago`, `back` | behind and before a number with its unit | "ago", "vor" |
| `in` | makes a month or year of a word that may be something else | "in May" |
| `month`, `weekday`, `lastweekday` | January is 1, Monday 0; the last: of last week | |
| `count`, `digits` | a number in words, in digits | |
| `mark` | unit; makes of the number before it a day, month or year | "月" |
| `date` | of a whole date, its number of days since the year 1 | "2026-11-03" |
| `yearmonth` | twelve times the year, and the month counted from 0 | "2026-11" |
| `gap` | anything else | |

Words that only join the others ("of", "の", a comma) are left out.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Final

from recall_sidecar.memory.timewords import eastern, european

__all__ = ["AMBIGUOUS", "Sense", "senses"]

# Months that are more often something else, and short forms, which need a day or a year.
AMBIGUOUS: Final = frozenset(
    {"may", "march", "mars", "jan", "feb", "apr", "jun", "jul", "aug", "sep", "oct", "nov", "dec"}
)
_MAX_WORDS = 5
_FIRST_YEAR = 1900
_LAST_YEAR = 2100
_RUN = "[\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af]"
# Every alternative begins with another class of characters and none nests: linear, whatever stands there.
_TOKEN = re.compile(
    r"(?P<number>\d+(?:[-./:,]\d+)*(?:(?:st|nd|rd|th|er)(?![^\W\d_])|\.(?=\s))?)"
    rf"|(?P<run>{_RUN}+)"
    rf"|(?P<word>(?:(?!{_RUN})[^\W\d_])+)"
    r"|(?P<joint>[\s,'’-]+)"
    r"|(?P<gap>.)",
    re.IGNORECASE | re.DOTALL,
)
_NUMBER = re.compile(r"(\d+)(?:([-./])(\d+)(?:\2(\d+))?)?\.?(?:st|nd|rd|th|er)?", re.IGNORECASE)
# Without the accents people leave out; shorter words would become others.
_MIN_UNACCENTED = 5


@dataclass(frozen=True, slots=True)
class Sense:
    """A word's sense, see the module, and where it stands in the text."""

    kind: str
    unit: str = ""
    value: int = 0
    start: int = 0
    end: int = 0
    text: str = ""


_Meaning = tuple[str, str, int]
_GAP: _Meaning = ("gap", "", 0)


def senses(text: str) -> list[Sense]:
    """Return the senses in `text`, in order; it must be in form NFKC, and places count in it."""
    lexicon, longest, begins = _lexicon()
    found: list[Sense] = []
    words: list[re.Match[str]] = []
    for match in _TOKEN.finditer(text):
        if match.lastgroup == "word":
            words.append(match)
        elif match.lastgroup != "joint":
            found.extend(_phrases(words, lexicon, begins))
            words = []
            if match.lastgroup == "run":
                found.extend(_in_run(match, lexicon, longest))
            else:
                meaning = _number(match.group()) if match.lastgroup == "number" else _GAP
                found.append(Sense(*meaning, match.start(), match.end(), match.group()))
    found.extend(_phrases(words, lexicon, begins))
    return [sense for sense in found if sense.kind != "skip"]


def _phrases(
    words: Sequence[re.Match[str]], lexicon: dict[str, _Meaning], begins: frozenset[str]
) -> Iterator[Sense]:
    """Yield the senses of words that follow each other; the longest phrase wins."""
    place = 0
    while place < len(words):
        # Most words begin no phrase.
        if words[place].group().casefold() not in begins:
            yield Sense(*_GAP, words[place].start(), words[place].end())
            place += 1
            continue
        groups = [words[place : place + size] for size in range(min(_MAX_WORDS, len(words) - place), 0, -1)]
        named = ((group, " ".join(word.group().casefold() for word in group)) for group in groups)
        group, phrase = next((each for each in named if each[1] in lexicon), (groups[-1], ""))
        yield Sense(*lexicon.get(phrase, _GAP), group[0].start(), group[-1].end(), phrase)
        place += len(group)


def _in_run(run: re.Match[str], lexicon: dict[str, _Meaning], longest: int) -> Iterator[Sense]:
    text, place = run.group(), 0
    while place < len(text):
        phrases = [text[place : place + size] for size in range(min(longest, len(text) - place), 0, -1)]
        phrase = next((each for each in phrases if each in lexicon), text[place])
        start = run.start() + place
        yield Sense(*lexicon.get(phrase, _GAP), start, start + len(phrase), phrase)
        place += len(phrase)


def _number(text: str) -> _Meaning:
    match = _NUMBER.fullmatch(text)
    if match is None or max(len(part or "") for part in match.groups()) > 4:
        return _GAP
    first, joint, second, third = match.groups()
    if second is None:
        return ("digits", "", int(first))
    if not _FIRST_YEAR <= int(first if len(first) == 4 else third or _FIRST_YEAR) <= _LAST_YEAR:
        return _GAP
    if len(first) == 4 and third is None:
        month = int(second)
        is_month = joint != "." and 1 <= month <= 12
        return ("yearmonth", "", 12 * int(first) + month - 1) if is_month else _GAP
    if third is None:
        return _GAP
    if len(first) == 4:
        return _date(int(first), int(second), int(third))
    # 3.11.2026 has one reading; 3/11/2026 and 3-11-2026 have two, unless one number is no month.
    day, month = int(first), int(second)
    if joint != "." and day <= 12 < month:
        day, month = month, day
    elif joint != "." and day <= 12:
        return _GAP
    return _date(int(third), month, day) if len(third) == 4 else _GAP


def _date(year: int, month: int, day: int) -> _Meaning:
    try:
        return ("date", "", date(year, month, day).toordinal())
    except ValueError:
        return _GAP


@lru_cache(maxsize=1)
def _lexicon() -> tuple[dict[str, _Meaning], int, frozenset[str]]:
    """Return what each phrase means, the length of the longest one without spaces, and the words that begin one.

    Where languages disagree the first one has the word.
    """
    lexicon: dict[str, _Meaning] = {}
    unaccented: dict[str, _Meaning] = {}
    for line in "".join((*european.LANGUAGES, *eastern.LANGUAGES)).split("\n"):
        name, _, phrases = line.partition(": ")
        for number, forms in enumerate(phrases.split(", ") if phrases else ()):
            for phrase in forms.split("/"):
                meaning = _meaning(name, number)
                lexicon.setdefault(phrase, meaning)
                if len(phrase) > _MIN_UNACCENTED:
                    unaccented.setdefault(_without_accents(phrase), meaning)
    longest = max(len(phrase) for line in eastern.LANGUAGES for phrase in re.findall(rf"{_RUN}+", line))
    whole = {**unaccented, **lexicon}
    return whole, longest, frozenset(phrase.split(" ", 1)[0] for phrase in whole)


def _meaning(name: str, number: int) -> _Meaning:
    if name == "months":
        return ("month", "", number + 1)
    if name == "weekdays":
        return ("weekday", "", number)
    kind, *rest = name.split(" ")
    units = [word for word in rest if word.isalpha()]
    values = [int(word) for word in rest if not word.isalpha()]
    return (kind, units[0] if units else "", values[0] if values else 0)


def _without_accents(text: str) -> str:
    # A Hangul syllable taken apart would be put together again; й must not become и.
    return "".join(
        letter
        if not unicodedata.name(letter, "").startswith("LATIN")
        else unicodedata.normalize("NFD", letter)[0]
        for letter in text
    )
