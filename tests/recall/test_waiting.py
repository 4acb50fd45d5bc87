"""How long a turn waits for work that others may share, and what answers in the meantime."""

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest

from recall_sidecar.cache import Flight, RecallCache
from recall_sidecar.deadline import Deadline, SystemClock
from recall_sidecar.outcomes import NothingRelevant, Recalled, RecallOutcome, TimedOut
from recall_sidecar.recall.ask import Progress
from recall_sidecar.recall.waiting import await_outcome, was_cut_short

CLOCK = SystemClock()
EXTRACT = Recalled("Mara likes oolong tea.", (), "extract")
PARTIAL = Recalled("Mara likes", (), partial=True)
Work = Callable[[Progress], asyncio.Future[RecallOutcome]]


@pytest.fixture
async def cache() -> AsyncIterator[RecallCache[Progress]]:
    """Return a cache whose work is over at the end of the test."""
    made: RecallCache[Progress] = RecallCache(CLOCK, max_entries=10, max_detached=10)
    yield made
    await made.aclose()


def _board(cache: RecallCache[Progress]) -> tuple[Flight[Progress], asyncio.Future[RecallOutcome]]:
    """Start work that ends when its future does."""
    end: asyncio.Future[RecallOutcome] = asyncio.get_running_loop().create_future()

    async def work(_: Progress) -> RecallOutcome:
        return await end

    return cache.board("key", Progress(), work)[0], end


def _deadline(*, soft_ms: int, hard_ms: int) -> Deadline:
    begun = CLOCK.monotonic()
    return Deadline(CLOCK, begun, begun + soft_ms / 1000, begun + hard_ms / 1000, hard_ms)


async def test_what_is_ready_before_the_soft_budget_is_the_answer(cache: RecallCache[Progress]) -> None:
    flight, end = _board(cache)
    flight.progress.extract = EXTRACT
    end.set_result(NothingRelevant("model"))

    outcome = await await_outcome(cache, flight, _deadline(soft_ms=60_000, hard_ms=60_000))

    assert outcome == NothingRelevant("model")


async def test_past_the_soft_budget_evidence_that_stands_ready_answers(cache: RecallCache[Progress]) -> None:
    flight, end = _board(cache)
    flight.progress.extract = EXTRACT
    flight.progress.evidence.set()

    outcome = await await_outcome(cache, flight, _deadline(soft_ms=0, hard_ms=60_000))

    assert isinstance(outcome, Recalled)
    assert (outcome.kind, outcome.fallback) == ("extract", "soft_budget")
    assert not end.done()


async def test_the_work_goes_on_for_the_cache_once_an_extract_has_answered(
    cache: RecallCache[Progress],
) -> None:
    flight, end = _board(cache)
    flight.progress.extract = EXTRACT
    flight.progress.evidence.set()

    await await_outcome(cache, flight, _deadline(soft_ms=0, hard_ms=60_000))
    cache.leave(flight)
    end.set_result(NothingRelevant("model"))

    assert flight.task is not None
    assert await flight.task == NothingRelevant("model")


async def test_evidence_that_comes_later_answers_as_it_comes(cache: RecallCache[Progress]) -> None:
    flight, _ = _board(cache)
    waiting = asyncio.get_running_loop().create_task(
        await_outcome(cache, flight, _deadline(soft_ms=0, hard_ms=60_000))
    )
    await asyncio.sleep(0)

    flight.progress.extract = EXTRACT
    flight.progress.evidence.set()

    outcome = await waiting
    assert isinstance(outcome, Recalled)
    assert outcome.fallback == "soft_budget"


async def test_an_outcome_between_the_budgets_is_better_than_an_extract(cache: RecallCache[Progress]) -> None:
    flight, end = _board(cache)
    flight.progress.extract = EXTRACT
    waiting = asyncio.get_running_loop().create_task(
        await_outcome(cache, flight, _deadline(soft_ms=0, hard_ms=60_000))
    )
    await asyncio.sleep(0)

    end.set_result(NothingRelevant("model"))

    assert await waiting == NothingRelevant("model")


@pytest.mark.parametrize(
    ("extract", "partial", "expected"),
    [
        pytest.param(None, None, TimedOut("model", 1), id="nothing: the step that held the budget"),
        pytest.param(None, PARTIAL, PARTIAL, id="a grounded beginning of the summary"),
    ],
)
async def test_at_the_deadline_the_best_there_is_answers(
    cache: RecallCache[Progress], extract: Recalled | None, partial: Recalled | None, expected: RecallOutcome
) -> None:
    flight, _ = _board(cache)
    flight.progress.step, flight.progress.extract, flight.progress.partial = "model", extract, lambda: partial

    assert await await_outcome(cache, flight, _deadline(soft_ms=1, hard_ms=1)) == expected


async def test_an_extract_answers_at_a_deadline_that_is_over(cache: RecallCache[Progress]) -> None:
    flight, _ = _board(cache)
    flight.progress.extract = EXTRACT

    outcome = await await_outcome(cache, flight, _deadline(soft_ms=0, hard_ms=0))

    assert isinstance(outcome, Recalled)
    assert outcome.kind == "extract"


async def test_work_that_was_cancelled_under_a_turn_is_no_answer(cache: RecallCache[Progress]) -> None:
    flight, _ = _board(cache)
    waiting = asyncio.get_running_loop().create_task(
        await_outcome(cache, flight, _deadline(soft_ms=60_000, hard_ms=60_000))
    )
    await asyncio.sleep(0)

    cache.leave(flight)

    assert await waiting is None


async def test_work_that_was_cancelled_past_the_soft_budget_is_no_answer(
    cache: RecallCache[Progress],
) -> None:
    flight, _ = _board(cache)
    waiting = asyncio.get_running_loop().create_task(
        await_outcome(cache, flight, _deadline(soft_ms=0, hard_ms=60_000))
    )
    await asyncio.sleep(0)

    cache.leave(flight)

    assert await waiting is None


async def test_work_that_never_began_ends_with_the_budget(cache: RecallCache[Progress]) -> None:
    flight: Flight[Progress] = Flight("key", Progress(step="memory"))

    outcome = await await_outcome(cache, flight, _deadline(soft_ms=0, hard_ms=1))

    assert outcome == TimedOut("memory", 1)


async def test_what_the_work_raises_is_raised(cache: RecallCache[Progress]) -> None:
    flight, end = _board(cache)
    end.set_exception(KeyError("bug"))

    with pytest.raises(KeyError):
        await await_outcome(cache, flight, _deadline(soft_ms=60_000, hard_ms=60_000))


@pytest.mark.parametrize(
    ("outcome", "given_up", "soft_ms", "hard_ms", "cut"),
    [
        pytest.param(TimedOut("memory", 9), False, 0, 60_000, True, id="out of time, and this turn has some"),
        pytest.param(TimedOut("memory", 9), False, 0, 0, False, id="out of time, as this turn is"),
        pytest.param(EXTRACT, True, 60_000, 60_000, True, id="given up, and a reply is of use yet"),
        pytest.param(EXTRACT, True, 0, 60_000, False, id="given up, and the extract is due here too"),
        pytest.param(EXTRACT, False, 60_000, 60_000, False, id="answered as well as it could be"),
    ],
)
def test_work_that_was_cut_short_is_done_again_where_there_is_time(
    outcome: RecallOutcome, given_up: bool, soft_ms: int, hard_ms: int, cut: bool
) -> None:
    reached = Progress(extract=EXTRACT if outcome is EXTRACT else None, given_up=given_up)

    assert was_cut_short(outcome, reached, _deadline(soft_ms=soft_ms, hard_ms=hard_ms)) is cut
