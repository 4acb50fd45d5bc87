"""Put what words say, what meanings say and what stands around a passage into one score, as parts that add up.

Words come first: their score has a meaning of its own (memory/score.py). Nearness of meaning counts of what the words left
open, context is added up to 1. The numbers were chosen on the development halves of four sets (docs/memory.md).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from recall_sidecar.memory.port import ScorePart
from recall_sidecar.memory.score import total

__all__ = ["Around", "evidence", "fused"]

_MEANING_SHARE = 0.85
# A cosine at which two texts say the same. Below it differences among weak ones count more than among strong ones.
_SAME = 0.8
_BEND = 0.8
_BEFORE_SHARE = 0.2
_FURTHER_BEFORE_SHARE = 0.05
_AFTER_SHARE = 0.1
# Unrelated texts reach this cosine, and the best of some hundreds of them a little more.
_UNRELATED = 0.2
_CERTAIN = 0.95


@dataclass(frozen=True, slots=True)
class Around:
    """How strongly the neighbours in the same file speak to the query by their words: each 0 to 1."""

    before: float = 0.0
    further_before: float = 0.0
    after: float = 0.0


def fused(words: Sequence[ScorePart], similarity: float | None, around: Around) -> tuple[ScorePart, ...]:
    """Return the parts of the score of a passage: each is at least 0, and they add up to 1 at most.

    Args:
        words: What its words are worth.
        similarity: Cosine between it and the query; None when there is none to have.
        around: What its neighbours' words are worth.
    """
    parts = list(words)
    if similarity is not None:
        near = min(max(similarity, 0.0) / _SAME, 1.0) ** _BEND
        parts.append(ScorePart("meaning", _MEANING_SHARE * near * (1.0 - total(parts))))
    context = (
        _BEFORE_SHARE * around.before
        + _FURTHER_BEFORE_SHARE * around.further_before
        + _AFTER_SHARE * around.after
    )
    if context:
        parts.append(ScorePart("context", min(context, max(1.0 - total(parts), 0.0))))
    return tuple(parts)


def evidence(words: float, similarity: float | None) -> float:
    """Return what is compared with the evidence floor, 0 to 1: words, and nearness beyond what unrelated texts have.

    Neighbours are no evidence: they only order what has some of its own.
    """
    nearness = 0.0 if similarity is None else (similarity - _UNRELATED) / (_CERTAIN - _UNRELATED)
    return words + min(max(nearness, 0.0), 1.0) * (1.0 - words)
