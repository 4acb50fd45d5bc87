"""A replay answers as the turn would now, and leaves everything as it was."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from recall_sidecar.dialects import openclaw
from recall_sidecar.events import TurnEvent
from recall_sidecar.replay import turn_of
from recall_sidecar.testing import FakeClock, ScriptedModel, Step, says
from tests.cases.world import World

NOTE = "- The spare fuse is in the tin box.\n"
ASKED = "where is the spare fuse?"
TOLD = "[1] The spare fuse is in the tin box."


@pytest.fixture
async def world(home: Path, tmp_path: Path) -> AsyncIterator[World]:
    workspace = tmp_path / "workspace"
    workspace.mkdir()
    made = World(home, workspace)
    made.write("MEMORY.md", NOTE)
    yield made
    await made.aclose()


def asked(world: World, text: str = ASKED, *, lifetime: str = "turn", **ctx: Any) -> TurnEvent:  # noqa: ANN401
    return openclaw.read_turn({**world.body(text, **ctx), "blockLifetime": lifetime})


def scripted(*replies: list[Step]) -> ScriptedModel:
    model = ScriptedModel()
    model.enqueue(*replies)
    return model


async def test_it_gives_the_trace_of_the_whole_turn(world: World) -> None:
    world.model = scripted(says(TOLD))
    await world.start()

    trace = await world.pipeline.replay(asked(world))

    assert (trace.status, trace.summary) == ("ok", "The spare fuse is in the tin box.")
    assert [span.name for span in trace.spans][:3] == ["gate", "query", "cache"]
    assert "spare fuse" in trace.block


async def test_it_leaves_trace_cache_and_memo_as_they_were(world: World) -> None:
    world.model = scripted(says(TOLD), says("NONE"), says(TOLD))
    await world.start()
    turn = asked(world)
    first = await world.pipeline.run(turn)

    again = await world.pipeline.replay(turn)

    assert (again.status, again.cache) == ("empty", "miss")
    assert [trace.trace_id for trace in world.tracer.recent()] == [first.trace_id]
    assert (world.cache.entries, world.cache.in_flight) == (1, 0)
    assert (await world.pipeline.run(turn)) is first
    assert sum(world.tracer.outcomes.values()) == 1


async def test_it_writes_no_transcript(world: World) -> None:
    world.model = scripted(says(TOLD))
    await world.start({"trace.persist_transcripts": True})

    await world.pipeline.replay(asked(world))
    await world.pipeline.written()

    assert not await asyncio.to_thread(lambda: list(world.home.rglob("transcripts/**/*.jsonl")))


async def test_a_time_out_in_it_does_not_count(world: World) -> None:
    world.model = scripted(*[[30.0, *says(TOLD)]] * 4)
    await world.start({"recall.timeout_ms": 500, "recall.soft_budget_ms": 400, "recall.extract": False})

    for _ in range(3):
        assert (await world.pipeline.replay(asked(world))).status == "timeout"

    assert world.breaker.states() == ()


async def test_it_is_refused_by_an_open_breaker_without_taking_the_probe(world: World) -> None:
    world.clock = FakeClock()
    world.model = scripted()
    await world.start({"recall.extract": False})
    for _ in range(world.settings.base.recall.breaker_max_timeouts):
        world.breaker.timed_out("main", "mock/fast", world.settings.base.recall)

    trace = await world.pipeline.replay(asked(world))

    assert (trace.status, trace.reason) == ("unavailable", "breaker_open")


async def test_nothing_counts_as_told_by_it(world: World) -> None:
    world.model = scripted(says(TOLD), says(TOLD))
    await world.start()

    await world.pipeline.replay(asked(world, lifetime="session"))

    answer = await world.pipeline.run(asked(world, lifetime="session"))
    assert answer.block


async def test_what_the_session_was_told_counts_up_to_the_turn_that_is_asked_again(world: World) -> None:
    world.model = scripted(says(TOLD), says(TOLD), says(TOLD))
    await world.start()
    await world.pipeline.run(asked(world, lifetime="session"))
    first = world.tracer.recent(1)[0]
    turn = turn_of(first)
    assert turn is not None
    assert first.asker is not None

    now = await world.pipeline.replay(turn)
    then = await world.pipeline.replay(turn, since=first.asker.turn_number)

    assert (now.status, now.reason) == ("skipped", "already_visible")
    assert (then.status, then.summary) == (first.status, first.summary)


async def test_the_model_that_a_host_would_lend_is_not_asked(world: World) -> None:
    await world.start({"model.name": "host"}, model=False)

    trace = await world.pipeline.replay(replace(asked(world), lends_model=True))

    assert (trace.status, trace.reason) == ("ok", "no_model")


async def test_who_may_see_what_is_judged_anew(world: World) -> None:
    world.model = scripted(says(TOLD))
    await world.start()

    group = await world.pipeline.replay(asked(world, sessionKey="agent:main:telegram:group:9", chatId="9"))

    assert group.hits == ()


async def test_leaving_it_leaves_no_work_behind(world: World) -> None:
    world.model = scripted([30.0, *says(TOLD)])
    await world.start()

    task = asyncio.get_running_loop().create_task(world.pipeline.replay(asked(world)), name="replay")
    while not world.model.requests:
        await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    assert world.cache.in_flight == 0
