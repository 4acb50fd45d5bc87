"""How much of a clause a passage says: the share of its words that mean something the passage says as well."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from recall_sidecar.recall.verify.evidence import Evidence, Part
from recall_sidecar.recall.verify.tokens import Token

__all__ = ["Coverage", "best_parts", "coverage", "overlap"]

_PAIR: Final = 0.5
# What is done everywhere tells little.
_COMMON: Final = 0.4


class Coverage(NamedTuple):
    """The weight of a clause's words that were found, and of all that count; `share` is 1 for a clause without any."""

    held: float
    all: float

    @property
    def share(self) -> float:
        """Return the share that was found."""
        return self.held / self.all if self.all else 1.0


def _weight(word: Token) -> float:
    if word.kind == "pair":
        return _PAIR
    meanings = [key for key in word.keys if key[0] != "="]
    return _COMMON if meanings and all(key[0] == "~" for key in meanings) else 1.0


def coverage(words: Sequence[Token], keys: frozenset[str], *, is_translated: bool) -> Coverage:
    """Return how much of `words` has a key among `keys`.

    In another language than the passage's a word that is in no list says nothing, unless it is the same there.
    """
    held = whole = 0.0
    for word in words:
        if not word.keys.isdisjoint(keys):
            held += _weight(word)
        elif is_translated and all(key.startswith("=") for key in word.keys):
            continue
        whole += _weight(word)
    return Coverage(held, whole)


def overlap(words: Sequence[Token], keys: frozenset[str]) -> float:
    """Return the weight of the words that have a key among `keys`."""
    return sum(_weight(word) for word in words if not word.keys.isdisjoint(keys))


def best_parts(words: Sequence[Token], found: Sequence[Evidence], *, near: float) -> list[tuple[Evidence, Part]]:
    """Return the parts of passages that share most words with a clause, and those that come `near` (a share of the most)."""
    scored = [(overlap(words, part.keys), each, part) for each in found for part in each.parts]
    best = max((score for score, _, _ in scored), default=0.0)
    return [(each, part) for score, each, part in scored if best and score >= best * near]
