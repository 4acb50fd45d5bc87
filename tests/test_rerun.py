"""A turn runs again as things are now, and leaves nothing of it behind."""

from pathlib import Path

from recall_sidecar.rerun import Rerun
from recall_sidecar.testing import says
from tests.harness import ANSWER, Build, Harness


def rerun_of(harness: Harness) -> Rerun:
    return Rerun(harness.services.tracer, harness.pipeline)


async def test_a_turn_runs_again_and_the_present_is_told(build: Build) -> None:
    harness = await build()
    harness.model.enqueue(says(ANSWER), says("NONE"))
    answer = await harness.pipeline.run(harness.turn())

    now = await rerun_of(harness).again(answer.trace_id)

    assert now is not None
    assert (now.status, now.cache, len(now.model_calls)) == ("empty", "miss", 1)
    assert now.trace_id != answer.trace_id
    assert now.soft_budget_ms == 4000


async def test_nothing_is_kept_of_it_but_what_it_cost(build: Build, home: Path) -> None:
    harness = await build({"trace.persist_transcripts": True, "cache.ttl_ms": 60_000})
    harness.model.enqueue(says("NONE"), says(ANSWER), says(ANSWER))
    turn = harness.turn(block_lifetime="session")
    answer = await harness.pipeline.run(turn)
    await harness.pipeline.written()
    harness.services.cache.clear()
    before = sorted(path.name for path in home.rglob("*.jsonl"))

    now = await rerun_of(harness).again(answer.trace_id)

    assert now is not None
    assert now.status == "ok"
    assert harness.services.cache.entries == 0
    assert [trace.trace_id for trace in harness.services.tracer.all()] == [answer.trace_id]
    assert sum(harness.services.tracer.outcomes.values()) == 1
    assert sorted(path.name for path in home.rglob("*.jsonl")) == before
    assert harness.spend.totals().calls == 2
    # What it told counts as told to nobody: the next turn of the session is told the same.
    again = await harness.pipeline.run(harness.turn(block_lifetime="session"))
    assert "oolong" in again.block


async def test_present_switches_and_memory_hold(build: Build) -> None:
    harness = await build()
    harness.model.enqueue(says(ANSWER))
    answer = await harness.pipeline.run(harness.turn())

    harness.memory.passages.clear()
    without = await rerun_of(harness).again(answer.trace_id)
    await harness.toggles.set_off("agent:main:telegram:direct:42", True)
    off = await rerun_of(harness).again(answer.trace_id)

    assert without is not None
    assert (without.status, without.hits) == ("empty", ())
    assert off is not None
    assert (off.status, off.reason) == ("skipped", "session_off")


async def test_a_breaker_is_heeded_and_told_nothing(build: Build) -> None:
    harness = await build()
    harness.model.enqueue(says(ANSWER))
    answer = await harness.pipeline.run(harness.turn())
    settings = harness.services.settings.for_agent("main").recall
    for _ in range(settings.breaker_max_timeouts):
        harness.breaker.timed_out("main", "mock/fast", settings)
    before = harness.breaker.states()

    now = await rerun_of(harness).again(answer.trace_id)

    assert now is not None
    assert now.reason == "breaker_open"
    assert [(state.state, state.timeouts) for state in harness.breaker.states()] == [
        (state.state, state.timeouts) for state in before
    ]


async def test_no_host_lends_its_model(build: Build) -> None:
    harness = await build({"model.name": "host"})
    answer = await harness.pipeline.run(harness.turn(lends_model=True))

    now = await rerun_of(harness).again(answer.trace_id)

    assert now is not None
    assert now.reason == "no_model"


async def test_a_turn_that_is_not_known_any_more_cannot_run_again(build: Build) -> None:
    harness = await build()
    harness.model.enqueue(says(ANSWER))
    answer = await harness.pipeline.run(harness.turn())
    rerun = rerun_of(harness)
    assert rerun.can(answer.trace_id)

    harness.services.tracer.forget(lambda trace: trace.trace_id == answer.trace_id)

    assert not rerun.can(answer.trace_id)
    assert await rerun.again(answer.trace_id) is None
    assert await rerun.again("01NONE") is None
