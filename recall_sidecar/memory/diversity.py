"""Keep near-repeats from filling the list: who says what a better one has said loses a share of its score.

Two texts repeat each other when nearly all of their terms or, where both have one, their vectors are the same, and no number
tells them apart: an invoice is not another one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

__all__ = ["Said", "may_repeat", "repeats"]

_SHARE: Final = 0.3
# Below these nothing is a repeat; at 1 the whole share is lost.
_SAME_WORDS: Final = 0.7
_SAME_MEANING: Final = 0.9


@dataclass(frozen=True, slots=True)
class Said:
    """A passage: its number, its score and its terms."""

    id: int
    score: float
    terms: frozenset[str]


def may_repeat(passages: Sequence[int], cosines: Mapping[tuple[int, int], float]) -> bool:
    """Return whether `repeats` may name any of `passages`, whatever their terms are."""
    pairs = len(passages) * (len(passages) - 1) // 2
    return len(cosines) < pairs or any(cosine > _SAME_MEANING for cosine in cosines.values())


def repeats(found: Sequence[Said], cosines: Mapping[tuple[int, int], float]) -> dict[int, float]:
    """Return what each repeat among `found`, best first, loses of its score; others are not named.

    `cosines` holds the nearness of two passages, the better first, where both have a vector.
    """
    lost: dict[int, float] = {}
    kept: list[Said] = []
    for said in found:
        alike = max((_alike(better, said, cosines.get((better.id, said.id))) for better in kept), default=0.0)
        if alike:
            lost[said.id] = _SHARE * alike * said.score
        else:
            kept.append(said)
    return lost


def _alike(better: Said, said: Said, cosine: float | None) -> float:
    """Return how far one repeats the other: 0 not at all, 1 wholly."""
    if cosine is not None:
        alike = (cosine - _SAME_MEANING) / (1.0 - _SAME_MEANING)
    else:
        sizes = len(better.terms), len(said.terms)
        if min(sizes) < _SAME_WORDS * max(sizes):
            # So many more words cannot be the same ones.
            return 0.0
        both = len(better.terms & said.terms)
        shared = both / max(sum(sizes) - both, 1)
        alike = (shared - _SAME_WORDS) / (1.0 - _SAME_WORDS)
    # Few are that much alike, so numbers are seldom looked for.
    if alike <= 0.0 or _numbers(better.terms ^ said.terms):
        return 0.0
    return min(alike, 1.0)


def _numbers(terms: frozenset[str]) -> bool:
    return any(character.isdigit() for term in terms for character in term)
