"""How long a turn may take, and what answers when the time is up."""

import pytest

from recall_sidecar.outcomes import Recalled, TimedOut, reason_of, status_word
from recall_sidecar.testing import FakeClock, MemoryFixture, says
from tests.harness import ANSWER, Build
from tests.waiting import until


async def test_past_the_soft_budget_the_extract_answers_and_the_summary_goes_to_the_cache(
    build: Build,
) -> None:
    harness = await build({"recall.soft_budget_ms": 50})
    harness.model.enqueue([0.2, *says(ANSWER)])

    early = await harness.pipeline.run(harness.turn())
    await until(lambda: harness.services.cache.entries == 1)
    later = await harness.pipeline.run(harness.turn())

    assert isinstance(early.outcome, Recalled)
    assert (early.outcome.kind, early.outcome.fallback) == ("extract", "soft_budget")
    assert isinstance(later.outcome, Recalled)
    assert (later.outcome.kind, later.outcome.summary) == ("summary", "Mara likes oolong tea in the morning.")
    assert len(harness.model.requests) == 1


async def test_evidence_that_comes_after_the_soft_budget_answers_at_once(build: Build) -> None:
    harness = await build({"recall.soft_budget_ms": 50}, memory=MemoryFixture(delay_s=0.15))
    harness.model.enqueue([60.0])

    answer = await harness.pipeline.run(harness.turn())

    assert reason_of(answer.outcome) == "soft_budget"


@pytest.mark.parametrize(
    ("timeout_ms", "host_ms", "budget_ms"),
    [
        pytest.param(20_000, 5_000, 4_750, id="the host's limit is the smaller"),
        pytest.param(3_000, 60_000, 2_750, id="the setting is the smaller"),
        pytest.param(3_000, None, 2_750, id="the host says nothing"),
        pytest.param(300_000, None, 299_750, id="a long limit for local hardware takes effect"),
        pytest.param(3_000, 100, 50, id="a tiny budget keeps half of itself"),
    ],
)
async def test_the_smaller_limit_is_the_budget(
    build: Build, timeout_ms: int, host_ms: int | None, budget_ms: int
) -> None:
    harness = await build({"recall.timeout_ms": timeout_ms})
    harness.model.enqueue(says(ANSWER))

    answer = await harness.pipeline.run(harness.turn(budget_ms=host_ms))

    trace = harness.services.tracer.find(answer.trace_id)
    assert trace is not None
    assert trace.budget_ms == budget_ms


async def test_a_turn_without_any_time_left_is_answered_at_once(build: Build) -> None:
    harness = await build()

    answer = await harness.pipeline.run(harness.turn(budget_ms=0))

    assert answer.outcome == TimedOut("query", 0)
    assert harness.memory.searches == []


async def test_moving_the_wall_clock_does_not_move_the_deadline(build: Build) -> None:
    clock = FakeClock()
    harness = await build(clock=clock)
    harness.model.enqueue(says(ANSWER))
    clock.set_wall(clock.now().replace(hour=3))

    assert status_word((await harness.pipeline.run(harness.turn())).outcome) == "ok"
