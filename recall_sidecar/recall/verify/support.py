"""How much of a clause a passage says: the share of its words that mean something the passage says as well."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from recall_sidecar.recall.verify.claim import Claim
from recall_sidecar.recall.verify.evidence import Evidence
from recall_sidecar.recall.verify.meanings import GUESSED
from recall_sidecar.recall.verify.tokens import SMALL_HAN, Token

__all__ = ["Coverage", "coverage", "han_coverage", "han_letters", "overlap", "weight"]

_PAIR: Final = 0.5
# What is done everywhere tells little.
_COMMON: Final = 0.4
_DOUBTFUL: Final = 0.5


class Coverage(NamedTuple):
    """The weight of a clause's words that were found, and of all that count; `share` is 1 for a clause without any."""

    held: float
    all: float

    @property
    def share(self) -> float:
        """Return the share that was found."""
        return self.held / self.all if self.all else 1.0


def weight(word: Token) -> float:
    """Return how much a word tells."""
    return _PAIR if word.kind == "pair" else _weight(word.keys)


@lru_cache(maxsize=8192)
def _weight(keys: frozenset[str]) -> float:
    meanings = [key for key in keys if key[0] != "="]
    return _COMMON if any(key[0] == "~" for key in meanings) else 1.0


def coverage(words: Sequence[Token], *keys: frozenset[str], is_translated: bool) -> Coverage:
    """Return how much of `words` has a key in one of the sets of `keys`.

    In another language than the passage's a word that is in no list says nothing, unless it is the same there.
    """
    held = whole = 0.0
    for word in words:
        if any(not word.keys.isdisjoint(each) for each in keys):
            held += weight(word)
        elif is_translated and all(key.startswith("=") for key in word.keys):
            continue
        elif is_translated and GUESSED in word.keys:
            whole += weight(word) * _DOUBTFUL
            continue
        whole += weight(word)
    return Coverage(held, whole)


def han_letters(claim: Claim) -> list[str]:
    """Return the telling Chinese characters of a clause, without names and numbers."""
    spans = [
        *((name.start, name.end) for name in claim.names),
        *((one.start, one.end) for one in claim.amounts),
    ]
    exact = {place for start, end in spans for place in range(start, end)}
    return [
        letter
        for place, letter in enumerate(claim.text)
        if "\u3400" <= letter <= "\u9fff" and letter not in SMALL_HAN and place not in exact
    ]


def han_coverage(claim: Claim, found: Sequence[Evidence]) -> Coverage | None:
    """Return how many telling characters of a Chinese clause stand in a passage, None where one is in another language."""
    if claim.language != "zh" or any(each.language != "zh" for each in found):
        return None
    letters = han_letters(claim)
    held = sum(any(letter in each.plain for each in found) for letter in letters)
    return Coverage(float(held), float(len(letters)))


def overlap(words: Sequence[Token], keys: frozenset[str]) -> float:
    """Return the weight of the words that have a key among `keys`."""
    return sum(weight(word) for word in words if not word.keys.isdisjoint(keys))
