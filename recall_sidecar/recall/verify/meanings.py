"""What words mean, roughly: words of ten languages that share a meaning share a key, and inflected forms share a stem.

Built once, when a summary is first checked.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from recall_sidecar.memory import hanzi
from recall_sidecar.memory.stem import stem
from recall_sidecar.recall.verify.lexicon.cities import CITIES
from recall_sidecar.recall.verify.lexicon.countries import COUNTRIES
from recall_sidecar.recall.verify.lexicon.doings import DOINGS
from recall_sidecar.recall.verify.lexicon.english import ENGLISH
from recall_sidecar.recall.verify.lexicon.exclusive import EXCLUSIVE
from recall_sidecar.recall.verify.lexicon.ideas import IDEAS
from recall_sidecar.recall.verify.lexicon.people import KIN, PEOPLE
from recall_sidecar.recall.verify.lexicon.things import THINGS

__all__ = [
    "ADVISING",
    "EXPLAINING",
    "GUESSED",
    "LONGEST",
    "STRICT",
    "TALKING",
    "folded",
    "in_run",
    "keys_of",
    "place_of",
    "places_in",
    "stem_key",
]

# The longest word of a language without spaces that is looked up.
LONGEST: Final = 7
# A key of words whose meaning was found by their stem alone; it is never a key of a passage.
GUESSED: Final = "=?"
# Keys of words that no other word stands for; their forms are all listed.
STRICT: Final = ("kin", "only")
_STEM_CHARS: Final = 5
_ACCENT: Final = re.compile(r"[\u0300-\u036f]")
_RUN: Final = re.compile(r"[\u3005\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_VOWELS: Final = "aeiouаеиоуыэюяйь"
_TABLES: Final = (
    ("do", DOINGS), ("en", ENGLISH), ("id", IDEAS), ("pe", PEOPLE), ("kin", KIN), ("only", EXCLUSIVE), ("th", THINGS),
)  # fmt: skip


@lru_cache(maxsize=16384)
def folded(word: str) -> str:
    """Return a word in lower case, without accents and without a possessive ending."""
    low = word.casefold().replace("’", "'")
    low = low.removesuffix("'s").removesuffix("'")
    if low.isascii():
        return low
    bare = unicodedata.normalize("NFD", low)
    # Other than an accent, a breve or a diaeresis makes a Cyrillic letter of another one.
    if any("\u0400" <= letter <= "\u04ff" for letter in low):
        return low.replace("ё", "е")
    return unicodedata.normalize("NFC", _ACCENT.sub("", bare)).replace("ß", "ss")


def stem_key(word: str) -> str:
    """Return what the forms of a folded word have in common."""
    root = stem(word) if word.isascii() else word
    if len(root) > _STEM_CHARS:
        return root[:_STEM_CHARS]
    return root[:-1] if len(root) > 3 and root[-1] in _VOWELS else root


@lru_cache(maxsize=16384)
def keys_of(word: str) -> frozenset[str]:
    """Return the keys of a folded word: its stem, and the meanings it may have."""
    exact, by_stem, _ = _lexicon()
    key = stem_key(word)
    if word in exact:
        return exact[word] | {f"={key}"}
    near = by_stem.get(key, frozenset())
    return near | {f"={key}", GUESSED} if near else frozenset({f"={key}"})


def in_run(text: str, start: int) -> tuple[int, frozenset[str]]:
    """Return the length and the meanings of the longest known word of a run that begins at `start`; 0 for none."""
    _, _, runs = _lexicon()
    for size in range(min(LONGEST, len(text) - start), 0, -1):
        if (found := runs.get(text[start : start + size])) is not None:
            return size, found
    return 0, frozenset()


# Who is told, asked or thanked need not be named where it is said.
TALKING: Final = frozenset(
    {"=told", "=ask", "=thank", "=recom", "=sugge", "=advis", "=invit", "=encou", "=congr", "=wish"}
)


# Who gives advice speaks of the one who gets it.
ADVISING: Final = frozenset(
    {"=recom", "=sugge", "=advis", "=encou", "=urge", "=say", "=said", "=tell", "=told", "=think"}
)


# Who does so is who said it.
EXPLAINING: Final = frozenset(
    {"=expla", "=recom", "=sugge", "=advis", "=descr", "=menti", "=推荐", "=建议", "=解释", "=介绍", "=说明"}
)


@lru_cache(maxsize=4096)
def place_of(phrase: str) -> str:
    """Return the key of the place that a folded phrase names, empty for none."""
    return _places().get(phrase, "")


def places_in(words: Sequence[str]) -> frozenset[str]:
    """Return the keys of the places that folded words name, up to three words each."""
    return frozenset(
        key
        for start in range(len(words))
        for size in (1, 2, 3)
        if (key := place_of(" ".join(words[start : start + size])))
    )


@lru_cache(maxsize=1)
def _lexicon() -> tuple[dict[str, frozenset[str]], dict[str, frozenset[str]], dict[str, frozenset[str]]]:
    """Return the meanings of whole words, of stems, and of words in scripts without spaces."""
    exact: dict[str, set[str]] = {}
    by_stem: dict[str, set[str]] = {}
    runs: dict[str, set[str]] = {}
    for key, words in _entries():
        for word in words:
            if _RUN.search(word):
                runs.setdefault(hanzi.folded(word), set()).add(key)
                continue
            plain = folded(word)
            exact.setdefault(plain, set()).add(key)
            if not key.startswith(STRICT):
                by_stem.setdefault(stem_key(plain), set()).add(key)
    for name, key in _places().items():
        if _RUN.search(name):
            runs.setdefault(hanzi.folded(name), set()).add(key)
    return tuple({word: frozenset(keys) for word, keys in table.items()} for table in (exact, by_stem, runs))  # type: ignore[return-value]


def _entries() -> Iterator[tuple[str, list[str]]]:
    for prefix, table in _TABLES:
        for number, line in enumerate(table.strip().split("\n")):
            common = "~" if line.startswith("~") else ""
            yield f"{common}{prefix}{number}", line.lstrip("~").replace("|", " ").split()


@lru_cache(maxsize=1)
def _places() -> dict[str, str]:
    places: dict[str, str] = {}
    for table in (COUNTRIES, CITIES):
        for line in table.strip().split("\n"):
            names = [name for column in line.split("|") for name in column.split("/") if name]
            for name in names:
                places.setdefault(folded(name), f"place:{names[0]}")
    return places
