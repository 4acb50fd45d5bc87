"""Give a model that keeps timing out a rest, so that turns do not wait for it.

Per agent and model: closed → open after so many time-outs in a row → half-open once the cooldown is over, when one
probe with a short budget decides. Empty answers are answers: they close it. Other failures neither open nor close a
closed one. The table is bounded.
"""

from dataclasses import dataclass
from typing import Literal, Protocol

from cachetools import LRUCache

from recall_sidecar.deadline import Clock
from recall_sidecar.settings import RecallSettings

__all__ = ["Admission", "Breaker", "BreakerState", "Bystander", "CircuitBreaker", "fair_time_s"]

_MAX_ENTRIES = 1000
_FAIR_S = 2.0
_FAIR_PART = 4


def fair_time_s(settings: RecallSettings) -> float:
    """Return how many seconds a model must have had for a time-out to count against it.

    A turn that a host left little time must not have the model rest for those that have their full budget. Where the
    settings themselves give turns little time, a part of that is enough.
    """
    return min(_FAIR_S, settings.soft_budget_ms / 1000, settings.timeout_ms / 1000 / _FAIR_PART)


@dataclass(frozen=True, slots=True)
class Admission:
    """Whether a call may be made. `probe_ms` is the budget of a probe; `retry_in_ms` says when a refused one may."""

    allowed: bool
    probe_ms: int | None = None
    retry_in_ms: int = 0


@dataclass(frozen=True, slots=True)
class BreakerState:
    """What status shows of one agent and model."""

    agent_id: str
    model: str
    state: Literal["closed", "open", "half-open"]
    timeouts: int
    retry_in_ms: int


class Breaker(Protocol):
    """Whom a call is asked of, and told how it ended."""

    def admit(self, agent_id: str, model: str, settings: RecallSettings) -> Admission:
        """Ask for a call."""

    def answered(self, agent_id: str, model: str) -> None:
        """Report that the model answered."""

    def timed_out(self, agent_id: str, model: str, settings: RecallSettings) -> bool:
        """Report a time-out; return whether the breaker is open now."""

    def withdrew(self, agent_id: str, model: str) -> None:
        """Report an end that says nothing about time."""


@dataclass(slots=True)
class _Entry:
    timeouts: int = 0
    opened_until: float | None = None
    cooldown_s: float = 0.0
    probing: bool = False


class CircuitBreaker:
    """The breakers of every agent and model; belongs to one event loop."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._entries: LRUCache[tuple[str, str], _Entry] = LRUCache(_MAX_ENTRIES)

    def admit(self, agent_id: str, model: str, settings: RecallSettings) -> Admission:
        """Ask for a call. Who is allowed reports back: `answered`, `timed_out`, or `withdrew` for any other end."""
        entry = self._entries.get((agent_id, model))
        if entry is None or entry.opened_until is None:
            return Admission(allowed=True)
        left_ms = self._left_ms(entry)
        if left_ms > 0 or entry.probing:
            return Admission(allowed=False, retry_in_ms=max(left_ms, 0))
        entry.probing = True
        return Admission(allowed=True, probe_ms=settings.breaker_probe_ms)

    def answered(self, agent_id: str, model: str) -> None:
        """Report that the model answered, with a summary or with nothing."""
        self._entries.pop((agent_id, model), None)

    def timed_out(self, agent_id: str, model: str, settings: RecallSettings) -> bool:
        """Report a time-out; return whether the breaker is open now."""
        entry = self._entries.setdefault((agent_id, model), _Entry())
        entry.timeouts += 1
        entry.probing = False
        if entry.opened_until is not None or entry.timeouts >= settings.breaker_max_timeouts:
            entry.cooldown_s = settings.breaker_cooldown_ms / 1000
            entry.opened_until = self._clock.monotonic() + entry.cooldown_s
        return entry.opened_until is not None

    def withdrew(self, agent_id: str, model: str) -> None:
        """Report an end that says nothing about time: an error or a caller that left.

        A probe that ended so is undecided: the next turn probes again.
        """
        entry = self._entries.get((agent_id, model))
        if entry is not None:
            entry.probing = False

    def states(self) -> tuple[BreakerState, ...]:
        """Return every breaker that has something to say."""
        return tuple(self._state(agent, model, entry) for (agent, model), entry in self._entries.items())

    def reset(self) -> None:
        """Close every breaker and forget what was counted."""
        self._entries.clear()

    def _state(self, agent_id: str, model: str, entry: _Entry) -> BreakerState:
        if entry.opened_until is None:
            return BreakerState(agent_id, model, "closed", entry.timeouts, 0)
        left_ms = self._left_ms(entry)
        return BreakerState(
            agent_id, model, "open" if left_ms > 0 else "half-open", entry.timeouts, max(left_ms, 0)
        )

    def _left_ms(self, entry: _Entry) -> int:
        until = self._clock.monotonic() if entry.opened_until is None else entry.opened_until
        return round((until - self._clock.monotonic()) * 1000)


class Bystander:
    """A `Breaker` that goes by another one and tells it nothing: for calls that shall leave no trace.

    While the other would make a probe, the call is left out: it might take the probe's place.
    """

    def __init__(self, breaker: CircuitBreaker) -> None:
        self._breaker = breaker

    def admit(self, agent_id: str, model: str, settings: RecallSettings) -> Admission:  # noqa: ARG002 -- the port's
        """Allow a call while the breaker is closed."""
        for state in self._breaker.states():
            if (state.agent_id, state.model) == (agent_id, model) and state.state != "closed":
                return Admission(allowed=False, retry_in_ms=state.retry_in_ms)
        return Admission(allowed=True)

    def answered(self, agent_id: str, model: str) -> None:
        """Tell nobody."""

    def timed_out(self, agent_id: str, model: str, settings: RecallSettings) -> bool:  # noqa: ARG002 -- the port's
        """Tell nobody; nothing has opened."""
        return False

    def withdrew(self, agent_id: str, model: str) -> None:
        """Tell nobody."""
