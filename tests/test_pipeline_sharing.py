"""One recall per user turn, and answers shared between turns that ask the same."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from recall_sidecar.errors import ModelUnreachable
from recall_sidecar.events import HookNotice
from recall_sidecar.outcomes import status_word
from recall_sidecar.testing import FakeClock, says
from tests.harness import ANSWER, DETACHED, Build
from tests.waiting import until


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


@pytest.mark.parametrize("kind", ["before_reset", "session_end"])
async def test_a_session_that_is_over_forgets_the_answers_of_its_turns(build: Build, kind: Any) -> None:  # noqa: ANN401
    harness = await build({"recall.extract": False})
    harness.model.enqueue([ModelUnreachable("down")], says(ANSWER))
    turn = harness.turn(run_id="r")
    notice = HookNotice(
        kind=kind, host="openclaw", agent_id="main", session_key="agent:main:telegram:direct:42"
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


async def test_a_hook_that_fires_four_times_at_once_is_one_turn_with_one_trace(build: Build) -> None:
    harness = await build()
    harness.model.enqueue([0.05, *says(ANSWER)])
    turn = harness.turn()

    answers = await asyncio.gather(*(harness.pipeline.run(turn) for _ in range(4)))

    assert len({answer.trace_id for answer in answers}) == 1
    assert [trace.status for trace in harness.services.tracer.recent()] == ["ok"]


async def test_a_hook_that_fired_twice_is_answered_though_the_first_caller_left(build: Build) -> None:
    harness = await build()
    harness.model.enqueue([0.1, *says(ANSWER)])
    turn = harness.turn()

    first = asyncio.get_running_loop().create_task(harness.pipeline.run(turn))
    second = asyncio.get_running_loop().create_task(harness.pipeline.run(turn))
    await until(lambda: harness.model.open_streams == 1)
    first.cancel()

    assert status_word((await second).outcome) == "ok"
    assert [trace.status for trace in harness.services.tracer.recent()] == ["ok", "cancelled"]


async def test_waves_of_turns_past_their_soft_budget_do_not_pile_up_work(build: Build) -> None:
    harness = await build({"recall.soft_budget_ms": 50})
    waves = [[harness.turn(f"which tea does Mara like? {wave} {n}") for n in range(10)] for wave in range(8)]
    harness.model.enqueue(*[[60.0]] * 80)

    for wave in waves:
        answers = await asyncio.gather(*(harness.pipeline.run(turn) for turn in wave))
        assert {status_word(answer.outcome) for answer in answers} == {"ok"}

    await until(lambda: harness.services.cache.in_flight == DETACHED)


async def test_a_repeat_with_less_time_does_not_take_the_better_answer_away(build: Build) -> None:
    harness = await build({"recall.extract": False})
    harness.model.enqueue([0.4, *says(ANSWER)])
    loop = asyncio.get_running_loop()
    turn = harness.turn(run_id="r")

    first = loop.create_task(harness.pipeline.run(turn))
    await until(lambda: harness.model.open_streams == 1)
    hasty = await harness.pipeline.run(replace(turn, budget_ms=300))

    assert status_word(hasty.outcome) == "timeout"
    assert status_word((await first).outcome) == "ok"
    assert await harness.pipeline.run(turn) == await first


async def test_an_answer_is_not_repeated_once_the_session_is_switched_off(build: Build) -> None:
    harness = await build()
    harness.model.enqueue(says(ANSWER))
    turn = harness.turn(run_id="r")

    first = await harness.pipeline.run(turn)
    await harness.toggles.set_off("agent:main:telegram:direct:42", off=True)

    assert status_word(first.outcome) == "ok"
    assert status_word((await harness.pipeline.run(turn)).outcome) == "skipped"


async def test_a_turn_that_had_read_what_is_forgotten_begins_anew(build: Build) -> None:
    harness = await build()
    harness.model.enqueue([60.0], says("[1] Mara likes rooibos."))
    loop = asyncio.get_running_loop()
    turns = [loop.create_task(harness.pipeline.run(harness.turn())) for _ in range(3)]
    await until(lambda: harness.model.open_streams == 1)

    harness.memory.passages.clear()
    harness.memory.add("Mara likes rooibos, which tea is a herb.")
    harness.pipeline.forget()

    for answer in await asyncio.gather(*turns):
        assert getattr(answer.outcome, "summary", "") == "Mara likes rooibos."
    traces = harness.services.tracer.recent()
    assert not any("oolong" in repr(trace) for trace in traces)
    assert len(harness.model.requests) == 2


async def test_a_turn_that_has_no_time_left_to_begin_anew_says_nothing_of_what_it_had_read(
    build: Build,
) -> None:
    clock = FakeClock()
    harness = await build(clock=clock)
    harness.model.enqueue([60.0])
    task = asyncio.get_running_loop().create_task(harness.pipeline.run(harness.turn()))
    await until(lambda: harness.model.open_streams == 1)

    clock.advance(3600)
    harness.pipeline.forget()

    assert status_word((await task).outcome) == "timeout"
    assert "oolong" not in repr(harness.services.tracer.recent())
