"""A text as the row of its words' classes: one character a word, so that rules are patterns over meanings.

A word may belong to several classes; each combination that occurs has a character of its own.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from recall_sidecar.screen.folding import fold, latin_of, plain_word
from recall_sidecar.screen.lexicon import CLASSES

__all__ = ["BREAK", "OTHER", "Row", "row", "signs_of"]

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
    rf"{_LINK_SIGN}+|[{_CJK}]+|[^\W_{_CJK}{_LINK_SIGN}](?:[^\W_{_CJK}]|[@$!|'’_-](?=[^\W_{_CJK}])){{0,40}}"
    r"|[.!?…:;。！？：；\n\"“”„«»「『()\[\]{}<>|=#]+"
)


@dataclass(frozen=True, slots=True)
class Row:
    """The classes of a text's words as one string, all classes in it, and the folded text they were read from."""

    signs: str
    seen: int
    folded: str

    def span(self, first: int, last: int) -> tuple[int, int]:
        """Return where the words from `first` to `last` stand in the folded text."""
        places = self._places()
        return places[first][0], places[last][1]

    def _places(self) -> list[tuple[int, int]]:
        places: list[tuple[int, int]] = []
        for match in _TOKEN.finditer(_with_links(self.folded)):
            start = match.start()
            for _, length in _cut(match[0]):
                places.append((start, start + length))
                start += length
        return places


def row(folded: str) -> Row:
    """Return the row of a folded text."""
    signs = "".join(map(_signs, _TOKEN.findall(_with_links(folded))))
    seen = 0
    for sign in set(signs):
        seen |= _TABLES.mask_of_sign[sign]
    return Row(signs, seen, folded)


def signs_of(name: str) -> tuple[int, str]:
    """Return the bit of a class and the characters of all combinations it is part of."""
    bit = _TABLES.bits[name]
    return bit, "".join(sign for mask, sign in _TABLES.sign_of_mask.items() if mask & bit)


def _with_links(folded: str) -> str:
    """Return the text with the characters of each address put in one place's stead, so that it is one word."""
    if "@" in folded or "://" in folded or "www." in folded:
        return _LINK.sub(lambda found: _LINK_SIGN * len(found[0]), folded)
    return folded


def _signs(token: str) -> str:
    return _of_word(token) if token[0].isalnum() and token[0] < "\u3040" else "".join(sign for sign, _ in _cut(token))


def _cut(token: str) -> list[tuple[str, int]]:
    """Return the words of a token, their sign and their length: more than one where a script has no spaces."""
    first = token[0]
    if first == _LINK_SIGN:
        return [(_TABLES.sign_of_mask[_TABLES.bits["LINK"]], len(token))]
    if _IS_CJK.match(first):
        return _eastern(token)
    return [(_of_word(token) if first.isalnum() else BREAK, len(token))]


def _eastern(run: str) -> list[tuple[str, int]]:
    """Cut known words out of a run, as long as they go; what is between counts as a word by two characters."""
    found: list[tuple[str, int]] = []
    done = 0
    match = _TABLES.eastern_first.search(run)
    while match:
        place = match.start()
        after = place + 1
        for word in _TABLES.eastern[match[0]]:
            if run.startswith(word, place):
                found += [(OTHER, min(2, place - between)) for between in range(done, place, 2)]
                found.append((_TABLES.sign_of_mask[_TABLES.exact[word]], len(word)))
                done = after = place + len(word)
                break
        match = _TABLES.eastern_first.search(run, after)
    return found + [(OTHER, min(2, len(run) - between)) for between in range(done, len(run), 2)]


@lru_cache(maxsize=8192)
def _of_word(word: str) -> str:
    return _TABLES.sign_of_mask[_mask(word)]


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
    return _all_of(word, _TABLES.exact, _TABLES.prefixes)


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
    eastern_first: re.Pattern[str]
    sign_of_mask: Mapping[int, str]
    mask_of_sign: Mapping[str, int]


def _made() -> _Tables:
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
    sign_of = {0: OTHER, **{mask: chr(_FIRST_SIGN + place) for place, mask in enumerate(sorted(masks))}}
    mask_of = {BREAK: 0, **{sign: mask for mask, sign in sign_of.items()}}
    return _Tables(bits, exact, prefixes, eastern, re.compile(f"[{''.join(eastern)}]"), sign_of, mask_of)


# Made when the module is imported, so that no turn waits for it.
_TABLES: Final = _made()
