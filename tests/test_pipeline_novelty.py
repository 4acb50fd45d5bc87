"""A turn is not told what its model can see already, and is told what it cannot."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from recall_sidecar.errors import ModelUnreachable
from recall_sidecar.events import HookNotice, Message, NoticeKind
from recall_sidecar.outcomes import Recalled, Skipped, SkipReason, status_word
from recall_sidecar.pipeline import TurnAnswer
from recall_sidecar.testing import FakeClock, MemoryFixture, says
from tests.harness import ANSWER, TEA, Build, Harness

KEY = "agent:main:telegram:direct:42"
VISIBLE = Skipped(SkipReason.ALREADY_VISIBLE)
ASKED_OTHERWISE = "what tea does Mara like best?"
NO_MODEL = {"model.name": "", "model.use_turn_model": False}
GATE = "The garden gate is green since May."


def notice(kind: NoticeKind, **changes: Any) -> HookNotice:  # noqa: ANN401
    return HookNotice(**{"kind": kind, "host": "openclaw", "agent_id": "main", "session_key": KEY, **changes})


async def ask(harness: Harness, text: str = "which tea does Mara like?", **changes: Any) -> TurnAnswer:  # noqa: ANN401
    """Have a turn at a host that keeps blocks in its history."""
    return await harness.pipeline.run(harness.turn(text, **{"block_lifetime": "session", **changes}))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("which tea does Mara like?", id="the same question"),
        pytest.param(ASKED_OTHERWISE, id="another"),
    ],
)
async def test_what_stands_in_the_history_is_not_told_again_and_costs_no_call(
    build: Build, text: str
) -> None:
    harness = await build()
    harness.model.enqueue(says(ANSWER))

    first, second = await ask(harness), await ask(harness, text)

    assert isinstance(first.outcome, Recalled)
    assert (second.outcome, second.block) == (VISIBLE, "")
    assert len(harness.model.requests) == 1
    trace = harness.services.tracer.find(second.trace_id)
    assert trace is not None
    assert [(hit.path, hit.visible, hit.used) for hit in trace.hits] == [("MEMORY.md", True, False)]
    assert "visible=1" in second.status_line
    assert "visible=1 reason=already_visible" in second.debug_line


async def test_a_question_that_is_asked_again_of_the_same_passages_costs_no_call(build: Build) -> None:
    harness = await build({"cache.ttl_ms": 1000}, clock=(clock := FakeClock()))
    harness.memory.passages.clear()
    both = harness.memory.add(f"{TEA} Her sister lives in Riga with two dogs.")
    harness.model.enqueue(says(ANSWER), says("[1] Her sister lives in Riga."))
    await ask(harness)
    clock.advance(60)

    again = await ask(harness)
    clock.advance(60)
    harness.memory.passages[0] = replace(both, text=f"{both.text} And a cat.")
    other = await ask(harness)

    assert again.outcome == VISIBLE
    assert "hits=0 visible=1" in again.debug_line
    assert status_word(other.outcome) == "ok"
    assert len(harness.model.requests) == 2


async def test_a_question_that_a_lower_rung_answered_may_be_asked_again(build: Build) -> None:
    harness = await build({"cache.ttl_ms": 1000}, clock=(clock := FakeClock()))
    harness.memory.passages.clear()
    harness.memory.add(f"{TEA} Her sister lives in Riga with two dogs.")
    harness.model.enqueue([ModelUnreachable("down")], says("[1] Her sister lives in Riga."))
    first = await ask(harness)
    clock.advance(60)

    second = await ask(harness)

    assert isinstance(first.outcome, Recalled)
    assert (first.outcome.kind, status_word(second.outcome)) == ("extract", "ok")


async def test_where_a_block_is_kept_for_the_turn_it_is_told_again(build: Build) -> None:
    harness = await build()
    harness.model.enqueue(says(ANSWER), says(ANSWER))

    answers = [
        await ask(harness, text, block_lifetime="turn")
        for text in ("which tea does Mara like?", ASKED_OTHERWISE)
    ]

    assert [status_word(answer.outcome) for answer in answers] == ["ok", "ok"]


@pytest.mark.parametrize("kind", ["before_compaction", "before_reset", "session_end"])
async def test_a_history_that_is_lost_is_told_again_from_the_cache_too(
    build: Build, kind: NoticeKind
) -> None:
    harness = await build()
    harness.model.enqueue(says(ANSWER))
    await ask(harness)

    harness.pipeline.observe(notice(kind))
    answer = await ask(harness)

    assert status_word(answer.outcome) == "ok"
    assert len(harness.model.requests) == 1


async def test_a_run_that_failed_was_told_nothing(build: Build) -> None:
    harness = await build()
    harness.model.enqueue(says(ANSWER))
    await ask(harness, run_id="r1")

    harness.pipeline.observe(notice("agent_end", run_id="r1", is_whole=False))

    assert status_word((await ask(harness)).outcome) == "ok"


async def test_a_turn_whose_caller_went_away_was_told_nothing(build: Build) -> None:
    harness = await build(memory=MemoryFixture(delay_s=30))
    task = asyncio.create_task(ask(harness))  # noqa: TID251 - the caller of a turn
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    harness.memory.delay_s = 0
    harness.model.enqueue(says(ANSWER))

    assert status_word((await ask(harness)).outcome) == "ok"


async def test_the_same_turn_gets_the_same_answer_again(build: Build) -> None:
    harness = await build()
    harness.model.enqueue(says(ANSWER))
    turn = harness.turn(block_lifetime="session")

    first, second = await harness.pipeline.run(turn), await harness.pipeline.run(turn)

    assert first is second


async def test_what_is_new_is_told_without_what_is_visible(build: Build) -> None:
    harness = await build(NO_MODEL)
    await ask(harness)
    harness.memory.add("Mara also likes green tea, since Ilse gave her some.", path="memory/tea.md")

    answer = await ask(harness)

    assert isinstance(answer.outcome, Recalled)
    assert answer.outcome.summary == "Mara also likes green tea, since Ilse gave her some."


async def test_an_extract_that_would_repeat_is_no_lack_of_a_model(build: Build) -> None:
    harness = await build(NO_MODEL)
    harness.memory.passages.clear()
    harness.memory.add(f"{TEA} Her sister lives in Riga with two dogs.")
    await ask(harness)

    answer = await ask(harness, "which tea does Mara like in the morning?")

    assert answer.outcome == VISIBLE
    trace = harness.services.tracer.find(answer.trace_id)
    assert trace is not None
    assert [hit.visible for hit in trace.hits] == [True]


@pytest.mark.parametrize(
    ("said", "seen"),
    [
        pytest.param(Message("user", f"I told you: {TEA}"), True, id="the user said it"),
        pytest.param(Message("assistant", f"Right.\n- {TEA}"), True, id="the assistant said it"),
        pytest.param(
            Message("user", "Does Mara drink oolong tea which she likes in the morning?"),
            False,
            id="it was asked",
        ),
    ],
)
async def test_what_the_conversation_says_is_not_told(build: Build, said: Message, *, seen: bool) -> None:
    harness = await build()
    harness.model.enqueue(says(ANSWER))

    answer = await ask(harness, block_lifetime="turn", messages=(said,))

    assert (answer.outcome == VISIBLE) is seen


async def test_a_block_in_the_history_that_a_host_sends_is_known_after_a_restart(build: Build) -> None:
    harness, after = await build(NO_MODEL), await build(NO_MODEL)
    first = await ask(harness)

    answer = await ask(
        after, messages=(Message("user", f"{first.block}\n\nwhich tea?"), Message("assistant", "Noted."))
    )

    assert "oolong" in first.block
    assert answer.outcome == VISIBLE


async def test_files_that_the_host_shows_are_not_told_in_private_chats(build: Build) -> None:
    flags = {"recall.shown_by_host": ["MEMORY.md"], "gate.allowed_chat_types": ["direct", "group"]}
    harness = await build(flags)
    harness.model.enqueue(says(ANSWER))

    private = await ask(harness)
    shared = await ask(harness, session_key="agent:main:telegram:group:77", chat_type="group")

    assert private.outcome == VISIBLE
    assert status_word(shared.outcome) == "ok"


async def test_trigger_phrases_call_what_is_not_visible(build: Build) -> None:
    harness = await build({"recall.mode": "off"})
    harness.memory.triggers["garden gate"] = harness.memory.add(GATE)
    asked = "is the garden gate open?"

    first, second, other = (
        await ask(harness, asked),
        await ask(harness, asked),
        await ask(harness, "hello there, you"),
    )

    assert status_word(first.outcome) == "ok"
    assert second.outcome == VISIBLE
    assert other.outcome == Skipped(SkipReason.MODE_OFF)


async def test_beside_a_visible_note_the_rest_is_told(build: Build) -> None:
    harness = await build()
    harness.memory.triggers["morning tea"] = harness.memory.add(
        "The kettle of the morning tea is blue and whistles.", line=7
    )
    harness.model.enqueue(says("NONE"), says(ANSWER))
    await ask(harness, "morning tea please, Mara?")

    answer = await ask(harness, "morning tea: which tea does Mara drink?")

    assert isinstance(answer.outcome, Recalled)
    assert (answer.outcome.kind, answer.outcome.note) == ("summary", "")


async def test_everything_is_told_in_every_turn_where_the_settings_say_so(build: Build) -> None:
    harness = await build({"recall.repeat_after_turns": 0})
    harness.model.enqueue(says(ANSWER))

    answers = [await ask(harness, messages=(Message("user", TEA),)) for _ in range(2)]

    assert [status_word(answer.outcome) for answer in answers] == ["ok", "ok"]


async def test_what_was_forgotten_was_told_nobody(build: Build) -> None:
    harness = await build()
    harness.model.enqueue(says(ANSWER), says(ANSWER))
    await ask(harness)

    harness.pipeline.forget()

    assert status_word((await ask(harness)).outcome) == "ok"


async def test_an_echo_of_a_block_does_not_steer_what_is_asked_next(build: Build) -> None:
    harness = await build()
    harness.memory.add(GATE)
    harness.model.enqueue(says(ANSWER), says("NONE"))
    await ask(harness, block_lifetime="turn")
    echo = "Mara likes oolong tea in the morning. Shall I order some for Tuesday?"

    await ask(
        harness, "what about the garden gate?", block_lifetime="turn", messages=(Message("assistant", echo),)
    )

    conversation = str(harness.model.requests[1].messages[0])
    assert "Shall I order some for Tuesday?" in conversation
    assert "oolong" not in conversation


async def test_turns_that_ask_at_once_are_each_told_what_they_cannot_see(build: Build) -> None:
    harness = await build({**NO_MODEL, "query.mode": "message"}, memory=MemoryFixture(delay_s=0.05))

    fresh, knows = await asyncio.gather(
        ask(harness),
        ask(harness, messages=(Message("assistant", f"By the way: {TEA}"),)),
    )

    assert (status_word(fresh.outcome), knows.outcome) == ("ok", VISIBLE)
