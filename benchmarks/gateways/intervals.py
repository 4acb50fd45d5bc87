"""How sure a median is: bootstrap intervals over turns that belong together in pairs."""

import random
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass

__all__ = ["Interval", "Pairs", "added", "ratio"]

# Pairs of times, (this, that); a pair is drawn whole, so what slowed both does not count as a difference.
Pairs = Sequence[tuple[float, float]]
_ROUNDS = 4000
_SHARE = 0.95


@dataclass(frozen=True, slots=True)
class Interval:
    """A figure and the bounds between which 95 of 100 resamples of its pairs put it."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"95 %: {self.low:.3g} to {self.high:.3g}"


def added(pairs: Pairs) -> Interval:
    """Return the median of the differences this - that."""
    return _bootstrap(pairs, lambda drawn: statistics.median(this - that for this, that in drawn))


def ratio(pairs: Pairs) -> Interval:
    """Return the median of this divided by the median of that; no median of that may be 0."""
    return _bootstrap(pairs, _ratio_of_medians)


def _ratio_of_medians(drawn: Pairs) -> float:
    return statistics.median(this for this, _ in drawn) / statistics.median(that for _, that in drawn)


def _bootstrap(pairs: Pairs, figure: Callable[[Pairs], float]) -> Interval:
    """Return the figure of `pairs`, which must not be empty, with percentiles of its resamples."""
    rng = random.Random(7)  # noqa: S311 -- the same pairs give the same interval; nothing secret
    drawn = sorted(figure(rng.choices(pairs, k=len(pairs))) for _ in range(_ROUNDS))
    cut = int(_ROUNDS * (1 - _SHARE) / 2)
    return Interval(figure(pairs), drawn[cut], drawn[-cut - 1])
