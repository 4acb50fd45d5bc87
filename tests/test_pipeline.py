"""One turn from event to block, and what becomes of it whatever breaks: the promise to the host."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from recall_sidecar.errors import (
    MemoryStoreError,
    ModelRefused,
    ModelReplyInvalid,
    ModelTimeout,
    ModelUnreachable,
)
from recall_sidecar.events import HookNotice, Message
from recall_sidecar.llm.port import Finished, TextDelta, Usage
from recall_sidecar.outcomes import (
    NothingRelevant,
    Origin,
    Recalled,
    RecallOutcome,
    Skipped,
    SkipReason,
    TimedOut,
    Unavailable,
    UnavailableReason,
    reason_of,
    status_word,
)
from recall_sidecar.testing import FakeClock, MemoryFixture, ScriptedModel, calls, says
from tests.harness import SECRET, Harness, make

TEA = "Mara drinks oolong tea which she likes in the morning."
ANSWER = "[1] Mara likes oolong tea in the morning."
GROUP = "agent:main:telegram:group:77"
Build = Callable[..., Awaitable[Harness]]


@pytest.fixture
async def build(home: Path) -> AsyncIterator[Build]:
    built: list[Harness] = []

    async def _build(flags: dict[str, Any] | None = None, **parts: Any) -> Harness:  # noqa: ANN401
        # The settings and styles are read from files, which the loop must not wait for.
        harness = await asyncio.to_thread(make, home, flags, **parts)
        harness.memory.add(TEA)
        built.append(harness)
        return harness

    yield _build
    for harness in built:
        await harness.aclose()


async def test_a_turn_is_recalled_into_a_block_with_its_sources_and_trace(build: Build) -> None:
    harness = await build()
    harness.model.enqueue(says(ANSWER, pieces=5))

    answer = await harness.pipeline.run(harness.turn())

    assert isinstance(answer.outcome, Recalled)
    assert answer.outcome.summary == "Mara likes oolong tea in the morning."
    assert [source.path for source in answer.outcome.sources] == ["MEMORY.md"]
    assert answer.outcome.trust is Origin.OWNER
    assert "Mara likes oolong tea in the morning." in answer.block
    assert answer.block.startswith("Context:\n<active_memory_plugin>")
    assert answer.status_line.startswith("🧩 Active Memory: status=ok elapsed=")
    trace = harness.services.tracer.find(answer.trace_id)
    assert trace is not None
    assert [span.name for span in trace.spans] == [
        "gate",
        "query",
        "cache",
        "memory",
        "need",
        "model",
        "inject",
    ]
    assert [(hit.used, hit.path) for hit in trace.hits] == [(True, "MEMORY.md")]
    assert [call.model for call in trace.model_calls] == ["mock/fast"]
    assert trace.cache == "miss"


async def test_one_model_call_already_holds_the_executed_search(build: Build) -> None:
    harness = await build()
    harness.model.enqueue(says("NONE"))

    answer = await harness.pipeline.run(harness.turn())

    assert answer.outcome == NothingRelevant("model")
    assert answer.block == ""
    assert len(harness.model.requests) == 1
    assert len(harness.memory.searches) == 1
    kinds = [type(message).__name__ for message in harness.model.requests[0].messages]
    assert kinds == ["UserText", "ToolCalls", "ToolResult"]
    assert TEA in str(harness.model.requests[0].messages[2])


async def test_nothing_above_the_floor_costs_no_model_call(build: Build) -> None:
    harness = await build()

    answer = await harness.pipeline.run(harness.turn("quantum chromodynamics lecture"))

    assert answer.outcome == NothingRelevant("memory")
    assert harness.model.requests == []


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        pytest.param({"session_key": GROUP}, SkipReason.CHAT_TYPE, id="a group chat is refused by default"),
        pytest.param({"trigger": "cron"}, SkipReason.NOT_INTERACTIVE, id="a scheduled run is refused"),
        pytest.param(
            {"provenance": "inter_session"}, SkipReason.INTER_SESSION, id="another session is refused"
        ),
        pytest.param({"text": ""}, SkipReason.NO_TEXT, id="a picture without words is refused"),
        pytest.param({"text": "/new"}, SkipReason.NO_TEXT, id="a command is refused"),
        pytest.param({"text": "ok 👍"}, SkipReason.NO_RECALL_INTENT, id="an acknowledgement is refused"),
        pytest.param(
            {"text": "嗯"}, SkipReason.NO_RECALL_INTENT, id="an acknowledgement in Chinese is refused"
        ),
    ],
)
async def test_a_skipped_turn_is_traced_with_its_reason(
    build: Build, changes: dict[str, Any], reason: SkipReason
) -> None:
    harness = await build()

    answer = await harness.pipeline.run(harness.turn(**changes))

    assert answer.outcome == Skipped(reason)
    assert answer.block == ""
    assert [trace.reason for trace in harness.services.tracer.recent()] == [reason.value]
    assert harness.services.tracer.outcomes["openclaw", "skipped", reason.value] == 1
    assert harness.memory.searches == []


async def test_a_session_that_was_switched_off_is_skipped(build: Build) -> None:
    harness = await build()
    await harness.toggles.set_off("agent:main:telegram:direct:42", off=True)

    assert (await harness.pipeline.run(harness.turn())).outcome == Skipped(SkipReason.SESSION_OFF)


async def test_a_short_message_borrows_the_turn_before(build: Build) -> None:
    harness = await build()
    harness.model.enqueue(says(ANSWER))
    before = (Message("user", "which tea does Mara like?"),)

    await harness.pipeline.run(harness.turn("And hers?", messages=before))

    assert "which tea does Mara like?" in harness.memory.searches[0].text


# --- one recall per turn, shared and kept answers ---


async def test_a_hook_that_fires_again_in_the_same_turn_gets_the_same_answer(build: Build) -> None:
    harness = await build()
    harness.model.enqueue(says(ANSWER))
    turn = harness.turn()

    answers = [await harness.pipeline.run(turn) for _ in range(5)]

    assert len({answer.trace_id for answer in answers}) == 1
    assert len(harness.model.requests) == 1
    assert len(harness.services.tracer.recent()) == 1


async def test_a_failed_turn_is_not_tried_again_by_its_own_next_call(build: Build) -> None:
    harness = await build({"recall.extract": False})
    harness.model.enqueue([ModelUnreachable("down")])
    turn = harness.turn()

    first, second = [await harness.pipeline.run(turn) for _ in range(2)]

    assert first == second
    assert len(harness.model.requests) == 1


async def test_a_new_turn_after_a_failure_asks_again(build: Build) -> None:
    harness = await build({"recall.extract": False})
    harness.model.enqueue([ModelUnreachable("down")], says(ANSWER))

    await harness.pipeline.run(harness.turn())
    answer = await harness.pipeline.run(harness.turn())

    assert status_word(answer.outcome) == "ok"


async def test_a_turn_that_ended_may_come_again(build: Build) -> None:
    harness = await build({"recall.extract": False})
    harness.model.enqueue([ModelUnreachable("down")], says(ANSWER))
    turn = harness.turn(run_id="r")
    notice = HookNotice(
        kind="agent_end",
        host="openclaw",
        agent_id="main",
        session_key="agent:main:telegram:direct:42",
        run_id="r",
    )

    await harness.pipeline.run(turn)
    harness.pipeline.observe(notice)
    answer = await harness.pipeline.run(turn)

    assert status_word(answer.outcome) == "ok"


async def test_an_equal_question_in_another_turn_is_answered_from_the_cache(build: Build) -> None:
    harness = await build()
    harness.model.enqueue(says(ANSWER))

    await harness.pipeline.run(harness.turn())
    answer = await harness.pipeline.run(harness.turn())

    assert len(harness.model.requests) == 1
    assert answer.status_line.endswith("cached")
    trace = harness.services.tracer.find(answer.trace_id)
    assert trace is not None
    assert (trace.cache, trace.model_calls, len(trace.hits)) == ("hit", (), 1)


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"sender_id": "43"}, id="another sender"),
        pytest.param({"session_key": "agent:main:telegram:direct:43"}, id="another session"),
        pytest.param({"model_provider": "x", "model_id": "y"}, id="another main model"),
        pytest.param({"project_keys": ("p",)}, id="another project"),
        pytest.param({"text": "which tea does Mara like most?"}, id="another question"),
    ],
)
async def test_whatever_can_change_the_answer_is_asked_anew(build: Build, changes: dict[str, Any]) -> None:
    harness = await build()
    harness.model.enqueue(says(ANSWER), says("NONE"))

    await harness.pipeline.run(harness.turn())
    await harness.pipeline.run(harness.turn(**changes))

    assert len(harness.model.requests) == 2


async def test_a_change_of_memory_ends_the_kept_answers(build: Build) -> None:
    harness = await build()
    await harness.pipeline.run(harness.turn("where is the spare key"))

    harness.memory.add("the spare key is with Ilse, where it always is")
    harness.model.enqueue(says("[1] The spare key is with Ilse."))
    answer = await harness.pipeline.run(harness.turn("where is the spare key"))

    assert status_word(answer.outcome) == "ok"


async def test_twenty_equal_questions_at_once_are_one_recall(build: Build) -> None:
    harness = await build()
    harness.model.enqueue([0.05, *says(ANSWER)])

    answers = await asyncio.gather(*(harness.pipeline.run(harness.turn()) for _ in range(20)))

    assert len(harness.model.requests) == 1
    assert {status_word(answer.outcome) for answer in answers} == {"ok"}
    assert sorted({trace.cache for trace in harness.services.tracer.recent()}) == ["joined", "miss"]


async def test_twenty_sessions_at_once_do_not_mix(build: Build) -> None:
    harness = await build()
    for number in range(20):
        harness.memory.add(f"the locker of person{number} has code {number * 111}")

    async def ask(number: int) -> str:
        harness.model.enqueue(says(f"[1] The code is {number * 111}."))
        turn = harness.turn(
            f"locker code of person{number}", session_key=f"agent:main:telegram:direct:{number}"
        )
        answer = await harness.pipeline.run(turn)
        return getattr(answer.outcome, "summary", "")

    # The script is followed in order, so the turns are started in order too.
    summaries = await asyncio.gather(*(ask(number) for number in range(20)))

    assert summaries == [f"The code is {number * 111}." for number in range(20)]


async def test_a_caller_that_leaves_does_not_end_the_recall_of_another(build: Build) -> None:
    harness = await build()
    harness.model.enqueue([0.1, *says(ANSWER)])

    first = asyncio.get_running_loop().create_task(harness.pipeline.run(harness.turn()))
    second = asyncio.get_running_loop().create_task(harness.pipeline.run(harness.turn()))
    await until(lambda: harness.model.open_streams == 1)
    first.cancel()

    assert status_word((await second).outcome) == "ok"
    assert len(harness.model.requests) == 1
    with pytest.raises(asyncio.CancelledError):
        await first


async def test_the_last_caller_that_leaves_ends_the_recall(build: Build) -> None:
    harness = await build()
    harness.model.enqueue([60.0])

    task = asyncio.get_running_loop().create_task(harness.pipeline.run(harness.turn()))
    await until(lambda: harness.model.open_streams == 1)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    await until(lambda: harness.services.cache.in_flight == 0)
    assert harness.model.open_streams == 0
    assert [trace.status for trace in harness.services.tracer.recent()] == ["cancelled"]


async def test_a_joined_turn_with_time_left_asks_for_itself_when_the_first_one_runs_out(build: Build) -> None:
    harness = await build({"recall.extract": False})
    harness.model.enqueue([60.0], says(ANSWER))
    loop = asyncio.get_running_loop()

    short = loop.create_task(harness.pipeline.run(harness.turn(budget_ms=350)))
    await until(lambda: harness.model.open_streams == 1)
    long = loop.create_task(harness.pipeline.run(harness.turn()))

    assert status_word((await short).outcome) == "timeout"
    assert status_word((await long).outcome) == "ok"


# --- the fault table: step x fault -> outcome, with and without an extract to fall back on ---

RUBBISH = says("Sure! Here is what I found about tea, let me know if you need more.")
HANG = [60.0]
LONG_TAIL: list[Any] = [TextDelta("[1] Mara likes oolong tea in the morning. She also"), 60.0]


def memory(**faults: Any) -> dict[str, Any]:  # noqa: ANN401
    return {"memory": MemoryFixture(**faults)}


@pytest.mark.parametrize(
    ("parts", "script", "with_extract", "without_extract"),
    [
        pytest.param(
            memory(fails=MemoryStoreError("locked")),
            None,
            "unavailable memory",
            "unavailable memory",
            id="memory: fails",
        ),
        pytest.param(
            memory(fails=KeyError("bug")),
            None,
            "failed internal",
            "failed internal",
            id="memory: our own bug",
        ),
        pytest.param(memory(delay_s=60.0), None, "timeout memory", "timeout memory", id="memory: hangs"),
        pytest.param(
            memory(warning="embeddings down"),
            says(ANSWER),
            "ok",
            "ok",
            id="memory: a warning beside hits is harmless",
        ),
        pytest.param({}, [ModelUnreachable("refused")], "ok model", "failed model", id="model: unreachable"),
        pytest.param({}, [ModelRefused("401")], "ok model", "failed model", id="model: refuses"),
        pytest.param(
            {}, [ModelTimeout("slow")], "ok timeout", "timeout model", id="model: times out by itself"
        ),
        pytest.param({}, HANG, "ok timeout", "timeout model", id="model: hangs before the first word"),
        pytest.param(
            {}, LONG_TAIL, "timeout_partial", "timeout_partial", id="model: hangs after a grounded sentence"
        ),
        pytest.param(
            {},
            [TextDelta("[1] Mara li"), 60.0],
            "ok timeout",
            "timeout model",
            id="model: hangs in the first clause",
        ),
        pytest.param(
            {},
            [TextDelta("[9] Mara likes tea. And"), 60.0],
            "ok timeout",
            "timeout model",
            id="model: partial without ground",
        ),
        pytest.param(
            {},
            [TextDelta("[1] Mara"), ModelUnreachable("cut")],
            "ok model",
            "failed model",
            id="model: half a stream",
        ),
        pytest.param({}, [Finished("stop", Usage())], "failed reply", "failed reply", id="reply: empty"),
        pytest.param({}, RUBBISH, "failed reply", "failed reply", id="reply: small talk"),
        pytest.param(
            {}, says("Mara likes coffee."), "failed reply", "failed reply", id="reply: names no passage"
        ),
        pytest.param(
            {},
            says("[7] Mara likes tea."),
            "failed reply",
            "failed reply",
            id="reply: a passage it never saw",
        ),
        pytest.param(
            {},
            says('{"error": {"message": "overloaded"}}'),
            "failed reply",
            "failed reply",
            id="reply: a provider's error",
        ),
        pytest.param(
            {},
            says("[1] Tea. LLM request timed out."),
            "failed reply",
            "failed reply",
            id="reply: a time-out line after ground",
        ),
        pytest.param(
            {},
            [ModelReplyInvalid("no JSON")],
            "failed reply",
            "failed reply",
            id="reply: not in the protocol",
        ),
        pytest.param(
            {}, [RuntimeError("bug")], "failed internal", "failed internal", id="model: our own bug"
        ),
    ],
)
async def test_every_fault_of_every_step_has_its_outcome(
    build: Build, parts: dict[str, Any], script: list[Any] | None, with_extract: str, without_extract: str
) -> None:
    for extract, expected in ((True, with_extract), (False, without_extract)):
        fixture = parts.get("memory")
        fresh = (
            {"memory": MemoryFixture(fails=fixture.fails, delay_s=fixture.delay_s, warning=fixture.warning)}
            if fixture
            else {}
        )
        harness = await build({"recall.extract": extract, "recall.timeout_ms": 600}, **fresh)
        if script is not None:
            harness.model.enqueue(script)

        answer = await harness.pipeline.run(harness.turn())

        reason = reason_of(answer.outcome)
        assert f"{status_word(answer.outcome)} {reason or ''}".strip() == expected
        assert harness.model.open_streams == 0
        assert harness.services.cache.entries == (1 if expected == "ok" else 0)
        assert (answer.block != "") is expected.startswith(("ok", "timeout_partial"))


@pytest.mark.parametrize(
    ("parts", "script"),
    [
        pytest.param(memory(delay_s=60.0), None, id="memory"),
        pytest.param({}, HANG, id="model"),
        pytest.param({}, LONG_TAIL, id="model, in the middle of its reply"),
    ],
)
async def test_a_step_whose_caller_goes_away_is_cancelled_and_leaves_nothing(
    build: Build, parts: dict[str, Any], script: list[Any] | None
) -> None:
    harness = await build(**parts)
    if script is not None:
        harness.model.enqueue(script)
    before = len(asyncio.all_tasks())

    task = asyncio.get_running_loop().create_task(harness.pipeline.run(harness.turn()))
    await until(lambda: bool(harness.model.open_streams if script else harness.memory.searches))
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    await until(lambda: len(asyncio.all_tasks()) == before)
    assert harness.model.open_streams == 0


# --- deadlines ---


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


# --- the breaker ---


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


# --- no model ---


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


# --- tools ---


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


# --- privacy, notes, transcripts ---


async def test_secrets_reach_neither_the_model_nor_the_block_nor_the_trace(build: Build) -> None:
    harness = await build(memory=MemoryFixture())
    harness.memory.add(f"the tea shop key is {SECRET}")
    harness.model.enqueue(says(f"[1] The tea shop key is {SECRET}."))

    answer = await harness.pipeline.run(harness.turn(f"what is the tea shop key, is it {SECRET}?"))

    trace = harness.services.tracer.find(answer.trace_id)
    assert status_word(answer.outcome) == "ok"
    assert SECRET not in str(harness.model.requests)
    assert SECRET not in answer.block + answer.debug_line + str(trace)
    assert "[secret]" in answer.block


async def test_a_fixed_note_tells_the_main_model_that_recall_was_unavailable_when_asked_for(
    build: Build,
) -> None:
    harness = await build({"inject.note_when_unavailable": True, "recall.extract": False})
    harness.model.enqueue([ModelRefused("quota of customer 17")], [ModelUnreachable("down")])

    notes = [(await harness.pipeline.run(harness.turn(text))).block for text in ("which tea?", "what tea?")]

    assert notes[0] == notes[1] != ""
    assert "quota" not in notes[0]


@pytest.mark.parametrize(
    ("flags", "files"),
    [
        pytest.param({}, 0, id="not by default"),
        pytest.param({"trace.persist_transcripts": True}, 1, id="when asked for"),
    ],
)
async def test_transcripts_are_written_only_when_asked_for(
    build: Build, home: Path, flags: dict[str, Any], files: int
) -> None:
    harness = await build(flags)
    harness.model.enqueue(says(ANSWER))

    await harness.pipeline.run(harness.turn())
    await until(lambda: len(list((home / "state" / "transcripts").rglob("*.jsonl"))) >= files)

    assert len(list((home / "state" / "transcripts").rglob("*.jsonl"))) == files
    assert harness.spend.totals().calls == 1


async def test_prompts_are_kept_in_the_trace_only_under_trace_raw(build: Build) -> None:
    harness = await build()
    harness.model.enqueue(says("NONE"), says("NONE"))

    plain = await harness.pipeline.run(harness.turn("which tea does Mara like?"))
    await harness.toggles.set_trace("agent:main:telegram:direct:42", "raw")
    raw = await harness.pipeline.run(harness.turn("what tea does Mara like?"))

    kept = [harness.services.tracer.find(answer.trace_id) for answer in (plain, raw)]
    assert [len(trace.prompts) for trace in kept if trace] == [0, 1]


async def test_a_host_without_switches_shows_lines_only_when_the_session_asks(build: Build) -> None:
    harness = await build()
    key = "agent:claude-code:direct:s1"
    turn = {"host": "claude-code", "session_key": key, "chat_type": "direct", "text": "ok"}

    quiet = await harness.pipeline.run(harness.turn(**turn))
    await harness.toggles.set_verbose(key, shown=True)
    await harness.toggles.set_trace(key, "on")
    shown = await harness.pipeline.run(harness.turn(**turn))

    assert (quiet.status_line, quiet.debug_line) == ("", "")
    assert shown.status_line.startswith("🧩 Active Memory: status=skipped")
    assert shown.debug_line.startswith("🔎 Active Memory Debug: reason=no_recall_intent")


async def test_a_turn_for_which_there_is_no_room_is_answered_and_traced(build: Build) -> None:
    harness = await build()

    answer = harness.pipeline.overloaded(harness.turn())

    assert reason_of(answer.outcome) == "overloaded"
    assert harness.services.tracer.find(answer.trace_id) is not None


@pytest.mark.parametrize("kind", ["before_compaction", "after_tool_call"])
async def test_other_notices_change_nothing(build: Build, kind: Any) -> None:  # noqa: ANN401
    harness = await build()
    harness.model.enqueue(says(ANSWER))
    turn = harness.turn(run_id="r")
    first = await harness.pipeline.run(turn)

    notice = HookNotice(
        kind=kind,
        host="openclaw",
        agent_id="main",
        session_key="agent:main:telegram:direct:42",
        run_id="r",
    )
    harness.pipeline.observe(notice)

    assert await harness.pipeline.run(turn) == first


async def until(condition: Callable[[], bool], seconds: float = 5.0) -> None:
    """Wait until `condition` holds."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.005)


def test_every_outcome_has_a_word_for_people() -> None:
    outcomes: list[RecallOutcome] = [
        Recalled("x", ()),
        Recalled("x", (), partial=True),
        NothingRelevant(),
        Skipped(SkipReason.AGENT),
        TimedOut("model", 1),
        Unavailable(UnavailableReason.MEMORY),
        Unavailable(UnavailableReason.REPLY),
    ]

    words = [status_word(outcome) for outcome in outcomes]

    assert words == ["ok", "timeout_partial", "empty", "skipped", "timeout", "unavailable", "failed"]
