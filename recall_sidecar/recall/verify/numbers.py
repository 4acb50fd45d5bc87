"""The numbers of a text, however they are written: 3, three, drei, 三, 3rd, 1,000, 27:42, 3 pm.

A number has several readings where its writing leaves them open (`1.000`); two numbers are the same when a reading of one is a
reading of the other, and their units, where both have one, agree.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from recall_sidecar.recall.verify.lexicon.numerals import LANGUAGES, NUMERALS
from recall_sidecar.recall.verify.meanings import folded

__all__ = ["Amount", "amounts"]

_CJK_DIGITS: Final = {letter: number for number, letter in enumerate("零一二三四五六七八九")} | {
    "〇": 0,
    "两": 2,
    "兩": 2,
}
_CJK_UNITS: Final = {
    "十": 10,
    "百": 100,
    "千": 1000,
    "万": 10_000,
    "萬": 10_000,
    "億": 100_000_000,
    "亿": 100_000_000,
}
_KOREAN_UNITS: Final = {"만": 10_000, "천": 1000, "백": 100, "억": 100_000_000}
_CJK: Final = "〇零一二三四五六七八九十百千万萬亿億两兩"
_NUMBER: Final = re.compile(
    rf"(?P<digits>\d+(?:[.,:’' ]\d+)*)(?P<scale>\s?(?:[kK](?![\w])|[mM]illion\w*|万|萬|千|亿|億|만|천))?"
    rf"|(?P<cjk>[{_CJK}]+)"
    r"|(?P<words>(?:(?![\u3040-\u30ff\u3400-\u9fff])[^\W\d_])+(?:-vingts?)?)"
)
# Chinese words and names that begin with a number and count nothing; 一 alone counts nothing either.
_NO_COUNT: Final = re.compile(
    r"(?<=第)二天|十分|百货|千万别|万一|百科|八卦|三明治|千层|一(?![〇零一二三四五六七八九十百千万])|七夕|万圣|四季|五官|四川|三亚|九寨|百合|万物|十足|七喜|二手|百分|千篇|百香|三文鱼|五花|四处|八宝"
)
_UNITS: Final = re.compile(
    r"\s?-?(?:(?P<percent>%|％|percent|prozent|por ?ciento|per ?cento|процент\w*|퍼센트)"
    r"|(?P<km>km\b|kilomet\w+|公里|千米|キロ|킬로|километ\w+|quilômet\w+|chilomet\w+)|(?P<mile>miles?\b|meilen?\b|英里|マイル|마일|millas?\b|milhas?\b|miglia\b|мил[ья]\w*)"
    r"|(?P<hour>hours?\b|hrs?\b|stunden?\b|heures?\b|horas?\b|ore\b|час\w*|个?小时|時間|시간)"
    r"|(?P<minute>min(?:ute)?[ns]?\b|minut\w+|минут\w*|分钟|分鐘|分間?(?!之)|분)"
    r"|(?P<day>days?\b|tagen?\b|tage\b|jours?\b|d[ií]as?\b|giorn[oi]\b|дн(?:я|ей)\b|день\b|天|日間)"
    r"|(?P<week>weeks?\b|wochen?\b|semaines?\b|semanas?\b|settiman[ae]\b|недел\w+|周(?!年)|星期|週間?|주)"
    r"|(?P<month>months?\b|monaten?\b|monate\b|mois\b|mes(?:es)?\b|mês\b|mes[ei]\b|месяц\w*|个月|個月|か月|ヶ月|개월|달)"
    r"|(?P<year>years?\b|jahren?\b|jahre\b|ans?\b|années?\b|años?\b|anos?\b|ann[oi]\b|лет\b|год\w*|周?年|年間|년|살|岁))",
    re.IGNORECASE,
)
_MAY_COUNT: Final = re.compile(rf"[\d{_CJK}]")
_LETTERS: Final = re.compile(r"[^\W\d_]+")
_WIDE: Final = {0xFF10 + number: str(number) for number in range(10)}
_MONEY: Final = re.compile(r"[$€£¥₩₽]\s?$")
_HALF_DAY: Final = re.compile(r"\s?(?:p\.?m\.?\b|(?:o'clock )?in the (?:evening|afternoon))", re.IGNORECASE)
_EVENING_BEFORE: Final = re.compile(r"(?:下午|晚上|傍晚|午後|夜|오후|저녁)\s?$")


class Amount(NamedTuple):
    """A number, its readings and its unit, which is empty when it has none that is known."""

    readings: frozenset[float]
    unit: str
    start: int
    end: int

    def is_in(self, others: list["Amount"]) -> bool:
        """Return whether one of `others` may be the same."""
        return any(
            not self.readings.isdisjoint(other.readings)
            and (not self.unit or not other.unit or self.unit == other.unit)
            for other in others
        )


def amounts(text: str, in_language: str) -> list[Amount]:
    """Return the numbers of `text` in order; words are read as those of its language."""
    if not _MAY_COUNT.search(text) and not any(
        _value(word, in_language) is not None for word in _LETTERS.findall(text)
    ):
        return []
    return [_with_half(text, one) for one in _amounts(text, in_language)]


def _with_half(text: str, one: Amount) -> Amount:
    """Return a number with the half that may follow it: "two and a half weeks"."""
    if _AND_A_HALF.match(text, one.end) is None:
        return one
    return one._replace(readings=one.readings | {reading + 0.5 for reading in one.readings})


_AND_A_HALF: Final = re.compile(
    r"\s+(?:and a half|et demie?|y medi[oa]|e mei[oa]|e mezz[oa]|с половиной)\b|半", re.IGNORECASE
)


def _amounts(text: str, in_language: str) -> Iterator[Amount]:
    plain = text if text.isascii() else text.translate(_WIDE)
    behind = 0
    for match in _NUMBER.finditer(plain):
        if match.start() < behind:
            continue
        if match["digits"]:
            yield from _written(plain, match)
        elif match["cjk"]:
            if not _NO_COUNT.match(plain, match.start()) and (value := _cjk(match.group())) is not None:
                yield Amount(
                    frozenset({value}), _unit(plain, match.start(), match.end()), match.start(), match.end()
                )
        else:
            found = _in_words(plain, match, in_language)
            if found is not None:
                yield found
                behind = found.end


def _written(text: str, match: re.Match[str]) -> Iterator[Amount]:
    digits, scale = match["digits"], _scale(match["scale"])
    unit = _unit(text, match.start(), match.end())
    if ":" in digits:
        is_late = _is_late(text, match.start(), match.end())
        for place, part in enumerate(digits.split(":")):
            value = _float(part)
            if value or not place:
                yield Amount(
                    _hours(value, is_late) if not place else frozenset({value}),
                    "",
                    match.start(),
                    match.end(),
                )
        return
    readings = {
        reading * factor for reading in _readings(digits) for factor in ({1.0, scale} if scale > 1 else {1.0})
    }
    if _is_late(text, match.start(), match.end()):
        readings |= {reading + 12 for reading in readings if reading < 12}
    elif len(readings) == 1 and unit == "" and 12 < min(readings) < 24:
        readings |= (
            {min(readings) - 12} if re.match(r"\s?(?:uhr|h\b|点|時|시)", text[match.end() :], re.I) else set()
        )
    yield Amount(frozenset(readings), unit, match.start(), match.end())


def _is_late(text: str, start: int, end: int) -> bool:
    return bool(_HALF_DAY.match(text, end) or _EVENING_BEFORE.search(text[max(start - 4, 0) : start]))


def _hours(value: float, is_late: bool) -> frozenset[float]:
    if is_late and value < 12:
        return frozenset({value, value + 12})
    return frozenset({value, value - 12}) if 12 < value < 24 else frozenset({value})


def _float(digits: str) -> float:
    return float(re.sub(r"[^\d.]", "", digits))


def _readings(digits: str) -> set[float]:
    """Return what a number with marks inside may mean: 1.000 is one or a thousand, 1,5 one and a half or fifteen."""
    marks = re.findall(r"[.,’' ]", digits)
    if not marks:
        return {_float(digits)}
    whole = re.sub(r"[.,’' ]", "", digits)
    last = max(digits.rfind(mark) for mark in set(marks))
    with_point = re.sub(r"[.,’' ]", "", digits[:last]) + "." + digits[last + 1 :]
    if len(digits) - last - 1 == 3:
        return {_float(whole), _float(with_point)} if len(marks) == 1 else {_float(whole)}
    return {_float(with_point)}


def _scale(word: str | None) -> float:
    if not word:
        return 1.0
    letter = word.strip()[0].lower()
    return {"k": 1e3, "m": 1e6, "万": 1e4, "萬": 1e4, "만": 1e4, "千": 1e3, "천": 1e3}.get(letter, 1e8)


def _unit(text: str, start: int, end: int) -> str:
    found = _UNITS.match(text, end)
    if found is not None:
        return found.lastgroup or ""
    return "money" if _MONEY.search(text[max(start - 2, 0) : start]) else ""


def _cjk(run: str) -> float | None:
    """Return the value of a Chinese numeral; digits alone are read one by one, and a lone 一 or 十 unit counts as well."""
    if all(letter in _CJK_DIGITS for letter in run):
        if len(run) == 1:
            return float(_CJK_DIGITS[run])
        return float("".join(str(_CJK_DIGITS[letter]) for letter in run))
    total, section, number = 0.0, 0.0, 0.0
    for letter in run:
        if letter in _CJK_DIGITS:
            number = _CJK_DIGITS[letter]
            continue
        unit = _CJK_UNITS[letter]
        if unit >= 10_000:
            total += (section + number or 1) * unit
            section = 0.0
        else:
            section += (number or 1) * unit
        number = 0.0
    return total + section + number or None


def _in_words(text: str, match: re.Match[str], in_language: str) -> Amount | None:
    """Return the number that begins with this word: "twenty-seven", "two hundred", "siebenundzwanzig"."""
    total, current, end = 0.0, 0.0, 0
    word: re.Match[str] | None = match
    while word is not None and word["words"]:
        value = _value(word.group(), in_language)
        if value is None:
            break
        if value in {100, 1000, 1_000_000}:
            current = (current or 1) * value
            if value > 100:
                total, current = total + current, 0.0
        elif current and not (
            current % 100 == 0 or (current % 100 >= 20 and current % 10 == 0 and value < 10)
        ):
            break
        else:
            current += value
        end = word.end()
        word = _NUMBER.match(text, end + 1)
    if not end or total + current in {0.0, 100.0, 1000.0, 1_000_000.0}:
        return None
    return Amount(frozenset({total + current}), _unit(text, match.start(), end), match.start(), end)


@lru_cache(maxsize=8192)
def _value(word: str, in_language: str) -> float | None:
    words = _words().get(in_language, {})
    plain = folded(word)
    if plain in words:
        return words[plain]
    if in_language == "de":
        ones, joint, tens = plain.partition("und")
        if joint and words.get(tens) in range(20, 100, 10) and (ones == "ein" or ones in words):
            return words[tens] + words.get(ones, 1)
    return None


@lru_cache(maxsize=1)
def _words() -> dict[str, dict[str, float]]:
    words: dict[str, dict[str, float]] = {name: {} for name in LANGUAGES}
    for line in NUMERALS.strip().split("\n"):
        number, _, columns = line.partition(": ")
        for name, forms in zip(LANGUAGES, columns.split("|"), strict=True):
            for form in forms.split():
                words[name].setdefault(folded(form), float(number))
    return words
