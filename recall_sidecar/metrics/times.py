"""A histogram of times: how many lay below each of a few bounds, and their sum."""

from bisect import bisect_left

__all__ = ["BOUNDS_S", "Times"]

# From what the gate takes to what a turn may: finest where the budgets lie (50 ms, 250 ms, 1 s, 4 s soft, 15 s hard).
BOUNDS_S = (
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 0.75, 1.0, 1.5, 2.5, 4.0, 6.0, 10.0, 15.0,
)  # fmt: skip
_BOUNDS_MS = tuple(bound * 1000 for bound in BOUNDS_S)


class Times:
    """Times of one kind; `total_s` is their sum."""

    __slots__ = ("_counts", "_total_ms")

    def __init__(self) -> None:
        self._counts = [0] * (len(_BOUNDS_MS) + 1)
        self._total_ms = 0.0

    def add(self, ms: float) -> None:
        """Take in one time, in milliseconds; it counts for the first bound that it does not exceed."""
        self._counts[bisect_left(_BOUNDS_MS, ms)] += 1
        self._total_ms += ms

    @property
    def total_s(self) -> float:
        """The sum of the times, in seconds."""
        return self._total_ms / 1000

    def cumulated(self) -> tuple[int, ...]:
        """Return how many times lie at or below each bound, and last how many there are."""
        below, so_far = [], 0
        for count in self._counts:
            so_far += count
            below.append(so_far)
        return tuple(below)
