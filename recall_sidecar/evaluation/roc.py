"""How well a number tells two groups apart, whatever the threshold. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

__all__ = ["RocPoint", "auroc", "roc"]


@dataclass(frozen=True, slots=True)
class RocPoint:
    """What a threshold does: the shares of both groups that reach it."""

    threshold: float
    false_alarms: float
    recall: float


def roc(worthy: Sequence[float], others: Sequence[float]) -> tuple[RocPoint, ...]:
    """Return a point for each threshold that makes a difference, from the one that nothing reaches; both groups are needed."""
    scored = sorted([(score, True) for score in worthy] + [(score, False) for score in others], reverse=True)
    points = [RocPoint(float("inf"), 0.0, 0.0)]
    reached = [0, 0]
    for score, group in groupby(scored, key=lambda each: each[0]):
        for _, is_worthy in group:
            reached[is_worthy] += 1
        points.append(RocPoint(score, reached[False] / len(others), reached[True] / len(worthy)))
    return tuple(points)


def auroc(worthy: Sequence[float], others: Sequence[float]) -> float:
    """Return how often one of `worthy` scores above one of `others`, a draw counted half."""
    points = roc(worthy, others)
    steps = pairwise(points)
    return sum((b.false_alarms - a.false_alarms) * (a.recall + b.recall) / 2 for a, b in steps)
