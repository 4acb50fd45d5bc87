"""One turn from event to block: its steps, what it keeps to itself, and what it leaves behind."""

from pathlib import Path
from typing import Any

import pytest

from recall_sidecar.errors import ModelRefused, ModelUnreachable
from recall_sidecar.events import HookNotice, Message
from recall_sidecar.outcomes import (
    NothingRelevant,
    Origin,
    Recalled,
    Skipped,
    SkipReason,
    reason_of,
    status_word,
)
from recall_sidecar.testing import MemoryFixture, calls, says
from tests.harness import ANSWER, GROUP, SECRET, TEA, Build
from tests.waiting import until


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
        "triggers",
        "memory",
        "need",
        "model",
        "verify",
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


@pytest.mark.parametrize(
    ("told", "seen", "is_guest"), [(True, True, False), (False, None, True), (None, None, False)]
)
async def test_memory_answers_every_sender_that_the_gate_has_let_in(
    build: Build, told: bool | None, seen: bool | None, *, is_guest: bool
) -> None:
    harness = await build({"gate.allowed_senders": ["42"]})

    await harness.pipeline.run(harness.turn(sender_id="42", sender_is_owner=told))

    [search] = harness.memory.searches
    assert (search.viewer.sender_is_owner, search.viewer.is_guest) == (seen, is_guest)


async def test_memory_is_told_which_conversation_is_being_answered(build: Build) -> None:
    harness = await build()

    await harness.pipeline.run(harness.turn(session_id="s1"))

    [search] = harness.memory.searches
    assert (search.viewer.session_key, search.viewer.session_id) == ("agent:main:telegram:direct:42", "s1")


async def test_a_session_that_was_switched_off_is_skipped(build: Build) -> None:
    harness = await build()
    await harness.toggles.set_off("agent:main:telegram:direct:42", off=True)

    assert (await harness.pipeline.run(harness.turn())).outcome == Skipped(SkipReason.SESSION_OFF)


async def test_recall_that_is_off_asks_neither_memory_nor_model(build: Build) -> None:
    harness = await build({"recall.mode": "off"})

    answer = await harness.pipeline.run(harness.turn())

    assert answer.outcome == Skipped(SkipReason.MODE_OFF)
    assert (harness.memory.searches, harness.model.requests) == ([], [])


async def test_a_short_message_borrows_the_turn_before(build: Build) -> None:
    harness = await build()
    harness.model.enqueue(says(ANSWER))
    before = (Message("user", "which tea does Mara like?"),)

    await harness.pipeline.run(harness.turn("And hers?", messages=before))

    assert "which tea does Mara like?" in harness.memory.searches[0].text


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


async def test_prompts_that_are_kept_hold_no_secret_of_the_models_own_words(build: Build) -> None:
    harness = await build({"recall.mode": "always"})
    harness.model.enqueue(calls("memory_search", query=[f"tea {SECRET}"]), says(f"NONE. It was {SECRET}."))
    await harness.toggles.set_trace("agent:main:telegram:direct:42", "raw")

    answer = await harness.pipeline.run(harness.turn("which tea does Mara like?"))

    trace = harness.services.tracer.find(answer.trace_id)
    assert trace is not None
    assert SECRET not in str(trace.prompts)
    assert trace.prompts[0]["toolCalls"][0]["arguments"] == {"query": ["tea [secret]"]}
    assert trace.prompts[1]["reply"].startswith("NONE. It was [secret]")


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
