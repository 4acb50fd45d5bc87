"""Which model judges a turn, when it rests, what it may call, and what answers without one."""

from typing import Any

import pytest

from recall_sidecar.errors import ModelUnreachable
from recall_sidecar.model_record import ModelRecord, model_record
from recall_sidecar.outcomes import Origin, Recalled, Unavailable, UnavailableReason, status_word
from recall_sidecar.testing import FakeClock, MemoryFixture, ScriptedModel, calls, says
from tests.harness import ANSWER, GROUP, TEA, Build


async def test_three_timeouts_open_the_breaker_and_it_says_so(build: Build) -> None:
    harness = await build({"recall.timeout_ms": 300, "recall.extract": False})
    harness.model.enqueue(*[[60.0]] * 3)

    timed_out = [await harness.pipeline.run(harness.turn()) for _ in range(3)]
    resting = await harness.pipeline.run(harness.turn())

    assert [status_word(answer.outcome) for answer in timed_out] == ["timeout"] * 3
    assert isinstance(resting.outcome, Unavailable)
    assert resting.outcome.reason is UnavailableReason.BREAKER_OPEN
    assert resting.status_line.endswith("circuit-breaker")
    assert [state.state for state in harness.breaker.states()] == ["open"]


async def test_after_the_cooldown_one_good_answer_closes_the_breaker(build: Build) -> None:
    clock = FakeClock()
    harness = await build(clock=clock)
    for _ in range(3):
        harness.breaker.timed_out("main", "mock/fast", harness.services.settings.base.recall)
    clock.advance(61)
    harness.model.enqueue(says(ANSWER))

    answer = await harness.pipeline.run(harness.turn())

    assert status_word(answer.outcome) == "ok"
    assert harness.breaker.states() == ()


async def test_a_probe_that_hangs_ends_with_its_own_short_budget(build: Build) -> None:
    clock = FakeClock()
    harness = await build({"recall.breaker_probe_ms": 100, "recall.extract": False}, clock=clock)
    for _ in range(3):
        harness.breaker.timed_out("main", "mock/fast", harness.services.settings.base.recall)
    clock.advance(61)
    harness.model.enqueue([60.0])

    answer = await harness.pipeline.run(harness.turn())

    assert status_word(answer.outcome) == "timeout"
    assert [state.state for state in harness.breaker.states()] == ["open"]


@pytest.mark.parametrize(
    ("flags", "model", "reason"),
    [
        pytest.param({"model.name": ""}, ScriptedModel(), "no_model", id="none is configured"),
        pytest.param({}, ScriptedModel(reachable=False), "no_model", id="it cannot be reached"),
        pytest.param({}, ScriptedModel(state="warming"), "warming", id="the worker is warming"),
        pytest.param({}, ScriptedModel(state="failed"), "model", id="the worker failed"),
    ],
)
async def test_without_a_model_the_extract_answers(
    build: Build, flags: dict[str, Any], model: ScriptedModel, reason: str
) -> None:
    with_extract = await build(flags, model=model)
    without = await build({**flags, "recall.extract": False}, model=model)

    answer = await with_extract.pipeline.run(with_extract.turn())
    refused = await without.pipeline.run(without.turn())

    assert isinstance(answer.outcome, Recalled)
    assert (answer.outcome.kind, answer.outcome.fallback) == ("extract", reason)
    assert "oolong" in answer.block
    assert isinstance(refused.outcome, Unavailable)
    assert refused.outcome.reason.value == reason
    assert model.requests == []


async def test_the_trace_says_why_a_model_did_not_answer_although_an_extract_did(build: Build) -> None:
    harness = await build({})
    harness.model.enqueue([ModelUnreachable("nobody listens there")])

    await harness.pipeline.run(harness.turn())

    (trace,) = harness.services.tracer.recent(1)
    (span,) = [span for span in trace.spans if span.name == "model"]
    assert trace.status == "ok"
    assert span.fields["why"] == "ModelUnreachable: nobody listens there"


async def test_an_extract_never_answers_in_a_group(build: Build) -> None:
    harness = await build({"model.name": "", "gate.allowed_chat_types": ["group"]})

    answer = await harness.pipeline.run(harness.turn(session_key=GROUP))

    assert answer.outcome == Unavailable(UnavailableReason.NO_MODEL, answer.outcome.detail)  # type: ignore[union-attr]


async def test_an_extract_is_never_made_of_untrusted_passages(build: Build) -> None:
    harness = await build({"model.name": ""}, memory=MemoryFixture())
    harness.memory.passages.clear()
    harness.memory.add(TEA, origin=Origin.UNTRUSTED)

    assert status_word((await harness.pipeline.run(harness.turn())).outcome) == "unavailable"


async def test_a_spend_limit_ends_the_calls(build: Build) -> None:
    harness = await build({"model.max_calls_per_hour": 1, "recall.extract": False})
    harness.model.enqueue(says("NONE"))

    await harness.pipeline.run(harness.turn("which tea does Mara like?"))
    answer = await harness.pipeline.run(harness.turn("what tea does Mara like?"))

    assert isinstance(answer.outcome, Unavailable)
    assert answer.outcome.reason is UnavailableReason.SPEND_LIMIT
    assert harness.spend.totals().calls == 1


async def test_the_model_may_search_again_and_its_new_passages_count(build: Build) -> None:
    harness = await build()
    harness.memory.add("the favourite cup is blue", path="memory/2026-11-02.md", origin=Origin.AGENT)
    harness.model.enqueue(
        calls("memory_search", query="favourite cup"), says("[1,2] Oolong, from the blue cup.")
    )

    answer = await harness.pipeline.run(harness.turn())

    assert isinstance(answer.outcome, Recalled)
    assert [source.path for source in answer.outcome.sources] == ["MEMORY.md", "memory/2026-11-02.md"]
    assert answer.outcome.trust is Origin.AGENT
    trace = harness.services.tracer.find(answer.trace_id)
    assert trace is not None
    assert [call.tool_calls for call in trace.model_calls] == [("memory_search",), ()]
    assert len(trace.hits) == 2


async def test_a_model_that_only_calls_tools_is_stopped(build: Build) -> None:
    harness = await build({"recall.max_tool_rounds": 1})
    harness.model.enqueue(calls("memory_search", query="tea"), calls("memory_search", query="cup"))

    answer = await harness.pipeline.run(harness.turn())

    assert isinstance(answer.outcome, Unavailable)
    assert answer.outcome.reason is UnavailableReason.REPLY


async def test_a_tool_of_any_other_name_is_refused_and_traced(build: Build) -> None:
    harness = await build()
    harness.model.enqueue(calls("exec", command="rm -rf /"), says(ANSWER))

    answer = await harness.pipeline.run(harness.turn())

    assert status_word(answer.outcome) == "ok"
    assert "There is no tool of that name" in str(harness.model.requests[1].messages[-1])
    trace = harness.services.tracer.find(answer.trace_id)
    assert trace is not None
    assert trace.model_calls[0].tool_calls == ("exec",)


async def test_a_model_that_always_fails_shows_in_the_record_though_extracts_answer(build: Build) -> None:
    harness = await build()
    harness.model.enqueue(*([ModelUnreachable("no route")] for _ in range(3)))

    for number in range(3):
        answer = await harness.pipeline.run(harness.turn(f"which tea does Mara like, number {number}?"))
        assert isinstance(answer.outcome, Recalled)

    assert model_record(harness.services.tracer.recent()) == ModelRecord(3, 3, "model: ModelUnreachable")
