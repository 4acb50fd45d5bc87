"""A kept answer is used while it says the same of what the turn's model can see; see tests/test_pipeline_sharing.py too."""

import asyncio

import pytest

from recall_sidecar.events import Message
from recall_sidecar.outcomes import Recalled, Skipped, SkipReason
from recall_sidecar.testing import says
from tests.harness import TEA, Build

CUP = "The tea of Mara stands in the blue cup."


@pytest.mark.parametrize(
    ("said", "cache", "summary"),
    [
        pytest.param("hello", "hit", TEA, id="nothing of it is visible"),
        pytest.param(TEA, "hit", None, id="all of it is visible"),
    ],
)
async def test_a_kept_answer_is_held_against_what_the_turn_can_see(
    build: Build, said: str, cache: str, summary: str | None
) -> None:
    harness = await build({"query.mode": "message"})
    harness.model.enqueue(says(f"[1] {TEA}"))
    await harness.pipeline.run(harness.turn())

    answer = await harness.pipeline.run(harness.turn(messages=(Message("assistant", said),)))

    trace = harness.services.tracer.find(answer.trace_id)
    assert trace is not None
    assert trace.cache == cache
    assert [hit.visible for hit in trace.hits] == [summary is None]
    if summary is None:
        assert answer.outcome == Skipped(SkipReason.ALREADY_VISIBLE)
    else:
        assert isinstance(answer.outcome, Recalled)


async def test_one_that_left_out_what_is_visible_no_more_is_asked_anew(build: Build) -> None:
    harness = await build({"query.mode": "message"})
    harness.memory.add(CUP, path="memory/cup.md")
    harness.model.enqueue(says("[1] It is blue."), says(f"[1] {TEA}"))
    told = harness.turn("which tea of Mara?", messages=(Message("assistant", TEA),))

    first = await harness.pipeline.run(told)
    second = await harness.pipeline.run(harness.turn("which tea of Mara?"))

    assert isinstance(first.outcome, Recalled)
    assert [source.path for source in first.outcome.sources] == ["memory/cup.md"]
    assert isinstance(second.outcome, Recalled)
    assert len(harness.model.requests) == 2


async def test_work_that_goes_on_for_another_turn_answers_with_what_is_new(build: Build) -> None:
    harness = await build({"query.mode": "message", "recall.soft_budget_ms": 50})
    harness.model.enqueue([1.0, *says("NONE")])
    knows = harness.turn(messages=(Message("assistant", f"By the way: {TEA}"),))

    told, visible = await asyncio.gather(
        harness.pipeline.run(harness.turn()), asyncio.wait_for(harness.pipeline.run(knows), 20)
    )

    assert isinstance(told.outcome, Recalled)
    assert (told.outcome.kind, told.outcome.fallback) == ("extract", "soft_budget")
    assert visible.outcome == Skipped(SkipReason.ALREADY_VISIBLE)
    assert len(harness.model.requests) == 1
