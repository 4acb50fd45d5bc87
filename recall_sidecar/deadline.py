"""One budget per turn, on one monotonic clock that is passed in.

A budget is a length (milliseconds), a deadline is a moment. `Deadline` carries both, so that no bare float
travels between the steps. Moving the wall clock never changes a deadline.
"""

import time
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol, Self

__all__ = ["DELIVERY_RESERVE_MS", "Clock", "Deadline", "SystemClock"]

# What is kept back from the host's budget so that the answer still arrives in time.
DELIVERY_RESERVE_MS = 250


class Clock(Protocol):
    """Where time comes from."""

    def monotonic(self) -> float:
        """Return seconds on a clock that never goes back."""

    def now(self) -> datetime:
        """Return the wall time, with its zone."""


class SystemClock:
    """The machine's own clocks; `monotonic` is the clock of asyncio's event loop."""

    # The function itself, not one that calls it: a turn asks thirty times.
    monotonic = staticmethod(time.monotonic)

    def now(self) -> datetime:
        """Return the present moment in UTC."""
        return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Deadline:
    """The moment by which a turn must be answered.

    `started_at`, `soft_at` and `expires_at` are seconds on `clock.monotonic()`. `budget_ms` is what remained at
    the start once `DELIVERY_RESERVE_MS` was taken off; past `soft_at` an extract may answer in the model's place.
    """

    clock: Clock
    started_at: float
    soft_at: float
    expires_at: float
    budget_ms: int

    @classmethod
    def start(
        cls,
        clock: Clock,
        *,
        timeout_ms: int,
        host_budget_ms: int | None,
        soft_budget_ms: int,
        started_at: float | None = None,
    ) -> Self:
        """Start the budget of a turn.

        The effective budget is the smaller of `timeout_ms` and what the host says is left, less
        `DELIVERY_RESERVE_MS` and never below zero. `started_at` dates it back to when the request arrived.
        """
        allowed = timeout_ms if host_budget_ms is None else min(timeout_ms, host_budget_ms)
        # A tiny budget keeps half of itself: a quick answer can still be delivered.
        budget_ms = max(allowed - DELIVERY_RESERVE_MS, allowed // 2, 0)
        begun = clock.monotonic() if started_at is None else started_at
        expires_at = begun + budget_ms / 1000
        soft_at = min(begun + soft_budget_ms / 1000, expires_at)
        return cls(clock, begun, soft_at, expires_at, budget_ms)

    def remaining_s(self) -> float:
        """Return the seconds left, zero when none are."""
        return max(self.expires_at - self.clock.monotonic(), 0.0)

    @property
    def is_over(self) -> bool:
        """Whether the budget has run out."""
        return self.clock.monotonic() >= self.expires_at
