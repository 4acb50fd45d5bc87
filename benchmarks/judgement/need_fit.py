"""Fit a logistic regression, by Newton's method on standardised columns."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Fit", "fit", "fit_signed"]

_STEPS = 50
_CLOSE = 1e-5


@dataclass(frozen=True, slots=True)
class Fit:
    """Weights of the columns as they are, not standardised, and what is added."""

    weights: "NDArray[np.float64]"
    bias: float

    def scores(self, table: "NDArray[np.float64]") -> "NDArray[np.float64]":
        """Return the log odds of each row."""
        return np.asarray(table @ self.weights + self.bias, np.float64)


def fit(
    table: "NDArray[np.float64]", wanted: Sequence[bool], shares: Sequence[float], *, penalty: float = 1.0
) -> Fit:
    """Return what tells the rows that are `wanted` from the others.

    `shares` say how much each row counts; `penalty` holds the weights of standardised columns small.
    """
    counts = np.asarray(shares, np.float64)
    right = np.asarray(wanted, np.float64)
    mean = np.average(table, axis=0, weights=counts)
    spread = np.sqrt(np.average((table - mean) ** 2, axis=0, weights=counts))
    spread[spread < _CLOSE] = 1.0
    columns = np.hstack([(table - mean) / spread, np.ones((len(table), 1))])
    ridge = np.full(columns.shape[1], penalty)
    ridge[-1] = _CLOSE
    weights = np.zeros(columns.shape[1])
    for _ in range(_STEPS):
        odds = np.clip(columns @ weights, -30, 30)
        likely = 1 / (1 + np.exp(-odds))
        gradient = columns.T @ (counts * (likely - right)) + ridge * weights
        curve = (columns * (counts * likely * (1 - likely))[:, None]).T @ columns + np.diag(ridge)
        step = np.linalg.solve(curve, gradient)
        weights = weights - step
        if float(np.abs(step).max()) < _CLOSE:
            break
    plain = weights[:-1] / spread
    return Fit(plain, float(weights[-1] - plain @ mean))


def fit_signed(
    table: "NDArray[np.float64]",
    wanted: Sequence[bool],
    shares: Sequence[float],
    directions: Sequence[int],
    *,
    penalty: float = 1.0,
) -> Fit:
    """Return what `fit` does, with no weight against the direction of its column: 1 speaks for, -1 against, 0 either way.

    A column that would speak the other way only makes up for another one, and is left out.
    """
    allowed = np.asarray(directions)
    kept = np.ones(table.shape[1], bool)
    while True:
        found = fit(table[:, kept], wanted, shares, penalty=penalty)
        weights = np.zeros(table.shape[1])
        weights[kept] = found.weights
        wrong = weights * allowed < 0
        if not wrong.any():
            return Fit(weights, found.bias)
        kept &= ~wrong
