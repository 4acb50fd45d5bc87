"""Figures of a judge that gives scores: how well they part what is wanted from the rest, and what a threshold costs."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Figure", "alarms", "auroc", "concordance", "figure", "roc", "threshold_at"]

_DRAWS = 1000
_SEED = 20_261_201


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure with where it lies with 95 % confidence, and how many messages it rests on."""

    value: float
    low: float
    high: float
    count: int

    def as_json(self) -> dict[str, Any]:
        """Return the figure for the JSON report."""
        return {
            "value": round(self.value, 4),
            "interval": [round(self.low, 4), round(self.high, 4)],
            "count": self.count,
        }

    def __str__(self) -> str:
        return f"{self.value:.3f} ({self.low:.3f}-{self.high:.3f})"


def auroc(wanted: "NDArray[np.float64]", others: "NDArray[np.float64]") -> float:
    """Return how often one that is wanted scores above one that is not; equal scores count half."""
    ranked = np.sort(others)
    below = np.searchsorted(ranked, wanted, "left")
    up_to = np.searchsorted(ranked, wanted, "right")
    return float((below + up_to).sum() / 2 / (len(wanted) * len(others)))


def threshold_at(wanted: "NDArray[np.float64]", recall: float) -> float:
    """Return the highest threshold that at least this share of the wanted reaches."""
    ranked = np.sort(wanted)[::-1]
    return float(ranked[max(int(np.ceil(recall * len(ranked))), 1) - 1])


def alarms(others: "NDArray[np.float64]", threshold: float) -> float:
    """Return the share of what is not wanted that reaches `threshold`."""
    return float((others >= threshold).mean())


def concordance(with_gold: "NDArray[np.float64]", without: "NDArray[np.float64]") -> float:
    """Return the share of pairs in which the first scores higher; equal ones count half."""
    return float((with_gold > without).mean() + (with_gold == without).mean() / 2)


def figure(measure: Callable[..., float], *samples: "NDArray[np.float64]", is_paired: bool = False) -> Figure:
    """Return what `measure` makes of `samples`, with its bootstrap interval; always the same one.

    Samples are drawn each by itself, or together where they are pairs.
    """
    draw = np.random.default_rng(_SEED)
    values: list[float] = []
    for _ in range(_DRAWS):
        if is_paired:
            chosen = draw.integers(0, len(samples[0]), len(samples[0]))
            values.append(measure(*(sample[chosen] for sample in samples)))
        else:
            values.append(
                measure(*(sample[draw.integers(0, len(sample), len(sample))] for sample in samples))
            )
    low, high = np.quantile(values, (0.025, 0.975))
    return Figure(measure(*samples), float(low), float(high), sum(map(len, samples)))


def roc(wanted: "NDArray[np.float64]", others: "NDArray[np.float64]") -> list[tuple[float, float]]:
    """Return the curve from (0, 0) to (1, 1): false alarms and recall at each threshold."""
    thresholds = np.unique(np.concatenate([wanted, others]))[::-1]
    return [(0.0, 0.0), *((alarms(others, each), alarms(wanted, each)) for each in thresholds)]
