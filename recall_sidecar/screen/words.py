"""A text as the row of its words' classes: one character a word, so that rules are patterns over meanings.

A word may belong to several classes; each combination that occurs has a character of its own.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from recall_sidecar.screen.folding import fold, latin_of, plain_word
from recall_sidecar.screen.lexicon import CLASSES

__all__ = ["BREAK", "OTHER", "Row", "row", "signs"]

# A word of no class, and where a sentence or a line ends, or a quotation begins.
OTHER: Final = "."
BREAK: Final = "|"
_FIRST_SIGN: Final = 0xE000
_LEAST_PREFIX: Final = 3
_MOST_PREFIX: Final = 16
_CJK: Final = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_IS_CJK: Final = re.compile(f"[{_CJK}]")
# An address, told by its form; it becomes one word of these.
_LINK_SIGN: Final = "\uf8ff"
_LINK: Final = re.compile(
    r"(?:https?|ftp|file)://[^\s\"'<>)]{1,300}|www\.[\w-]{1,63}\.[\w./-]{2,200}|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{2,64}"
)
# Longer words say nothing that is known here; of them the beginning is looked at.
_TOKEN: Final = re.compile(
    rf"(?P<link>{_LINK_SIGN}+)|(?P<cjk>[{_CJK}]+)"
    rf"|(?P<word>[^\W_{_CJK}{_LINK_SIGN}](?:[^\W_{_CJK}]|[@$!|'’_-](?=[^\W_{_CJK}])){{0,40}})"
    r"|(?P<end>[.!?…:;。！？：；\n\"“”„«»「『()\[\]{}<>|=#]+)"
)


@dataclass(frozen=True, slots=True)
class Row:
    """The classes of a text's words as one string, where each word stands in the folded text, and all classes seen."""

    signs: str
    spans: tuple[tuple[int, int], ...]
    seen: int


def row(folded: str) -> Row:
    """Return the row of a folded text."""
    found: list[str] = []
    spans: list[tuple[int, int]] = []
    seen = 0
    sign_of = _tables().sign_of_mask
    for start, end, mask in _masks(folded):
        found.append(sign_of[mask] if mask >= 0 else BREAK)
        spans.append((start, end))
        if mask > 0:
            seen |= mask
    return Row("".join(found), tuple(spans), seen)


def signs(name: str) -> tuple[int, str]:
    """Return the bit of a class and the characters of all combinations it is part of."""
    tables = _tables()
    bit = tables.bits[name]
    return bit, "".join(sign for mask, sign in tables.sign_of_mask.items() if mask & bit)


def _masks(folded: str) -> Iterator[tuple[int, int, int]]:
    link = _tables().bits["LINK"]
    if "@" in folded or "://" in folded or "www." in folded:
        folded = _LINK.sub(lambda found: _LINK_SIGN * len(found[0]), folded)
    for match in _TOKEN.finditer(folded):
        kind = match.lastgroup
        start, end = match.span()
        if kind == "word":
            yield start, end, _mask(match[0])
        elif kind == "end":
            yield start, end, -1
        elif kind == "link":
            yield start, end, link
        else:
            yield from _eastern(match[0], start)


def _eastern(run: str, offset: int) -> Iterator[tuple[int, int, int]]:
    """Yield the words of a text that has no spaces: known ones as long as they go, what is between by two characters."""
    entries = _tables().eastern
    place = unknown = 0
    while place < len(run):
        word = next((each for each in entries.get(run[place], ()) if run.startswith(each, place)), "")
        if word or place - unknown == 2:
            if place > unknown:
                yield offset + unknown, offset + place, 0
            unknown = place
        if word:
            yield offset + place, offset + place + len(word), _looked_up(word)
            unknown = place + len(word)
        place += len(word) or 1
    if place > unknown:
        yield offset + unknown, offset + place, 0


@lru_cache(maxsize=8192)
def _mask(word: str) -> int:
    """Return the classes of a word, spelt as it is or in disguise."""
    if found := _looked_up(word):
        return found
    if not word.isascii():
        found = _looked_up(latin_of(word))
    for plain in plain_word(word):
        found = found or _looked_up(plain)
    return found


def _looked_up(word: str) -> int:
    tables = _tables()
    return _all_of(word, tables.exact, tables.prefixes)


def _all_of(word: str, exact: Mapping[str, int], prefixes: Mapping[str, int]) -> int:
    found = exact.get(word, 0)
    for length in range(_LEAST_PREFIX, min(len(word), _MOST_PREFIX) + 1):
        found |= prefixes.get(word[:length], 0)
    return found


@dataclass(frozen=True, slots=True)
class _Tables:
    """The lexicon as it is looked up; `eastern` by first character, longest first."""

    bits: Mapping[str, int]
    exact: Mapping[str, int]
    prefixes: Mapping[str, int]
    eastern: Mapping[str, Sequence[str]]
    sign_of_mask: Mapping[int, str]


@cache
def _tables() -> _Tables:
    bits = {name: 1 << place for place, name in enumerate((*CLASSES, "LINK"))}
    exact: dict[str, int] = {}
    prefixes: dict[str, int] = {}
    for name, words in CLASSES.items():
        for word in fold(words).text.split():
            table, key = (prefixes, word[:-1]) if word.endswith("*") else (exact, word)
            table[key] = table.get(key, 0) | bits[name]
    eastern: dict[str, list[str]] = {}
    for word in sorted(exact, key=len, reverse=True):
        if _IS_CJK.match(word):
            eastern.setdefault(word[0], []).append(word)
    # A word that begins as known stems do gathers the classes of all of them.
    masks = {_all_of(word, exact, prefixes) for word in (*exact, *prefixes)} | {bits["LINK"]}
    signs_of = {mask: chr(_FIRST_SIGN + place) for place, mask in enumerate(sorted(masks))}
    return _Tables(bits, exact, prefixes, eastern, {0: OTHER, **signs_of})
