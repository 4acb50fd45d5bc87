"""The weights of the trained judge: from the signs of a message and its hits to how likely memory can help.

A logistic regression: each sign counts by how far it lies from what is usual, so that what each adds explains the answer.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from recall_sidecar.settings.tables import Eagerness

__all__ = ["Weighed", "Weights", "parse"]


@dataclass(frozen=True, slots=True)
class Weighed:
    """How likely memory can help, 0 to 1, and what each sign added to the log odds, the heaviest first."""

    likely: float
    because: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Weights:
    """What each sign counts and what is usual of it, the log odds of the usual, and how likely is likely enough."""

    signs: Mapping[str, tuple[float, float]]
    usual: float
    thresholds: Mapping[Eagerness, float]

    def weigh(self, signs: Mapping[str, float]) -> Weighed:
        """Weigh `signs`, which hold every sign that has a weight."""
        added = [(name, weight * (signs[name] - usual)) for name, (weight, usual) in self.signs.items()]
        odds = self.usual + sum(each for _, each in added)
        added.sort(key=lambda each: -abs(each[1]))
        return Weighed(1 / (1 + math.exp(-max(min(odds, 30.0), -30.0))), tuple(added))


def parse(data: Mapping[str, Any]) -> Weights:
    """Return the weights that `data` holds; the training record beside them is for people."""
    return Weights(
        {name: (float(each["weight"]), float(each["usual"])) for name, each in data["signs"].items()},
        float(data["usual"]),
        {
            "eager": float(data["thresholds"]["eager"]),
            "balanced": float(data["thresholds"]["balanced"]),
            "frugal": float(data["thresholds"]["frugal"]),
        },
    )
