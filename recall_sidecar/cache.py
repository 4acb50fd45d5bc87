"""Equal questions in different turns are answered once.

`RecallCache` keeps complete answers for a while and lets callers that ask the same thing at the same moment share
one `Flight`. A flight is owned by the cache and counted: a caller that leaves does not take the others with it, and
the last one out cancels the work, unless it was detached.
"""

import asyncio
import hashlib
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import orjson
from cachetools import TLRUCache

from recall_sidecar.deadline import Clock
from recall_sidecar.outcomes import NothingRelevant, Recalled, RecallOutcome
from recall_sidecar.settings import CacheSettings
from recall_sidecar.tasks import TaskSet

__all__ = ["Flight", "Kept", "RecallCache", "cache_key"]

P = TypeVar("P")


def cache_key(agent_id: str, session: str, question: Mapping[str, Any]) -> str:
    """Return the key of an answer: agent, session and a SHA-1 over these and everything else that can change it.

    The digest names entries, it protects nothing. `question` must be JSON; its keys are put in order, so equal
    questions give equal keys whatever order they were written in. Ids may hold any sign, a line end as well, so that only
    the digest tells them apart.
    """
    asked = [agent_id, session, question]
    try:
        canonical = orjson.dumps(asked, option=orjson.OPT_SORT_KEYS)
    except TypeError:
        # Half a surrogate pair: Python's own writer escapes it.
        canonical = json.dumps(asked, sort_keys=True, separators=(",", ":")).encode()
    digest = hashlib.sha1(canonical, usedforsecurity=False).hexdigest()
    return f"{agent_id}\n{session}\n{digest}"


@dataclass(frozen=True, slots=True)
class Kept(Generic[P]):
    """A kept answer and the work it came from; `ttl_s` is how long it is good for."""

    outcome: RecallOutcome
    progress: P
    ttl_s: float


class Flight(Generic[P]):
    """One piece of work that several callers wait for; `progress` is what it has so far."""

    def __init__(self, key: str, progress: P) -> None:
        self.key = key
        self.progress = progress
        self.callers = 0
        self.detached = False
        self.task: asyncio.Task[RecallOutcome] | None = None

    async def wait(self, seconds: float) -> RecallOutcome | None:
        """Wait for the outcome, at most so long; None when it is not there yet.

        Raises what the work raised. A caller that is cancelled while it waits leaves the work running.
        """
        if self.task is None:
            return None
        done, _ = await asyncio.wait({self.task}, timeout=max(seconds, 0.0))
        if not done or self.task.cancelled():
            return None
        return self.task.result()


class RecallCache(Generic[P]):
    """Kept answers and flights; belongs to one event loop. At most `max_detached` flights go on without a caller."""

    def __init__(self, clock: Clock, *, max_entries: int, max_detached: int) -> None:
        self._kept: TLRUCache[str, Kept[P]] = TLRUCache(
            maxsize=max_entries, ttu=lambda _key, kept, now: now + kept.ttl_s, timer=clock.monotonic
        )
        self._flights: dict[str, Flight[P]] = {}
        self._max_detached = max_detached
        self._detached = 0
        self._tasks = TaskSet()

    def find(self, key: str) -> Kept[P] | None:
        """Return the kept answer of `key`."""
        return self._kept.get(key)

    def keep(self, key: str, outcome: RecallOutcome, progress: P, settings: CacheSettings) -> bool:
        """Keep `outcome` if it is complete, and say whether it was kept.

        Time-outs, failures, partial summaries and fallbacks are not kept: the next turn asks again.
        """
        match outcome:
            case Recalled(partial=False, fallback=None):
                ttl_ms = settings.ttl_ms
            case NothingRelevant():
                ttl_ms = settings.negative_ttl_ms
            case _:
                return False
        if ttl_ms <= 0:
            return False
        self._kept[key] = Kept(outcome, progress, ttl_ms / 1000)
        return True

    def board(
        self, key: str, progress: P, work: Callable[[P], Awaitable[RecallOutcome]]
    ) -> tuple[Flight[P], bool]:
        """Join the flight of `key`, or start it; the second value says whether it was joined.

        The caller must call `leave` when it is done with the flight, whatever happened.
        """
        flight = self._flights.get(key)
        joined = flight is not None
        if flight is None:
            flight = Flight(key, progress)
            self._flights[key] = flight
            flight.task = self._tasks.start(self._fly(flight, work), name="recall")
        flight.callers += 1
        return flight, joined

    def leave(self, flight: Flight[P]) -> None:
        """Leave the flight; the last caller out cancels work that has not ended."""
        flight.callers -= 1
        if flight.callers == 0 and flight.task is not None and not flight.task.done():
            # Off the list first: whoever asks next must not join work that is being cancelled.
            self._land(flight)
            flight.task.cancel()

    def abandon(self, flight: Flight[P]) -> None:
        """Cancel the work for all its callers, who find it cancelled; it needs what the caller who began it takes away."""
        self._land(flight)
        if flight.task is not None:
            flight.task.cancel()

    def detach(self, flight: Flight[P]) -> None:
        """Let the work go on without a caller until it ends by itself: its answer is for the cache.

        When as much goes on already as may, this does nothing, and the last caller out cancels the work.
        """
        if (
            flight.task is None
            or flight.task.done()
            or flight.detached
            or self._detached >= self._max_detached
        ):
            return
        flight.detached = True
        flight.callers += 1
        self._detached += 1
        flight.task.add_done_callback(lambda _task: self._attach(flight))

    @property
    def entries(self) -> int:
        """How many answers are kept."""
        return len(self._kept)

    @property
    def in_flight(self) -> int:
        """How many pieces of work are under way."""
        return len(self._tasks)

    def clear(self) -> None:
        """Forget every kept answer."""
        self._kept.clear()

    def begin_anew(self) -> None:
        """Forget every kept answer and give up what is under way: what it rests on may be gone."""
        self.clear()
        for flight in list(self._flights.values()):
            self.abandon(flight)

    async def aclose(self) -> None:
        """Cancel what is under way and wait for it."""
        await self._tasks.aclose()

    async def _fly(self, flight: Flight[P], work: Callable[[P], Awaitable[RecallOutcome]]) -> RecallOutcome:
        try:
            return await work(flight.progress)
        finally:
            self._land(flight)

    def _attach(self, flight: Flight[P]) -> None:
        self._detached -= 1
        self.leave(flight)

    def _land(self, flight: Flight[P]) -> None:
        if self._flights.get(flight.key) is flight:
            del self._flights[flight.key]
