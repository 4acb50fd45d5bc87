"""A text as the row of its words' classes: one character a word, so that rules are patterns over meanings.

A word may belong to several classes; each combination that occurs has a character of its own.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, TypeAlias

from recall_sidecar.screen.folding import fold, latin_of, plain_word
from recall_sidecar.screen.lexicon import ORDERS
from recall_sidecar.screen.wishes import WISHES

__all__ = ["BREAK", "LINE", "OTHER", "Row", "row", "signs_of"]

# A word of no class, and where a sentence or a line ends, or a quotation begins.
OTHER: Final = "."
BREAK: Final = "|"
# Where a line ends, and perhaps no sentence.
LINE: Final = "~"
# Classes of words that are told by their form: an address, the name of a function.
_FORMS: Final = ("LINK", "NAME")
# Words of so many letters may be several that run together, of at least so many each.
_LEAST_RUN: Final = 12
_LEAST_IN_RUN: Final = 4
_LEAST_HALVES: Final = 6
# Below 256, since patterns over higher characters take ten times as long to make.
_SIGNS: Final = "".join(
    chr(code)
    for code in (*range(0x01, 0x1F), *range(0x30, 0x100))
    if code < 0x1F or chr(code).isalnum() or code >= 0x80
)
# Beginnings of words and what they are, by their own first letters; none is shorter than that.
_STEM_HEAD: Final = 4
_Stems: TypeAlias = Mapping[str, Sequence[tuple[str, int]]]
_CJK: Final = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_IS_CJK: Final = re.compile(f"[{_CJK}]")
# An address, told by its form; it becomes one word of these.
_LINK_SIGN: Final = "\uf8ff"
_LINK: Final = re.compile(
    r"(?:https?|ftp|file)://[^\s\"'<>)]{1,300}|www\.[\w-]{1,63}\.[\w./-]{2,200}|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{2,64}"
)
_SPEAKER: Final = re.compile(r"\n(?=[^\W\d_][\w ]{0,20}[:：])")
# Longer words say nothing that is known here; of them the beginning is looked at.
_TOKEN: Final = re.compile(
    rf"{_LINK_SIGN}+|[{_CJK}]+|[^\W_{_CJK}{_LINK_SIGN}](?:[^\W_{_CJK}]|[@$!'’_-](?=[^\W_{_CJK}])){{0,40}}"
    r"|\n[ \t]*[-*+•>#|]+|[.!?…:;。！？：；\n\"“”„«»「『()\[\]{}<>|=#]+"
)


@dataclass(frozen=True, slots=True)
class Row:
    """The classes of a text's words as one string, all classes in it, and the folded text they were read from."""

    signs: str
    seen: int
    folded: str

    def places(self) -> list[tuple[int, int]]:
        """Return where each word begins and ends in the folded text."""
        places: list[tuple[int, int]] = []
        for match in _TOKEN.finditer(_prepared(self.folded)):
            start = match.start()
            for _, length in _cut(match[0]):
                places.append((start, start + length))
                start += length
        return places


def row(folded: str) -> Row:
    """Return the row of a folded text."""
    tokens = _TOKEN.findall(_prepared(folded))
    known = _known(tokens)
    each = [known[token] for token in tokens]
    exact = _TABLES.exact
    for place, (one, other) in enumerate(pairwise(tokens)):
        # A known word that stands in two pieces.
        if each[place] == OTHER and one + other in exact and each[place + 1] == OTHER:
            each[place] = _halves(one + other)
    signs = "".join(each)
    seen = 0
    for sign in set(signs):
        seen |= _TABLES.mask_of_sign[sign]
    return Row(signs, seen, folded)


def _known(tokens: Sequence[str]) -> dict[str, str]:
    """Return the signs of each token; they are kept for this text alone, so that words of a memory outlive no call."""
    exact, stems, sign_of = _TABLES.exact, _TABLES.stems, _TABLES.sign_of_mask
    known = {}
    for token in {*tokens}:
        # Most are plain words, which can be no disguise.
        if token.isalpha() and token.isascii() and len(token) < _LEAST_RUN:
            is_stem = token[:_STEM_HEAD] in stems
            known[token] = sign_of[_looked_up(token) if is_stem else exact.get(token, 0)]
        else:
            known[token] = _signs(token)
    return known


def signs_of(name: str) -> tuple[int, str]:
    """Return the bit of a class and the characters of all combinations it is part of."""
    bit = _TABLES.bits[name]
    return bit, "".join(sign for mask, sign in _TABLES.sign_of_mask.items() if mask & bit)


def _prepared(folded: str) -> str:
    """Return the text with each address made one word, and a break before each line that names who speaks."""
    folded = _SPEAKER.sub(";", folded)
    if "@" in folded or "://" in folded or "www." in folded:
        return _LINK.sub(lambda found: _LINK_SIGN * len(found[0]), folded)
    return folded


def _halves(word: str) -> str:
    return _TABLES.sign_of_mask[_looked_up(word)] if len(word) >= _LEAST_HALVES else OTHER


def _signs(token: str) -> str:
    return "".join(sign for sign, _ in _cut(token))


def _cut(piece: str) -> Sequence[tuple[str, int]]:
    """Return the words of a piece of text, their sign and their length: more than one where nothing stands between them."""
    first = piece[0]
    if first == _LINK_SIGN:
        return [(_sign("LINK"), len(piece))]
    if _IS_CJK.match(first):
        return _eastern(piece)
    if first.isalnum():
        return _western(piece)
    return [(LINE if piece == "\n" else BREAK, len(piece))]


def _western(word: str) -> tuple[tuple[str, int], ...]:
    mask = _mask(word)
    if mask:
        return ((_TABLES.sign_of_mask[mask], len(word)),)
    if "_" in word:
        # As functions are written, and hardly anything else; or an order whose words are joined.
        return ((_sign("NAME"), 0), *_parts(word, "_"))
    if "-" in word:
        return _parts(word, "-")
    return _run_together(word) or ((OTHER, len(word)),)


def _parts(word: str, joint: str) -> tuple[tuple[str, int], ...]:
    cut = [
        piece for part in word.split(joint) for piece in ((*_western(part)[:-1], _longer(_western(part)[-1])))
    ]
    sign, length = cut[-1]
    return (*cut[:-1], (sign, length - 1))


def _longer(piece: tuple[str, int]) -> tuple[str, int]:
    return piece[0], piece[1] + 1


def _run_together(word: str) -> tuple[tuple[str, int], ...]:
    """Cut a long word into the known ones it is made of; nothing when they are not most of it."""
    if len(word) < _LEAST_RUN:
        return ()
    known = _known_in(word, _TABLES.western, _TABLES.western_first)
    covered = sum(len(each) for _, each in known)
    return tuple(_with_between(word, known)) if covered * 2 >= len(word) else ()


def _eastern(run: str) -> list[tuple[str, int]]:
    return _with_between(run, _known_in(run, _TABLES.eastern, _TABLES.eastern_first))


def _known_in(
    run: str, entries: Mapping[str, Sequence[str]], first: re.Pattern[str]
) -> list[tuple[int, str]]:
    """Return the known words in a run, as long as they go, and where they stand."""
    found: list[tuple[int, str]] = []
    match = first.search(run)
    while match:
        after = place = match.start()
        for word in entries.get(run[place : place + 2], ()) or entries.get(run[place], ()):
            if run.startswith(word, place):
                found.append((place, word))
                after = place + len(word) - 1
                break
        match = first.search(run, after + 1)
    return found


def _with_between(run: str, known: Sequence[tuple[int, str]]) -> list[tuple[str, int]]:
    """Return the signs and lengths of known words and of what is between, which counts as a word by two characters."""
    found: list[tuple[str, int]] = []
    done = 0
    for place, word in (*known, (len(run), "")):
        found += [(OTHER, min(2, place - between)) for between in range(done, place, 2)]
        if word:
            found.append((_TABLES.sign_of_mask[_looked_up(word)], len(word)))
        done = place + len(word)
    return found


def _sign(form: str) -> str:
    return _TABLES.sign_of_mask[_TABLES.bits[form]]


def _mask(word: str) -> int:
    """Return the classes of a word, spelt as it is or in disguise."""
    found = _looked_up(word)
    if not found and not word.isascii():
        found = _looked_up(latin_of(word))
    if not found and ("'" in word or "’" in word):
        # French and Italian join a short word to the next, English an ending to the last.
        found = max(map(_looked_up, re.split("['’]", word)))
    for plain in plain_word(word) if not found else ():
        found = found or _looked_up(plain)
    return found


def _looked_up(word: str) -> int:
    return _all_of(word, _TABLES.exact, _TABLES.stems)


def _all_of(word: str, exact: Mapping[str, int], stems: _Stems) -> int:
    found = exact.get(word, 0)
    for stem, mask in stems.get(word[:_STEM_HEAD], ()):
        if word.startswith(stem):
            found |= mask
    return found


@dataclass(frozen=True, slots=True)
class _Tables:
    """The lexicon as it is looked up; `eastern` and `western` words by how they begin, longest first."""

    bits: Mapping[str, int]
    exact: Mapping[str, int]
    stems: _Stems
    eastern: Mapping[str, Sequence[str]]
    eastern_first: re.Pattern[str]
    western: Mapping[str, Sequence[str]]
    western_first: re.Pattern[str]
    sign_of_mask: Mapping[int, str]
    mask_of_sign: Mapping[str, int]


def _made() -> _Tables:
    classes = {**ORDERS, **WISHES}
    bits = {name: 1 << place for place, name in enumerate((*classes, *_FORMS))}
    exact: dict[str, int] = {}
    stems: dict[str, list[tuple[str, int]]] = {}
    for name, words in classes.items():
        for word in fold(words).text.split():
            if word.endswith("*"):
                stems.setdefault(word[:_STEM_HEAD], []).append((word[:-1], bits[name]))
            else:
                exact[word] = exact.get(word, 0) | bits[name]
    eastern: dict[str, list[str]] = {}
    western: dict[str, list[str]] = {}
    for word in sorted(exact, key=len, reverse=True):
        if _IS_CJK.match(word):
            eastern.setdefault(word[:2], []).append(word)
        elif len(word) >= _LEAST_IN_RUN:
            western.setdefault(word[:2], []).append(word)
    for head in [head for head in eastern if len(head) > 1]:
        # Where none of these stands, one character may still be a word.
        eastern[head] += eastern.get(head[0], [])
    # A word that begins as known stems do gathers the classes of all of them.
    known = (*exact, *(stem for each in stems.values() for stem, _ in each))
    masks = {_all_of(word, exact, stems) for word in known} | {bits[form] for form in _FORMS}
    sign_of = {0: OTHER, **dict(zip(sorted(masks), _SIGNS[: len(masks)], strict=True))}
    mask_of = {BREAK: 0, LINE: 0, **{sign: mask for mask, sign in sign_of.items()}}
    return _Tables(bits, exact, stems, eastern, _any_of(eastern), western, _any_of(western), sign_of, mask_of)


def _any_of(heads: Iterable[str]) -> re.Pattern[str]:
    return re.compile(f"[{re.escape(''.join(sorted({head[0] for head in heads})))}]")


# Made when the module is imported, so that no turn waits for it.
_TABLES: Final = _made()
