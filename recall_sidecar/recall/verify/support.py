"""How much of a clause a passage says: the share of its words that mean something the passage says as well."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from recall_sidecar.recall.verify.evidence import Part
from recall_sidecar.recall.verify.meanings import GUESSED
from recall_sidecar.recall.verify.tokens import Token

__all__ = ["Coverage", "best_parts", "coverage", "overlap", "weight"]

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


def overlap(words: Sequence[Token], keys: frozenset[str]) -> float:
    """Return the weight of the words that have a key among `keys`."""
    return sum(weight(word) for word in words if not word.keys.isdisjoint(keys))


def best_parts(words: Sequence[Token], parts: Sequence[Part], *, near: float) -> list[tuple[Part, float]]:
    """Return the parts of passages that share most words with a clause, and those that come `near` (a share of the most)."""
    scored = [(part, overlap(words, part.keys)) for part in parts]
    best = max((score for _, score in scored), default=0.0)
    return [(part, score) for part, score in scored if best and score >= best * near]
