"""Turns whose host lends its model: judged, counted and shared as any other."""

import asyncio
from typing import Any

import pytest

from recall_sidecar.llm.lent import LentModel
from recall_sidecar.llm.lent_reply import LentFailure, LentReply
from recall_sidecar.llm.port import ModelRequest, ToolResult, Usage
from recall_sidecar.outcomes import reason_of, status_word
from recall_sidecar.pipeline import TurnAnswer
from recall_sidecar.testing import says
from tests.harness import ANSWER, SECRET, Build, Harness
from tests.waiting import until

LENT = {"model.name": "host"}
# No lower rung: what became of the model call is what became of the turn.
BARE = {**LENT, "recall.extract": False}


def begin(harness: Harness, model: LentModel | None, **changes: Any) -> asyncio.Task[TurnAnswer]:  # noqa: ANN401
    turn = harness.turn(**changes)
    return asyncio.get_running_loop().create_task(harness.pipeline.run(turn, lent_model=model))


async def lend(harness: Harness, answer: LentReply | LentFailure) -> tuple[TurnAnswer, ModelRequest]:
    """Run one turn whose host brings `answer`."""
    model = LentModel()
    running = begin(harness, model)
    request = await model.order
    model.give(answer)
    return await running, request


@pytest.mark.parametrize(
    ("answer", "status", "reason"),
    [
        pytest.param(LentReply(ANSWER), "ok", None, id="a summary"),
        pytest.param(LentReply("NONE"), "empty", None, id="nothing helps"),
        pytest.param(LentReply(""), "failed", "reply", id="no word at all"),
        pytest.param(LentReply("Sure! How can I help?"), "failed", "reply", id="talk"),
        pytest.param(LentReply("[9] tea"), "failed", "reply", id="a passage that it was not shown"),
        pytest.param(LentFailure("refused"), "failed", "model", id="refused"),
        pytest.param(LentFailure("failed"), "failed", "model", id="failed"),
        pytest.param(LentFailure("timeout"), "timeout", "model", id="too slow"),
    ],
)
async def test_the_hosts_reply_is_judged_as_any_models(
    build: Build, answer: LentReply | LentFailure, status: str, reason: str | None
) -> None:
    harness = await build(BARE)

    ended, _ = await lend(harness, answer)

    assert (status_word(ended.outcome), reason_of(ended.outcome)) == (status, reason)
    assert harness.model.requests == []


async def test_the_prompt_holds_the_search_and_offers_no_tools(build: Build) -> None:
    harness = await build(LENT)

    _, request = await lend(harness, LentReply("NONE"))

    assert request.tools == ()
    assert isinstance(request.messages[-1], ToolResult)
    assert "oolong" in request.messages[-1].text


async def test_secrets_do_not_reach_the_host(build: Build) -> None:
    harness = await build(LENT)
    harness.memory.add(f"Mara tea shop password is {SECRET}")

    model = LentModel()
    running = begin(harness, model, text=f"which tea does Mara like, {SECRET}?")
    request = await model.order
    model.give(LentReply("NONE"))
    await running

    assert "tea shop password" in str(request)
    assert SECRET not in str(request)


async def test_a_call_is_traced_and_counted_as_the_host_reports_it(build: Build) -> None:
    harness = await build(LENT)

    await lend(harness, LentReply(ANSWER, "stop", "mock/m", Usage(700, 9, cost=0.25)))

    [trace] = harness.services.tracer.recent()
    [call] = trace.model_calls
    assert (call.model, call.chosen_by, call.ended) == ("host (mock/m)", "name", "stop")
    assert (call.input_tokens, call.output_tokens, call.cost) == (700, 9, 0.25)
    spent = harness.spend.totals()
    assert (spent.calls, spent.input_tokens, spent.cost) == (1, 700, 0.25)


async def test_a_limit_of_calls_holds_for_the_hosts_model(build: Build) -> None:
    harness = await build({**BARE, "model.max_calls_per_hour": 1})
    await lend(harness, LentReply("NONE"))

    ended = await begin(harness, LentModel(), text="which tea does Mara drink?")

    assert reason_of(ended.outcome) == "spend_limit"


@pytest.mark.parametrize(
    ("flags", "until_ms"),
    [
        pytest.param({}, 4_000, id="with an extract in hand: until the soft budget"),
        pytest.param({"recall.extract": False}, 14_750, id="without one: until the deadline"),
    ],
)
async def test_the_host_is_told_how_long_its_reply_is_of_use(
    build: Build, flags: dict[str, Any], until_ms: int
) -> None:
    harness = await build({**LENT, **flags})

    _, request = await lend(harness, LentReply("NONE"))

    assert until_ms / 2 < request.useful_ms <= until_ms


async def test_a_turn_whose_host_lends_nothing_quotes_and_says_what_to_do(build: Build) -> None:
    harness = await build(LENT)

    ended = await begin(harness, None)

    assert (status_word(ended.outcome), reason_of(ended.outcome)) == ("ok", "no_model")
    [trace] = harness.services.tracer.recent()
    [why] = [span.fields["why"] for span in trace.spans if "why" in span.fields]
    assert "lendModel" in why
    assert "model.fallback" in why


async def test_where_no_model_can_be_reached_the_one_that_is_on_offer_is_named(build: Build) -> None:
    harness = await build({"model.name": "", "model.use_turn_model": True})
    harness.model.reachable = False

    await begin(harness, None, lends_model=True, model_provider="codex", model_id="gpt")

    [trace] = harness.services.tracer.recent()
    [why] = [span.fields["why"] for span in trace.spans if "why" in span.fields]
    assert why == (
        'turn codex/gpt cannot be reached; this turn\'s host lends its own model: set model.name to "host"'
    )


async def test_a_fallback_answers_where_the_host_lends_nothing(build: Build) -> None:
    harness = await build({**LENT, "model.fallback": "mock/fast"})
    harness.model.enqueue(says(ANSWER))

    ended = await begin(harness, None)

    assert (status_word(ended.outcome), reason_of(ended.outcome)) == ("ok", None)
    assert str(harness.model.requests[0].model) == "mock/fast"


async def test_a_host_that_is_slower_than_the_soft_budget_gets_the_extract(build: Build) -> None:
    harness = await build({**LENT, "recall.soft_budget_ms": 50})
    model = LentModel()

    ended = await begin(harness, model)

    assert (status_word(ended.outcome), reason_of(ended.outcome)) == ("ok", "soft_budget")
    model.withdraw()
    await until(lambda: harness.services.cache.in_flight == 0)


async def test_a_reply_after_the_soft_budget_serves_the_next_equal_question(build: Build) -> None:
    harness = await build({**LENT, "recall.soft_budget_ms": 50})
    model = LentModel()
    await begin(harness, model)

    model.give(LentReply(ANSWER))
    await until(lambda: harness.services.cache.in_flight == 0)

    ended = await begin(harness, LentModel())
    assert reason_of(ended.outcome) is None
    assert harness.services.tracer.recent(1)[0].cache == "hit"


async def test_a_host_that_never_answers_ends_with_the_turns_deadline(build: Build) -> None:
    harness = await build({**BARE, "recall.timeout_ms": 400})

    ended = await begin(harness, LentModel())

    assert (status_word(ended.outcome), reason_of(ended.outcome)) == ("timeout", "model")


async def test_equal_questions_ask_one_host(build: Build) -> None:
    harness = await build(LENT)
    first, second = LentModel(), LentModel()
    running = [begin(harness, first), begin(harness, second)]
    await first.order
    await until(lambda: harness.services.cache.in_flight == 1)

    first.give(LentReply(ANSWER))

    assert [status_word((await each).outcome) for each in running] == ["ok", "ok"]
    assert not second.order.done()


async def test_a_turn_that_joined_asks_its_own_host_when_the_first_one_left(build: Build) -> None:
    harness = await build(LENT)
    first, second = LentModel(), LentModel()
    leaving = begin(harness, first)
    await first.order
    staying = begin(harness, second)
    await until(lambda: len(harness.services.tracer.recent()) == 0 and harness.turns == 2)
    for _ in range(5):
        await asyncio.sleep(0)

    leaving.cancel()
    await second.order
    second.give(LentReply(ANSWER))

    ended = await staying
    assert (status_word(ended.outcome), reason_of(ended.outcome)) == ("ok", None)


async def test_a_turn_that_joined_asks_its_own_host_when_the_first_one_was_too_slow(build: Build) -> None:
    harness = await build(LENT)
    first, second = LentModel(), LentModel()
    hasty = begin(harness, first, budget_ms=1_000)
    await first.order
    patient = begin(harness, second)
    await until(lambda: harness.turns == 2)
    for _ in range(5):
        await asyncio.sleep(0)

    first.give(LentFailure("timeout"))
    assert reason_of((await hasty).outcome) == "timeout"
    await second.order
    second.give(LentReply(ANSWER))

    ended = await patient
    assert (status_word(ended.outcome), reason_of(ended.outcome)) == ("ok", None)


async def test_a_turn_that_asks_again_keeps_what_was_found(build: Build) -> None:
    harness = await build({**LENT, "recall.soft_budget_ms": 1_000})
    first, second = LentModel(), LentModel()
    hasty = begin(harness, first)
    await first.order
    patient = begin(harness, second)
    await until(lambda: harness.turns == 2)
    for _ in range(5):
        await asyncio.sleep(0)
    harness.memory.delay_s = 60.0

    first.give(LentFailure("timeout"))
    await hasty

    ended = await patient
    assert (status_word(ended.outcome), reason_of(ended.outcome)) == ("ok", "soft_budget")
    assert not second.order.done()


async def test_a_turn_without_a_lender_does_not_wait_for_somebody_elses_host(build: Build) -> None:
    harness = await build(LENT)
    model = LentModel()
    lending = begin(harness, model)
    await model.order

    ended = await begin(harness, None)

    assert reason_of(ended.outcome) == "no_model"
    model.give(LentReply("NONE"))
    await lending


async def test_a_host_that_gives_up_again_and_again_rests(build: Build) -> None:
    harness = await build({**BARE, "recall.breaker_max_timeouts": 2})
    for text in ("which tea does Mara like?", "which tea does Mara drink?"):
        model = LentModel()
        running = begin(harness, model, text=text)
        await model.order
        model.give(LentFailure("timeout"))
        await running

    ended = await begin(harness, LentModel(), text="which oolong tea does Mara like?")

    assert reason_of(ended.outcome) == "breaker_open"


async def test_a_host_that_had_no_time_is_not_made_to_rest(build: Build) -> None:
    harness = await build({**BARE, "recall.breaker_max_timeouts": 1})
    model = LentModel()
    running = begin(harness, model, budget_ms=1_000)
    await model.order
    model.give(LentFailure("timeout"))
    await running

    assert harness.breaker.states() == ()


async def test_a_host_that_got_the_rest_of_the_soft_budget_is_not_made_to_rest(build: Build) -> None:
    """Its reply was of use for a moment only: memory had taken most of the time."""
    harness = await build({**LENT, "recall.soft_budget_ms": 400, "recall.breaker_max_timeouts": 1})
    harness.memory.delay_s = 0.3
    model = LentModel()
    running = begin(harness, model)
    await model.order
    model.give(LentFailure("timeout"))

    ended = await running

    assert (status_word(ended.outcome), reason_of(ended.outcome)) == ("ok", "timeout")
    assert harness.breaker.states() == ()


async def test_a_host_is_not_asked_when_its_reply_is_of_no_use_any_more(build: Build) -> None:
    harness = await build({**LENT, "recall.soft_budget_ms": 50})
    harness.memory.delay_s = 0.1
    model = LentModel()

    ended = await begin(harness, model)
    await until(lambda: harness.services.cache.in_flight == 0)

    assert (status_word(ended.outcome), reason_of(ended.outcome)) == ("ok", "soft_budget")
    assert not model.order.done()
    assert harness.spend.totals().calls == 0
