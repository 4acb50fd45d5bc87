"""How long one turn waits for a recall that others may share.

Until the soft budget it waits for the finished outcome. Past it an extract, as soon as there is one, answers at once
and the work goes on for the cache. At the deadline the best there is answers, whatever the work is doing.
"""

import asyncio

from recall_sidecar.cache import Flight, RecallCache
from recall_sidecar.deadline import Deadline
from recall_sidecar.outcomes import RecallOutcome, TimedOut
from recall_sidecar.recall.ask import Ask, Progress
from recall_sidecar.trace import TurnRecorder

__all__ = ["await_outcome", "landed", "was_cut_short"]

# The work has the same deadline and ends by itself; this is what it gets to say so before it is left alone.
_GRACE_S = 0.02


async def landed(
    cache: RecallCache[Progress],
    flight: Flight[Progress],
    ask: Ask,
    recorder: TurnRecorder,
    *,
    joined: bool,
) -> RecallOutcome | None:
    """Return what a flight comes to for the turn that boarded it, None when its work was cancelled; the turn leaves it."""
    try:
        return await await_outcome(cache, flight, ask.deadline)
    except asyncio.CancelledError:
        if not joined and ask.lent_model is not None:
            # The model goes with this caller; those who joined have their own, or do without.
            cache.abandon(flight)
        raise
    finally:
        cache.leave(flight)
        flight.progress.write_to(recorder)


async def await_outcome(
    cache: RecallCache[Progress], flight: Flight[Progress], deadline: Deadline
) -> RecallOutcome | None:
    """Return the outcome for a turn with `deadline`; None when the work was cancelled under it.

    The caller still has to leave the flight.
    """
    clock, progress = deadline.clock, flight.progress
    outcome = await flight.wait(deadline.soft_at - clock.monotonic())
    if outcome is not None or _was_cancelled(flight):
        return outcome
    if not deadline.is_over:
        await _first_of(flight, progress, deadline.remaining_s())
        if (early := progress.fallback("soft_budget")) is not None and not _is_done(flight):
            cache.detach(flight)
            return early
    outcome = await flight.wait(deadline.remaining_s() + _GRACE_S)
    if outcome is not None or _was_cancelled(flight):
        return outcome
    return progress.best("timeout") or TimedOut(progress.step, deadline.budget_ms)


def was_cut_short(outcome: RecallOutcome, progress: Progress, deadline: Deadline) -> bool:
    """Return whether the turn that began the work ran out, or its host did, while `deadline` leaves time for more."""
    return (isinstance(outcome, TimedOut) or progress.given_up) and progress.useful_s(deadline) > 0


async def _first_of(flight: Flight[Progress], progress: Progress, seconds: float) -> None:
    """Wait for the outcome or for evidence, whichever is first."""
    if progress.evidence.is_set() or flight.task is None:
        return
    loop = asyncio.get_running_loop()
    evidence = loop.create_task(progress.evidence.wait(), name="evidence")
    try:
        await asyncio.wait({flight.task, evidence}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    finally:
        evidence.cancel()


def _is_done(flight: Flight[Progress]) -> bool:
    return flight.task is None or flight.task.done()


def _was_cancelled(flight: Flight[Progress]) -> bool:
    return flight.task is not None and flight.task.done() and flight.task.cancelled()
