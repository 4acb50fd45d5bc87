"""Medians and tails of a list of times."""

from dataclasses import dataclass

__all__ = ["Figures"]


@dataclass(frozen=True, slots=True)
class Figures:
    """p50, p95, p99 and the largest of a list of times, in milliseconds."""

    count: int
    p50: float
    p95: float
    p99: float
    largest: float

    @classmethod
    def of(cls, times_ms: list[float]) -> "Figures":
        """Return the figures of `times_ms`, which must not be empty."""
        ordered = sorted(times_ms)

        def at(share: float) -> float:
            return ordered[min(int(share * len(ordered)), len(ordered) - 1)]

        return cls(len(ordered), at(0.50), at(0.95), at(0.99), ordered[-1])

    def __str__(self) -> str:
        return f"p50 {self.p50:8.2f}  p95 {self.p95:8.2f}  p99 {self.p99:8.2f}  max {self.largest:8.2f} ms  (n={self.count})"
