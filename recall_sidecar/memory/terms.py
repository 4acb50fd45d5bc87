"""Cut text into terms, the same way for the index and for a query.

* Letters are compared without case, width and accents; English words by their stem.
* A compound (`snake_case`, `camelCase`, `notes/plan.md`, `v2.3.1`, an e-mail address) is found whole, by segment and
  by part; whole means its parts joined by `_`.
* Chinese, Japanese and Korean have no usable word borders: each run becomes single characters and overlapping
  pairs, traditional Chinese characters in their simplified form. Thai, Lao, Khmer and Burmese runs become overlapping triples. A run ends where the script changes.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

import regex

from recall_sidecar.memory import hanzi
from recall_sidecar.memory.stem import stem
from recall_sidecar.memory.stopwords import FAINT, STOP, STOP_CHARACTERS

__all__ = ["MAX_QUERY_TERMS", "QueryTerm", "date_tokens", "query_terms", "tokens"]

MAX_QUERY_TERMS = 48
# Far more than the terms above need; a longer text would only cost time.
_MAX_QUERY_CHARS = 4000
# A longer term is noise (base64, a minified file) and would only bloat the index.
_MAX_TERM_CHARS = 64
_MAX_COMPOUND_PARTS = 12
_FAINT_WEIGHT = 0.35
_STOP_WEIGHT = 0.15
# Shares of the weight that count when memory does not know a term.
_WORD = 1.0
_PAIR = 0.7
_WHOLE = 0.0

_PAIRED = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}ー々〆"
_TRIPLED = r"\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
_LETTER = rf"[[\p{{L}}\p{{M}}\p{{N}}]--[{_PAIRED}{_TRIPLED}]]"
_RUN = regex.compile(
    rf"(?P<paired>[{_PAIRED}]+)|(?P<tripled>[{_TRIPLED}]+)|(?P<word>{_LETTER}+(?:[_.\-/\\@:'’]{_LETTER}+)*)",
    regex.V1,
)
_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_ASCII_WORD = re.compile(r"[A-Za-z0-9]+(?:[_.\-/\\@:'][A-Za-z0-9]+)*")
_SEGMENT = regex.compile(r"[/\\@:]")
_PART = regex.compile(r"[_.\-]")
_CAMEL = regex.compile(r"(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})")
_APOSTROPHE = regex.compile(r"['’]s?(?![^_.\-/\\@:])|['’]")
_ACCENT = regex.compile(r"[\u0300-\u036f]+")


_Term = tuple[str, float]


@dataclass(frozen=True, slots=True)
class QueryTerm:
    """A term to look for. `weight` is below 1 for words that say little.

    `unknown_share` is how much of the weight is held against a passage when memory does not know the term at all: all
    of it for a word, some for a pair of characters (which may straddle two words), none for a compound as a whole (its
    parts are asked for too).
    """

    text: str
    weight: float = 1.0
    unknown_share: float = 1.0


def tokens(text: str) -> list[str]:
    """Return every term of `text`, in order, with repetitions."""
    return [term for run in _runs(text) for term, _ in run]


def date_tokens(day: date) -> list[str]:
    """Return the terms under which a passage about `day` is found: its day, month by name and number, and year."""
    return tokens(f"{day.day} {_MONTHS[day.month - 1]} {day.isoformat()}")


def query_terms(text: str) -> tuple[QueryTerm, ...]:
    """Return the terms a query asks for, each once, at most `MAX_QUERY_TERMS`.

    Stop words are left out unless there is nothing else.
    """
    chosen: dict[str, QueryTerm] = {}
    dropped: dict[str, QueryTerm] = {}
    for run in _runs(text[:_MAX_QUERY_CHARS], single=False):
        for term, unknown_share in run:
            if _is_stop(term):
                dropped.setdefault(term, QueryTerm(term, _STOP_WEIGHT, unknown_share))
            else:
                weight = _FAINT_WEIGHT if term in _FAINT_STEMS else 1.0
                chosen.setdefault(term, QueryTerm(term, weight, unknown_share))
    return tuple((chosen or dropped).values())[:MAX_QUERY_TERMS]


def _is_stop(term: str) -> bool:
    return term in _STOP_STEMS or STOP_CHARACTERS.issuperset(term)


def _runs(text: str, *, single: bool = True) -> Iterator[Sequence[_Term]]:
    """Yield the terms of each run of letters, each with its unknown share.

    `single` adds the single characters of a paired run; a query needs them only when the run is one character.
    """
    if text.isascii():
        # Most text by far, and ten times as fast.
        yield from map(_word_terms, _ASCII_WORD.findall(text))
        return
    for match in _RUN.finditer(unicodedata.normalize("NFKC", text)):
        run = match.group()
        if match.lastgroup == "word":
            yield _word_terms(run)
        elif match.lastgroup == "paired":
            run = hanzi.folded(run.casefold())
            singles = [*run] if single or len(run) == 1 else []
            yield [(term, _PAIR) for term in [*singles, *_windows(run, 2)]]
        else:
            yield [(term, _PAIR) for term in _windows(run, 3) or [run]]


def _windows(run: str, size: int) -> list[str]:
    return [run[start : start + size] for start in range(len(run) - size + 1)]


# Most words of a note are among the commonest few thousand; each kept one costs 350 bytes for as long as the daemon runs.
@lru_cache(maxsize=8192)
def _word_terms(word: str) -> tuple[_Term, ...]:
    if word.isascii() and word.isalpha() and (word.islower() or word[1:].islower()):
        return ((stem(word.lower()), _WORD),) if len(word) <= _MAX_TERM_CHARS else ()
    found: list[_Term] = []
    segments = [_parts(segment) for segment in _SEGMENT.split(_APOSTROPHE.sub("", word))]
    if len(segments) > 1:
        _add_compound(found, [part for segment in segments for part in segment])
    for segment in segments:
        if len(segment) > 1:
            _add_compound(found, segment)
        for part in segment:
            found.extend((_folded(piece), _WORD) for piece in (part, *_humps(part)))
    return tuple((term, share) for term, share in found if 0 < len(term) <= _MAX_TERM_CHARS)


def _add_compound(found: list[_Term], parts: list[str]) -> None:
    if len(parts) <= _MAX_COMPOUND_PARTS:
        found.append(("_".join(_folded(part) for part in parts), _WHOLE))


def _parts(segment: str) -> list[str]:
    return [part for part in _PART.split(segment) if part]


def _humps(part: str) -> list[str]:
    """Return the words of a camelCase `part`, none when it is one word."""
    pieces = _CAMEL.split(part)
    return pieces if len(pieces) > 1 else []


def _folded(word: str) -> str:
    folded = word.casefold()
    if not folded.isascii():
        folded = unicodedata.normalize("NFC", _ACCENT.sub("", unicodedata.normalize("NFD", folded)))
    return stem(folded)


_STOP_STEMS = frozenset(stem(_folded(word)) for word in STOP)
_FAINT_STEMS = frozenset(stem(word) for word in FAINT) - _STOP_STEMS
