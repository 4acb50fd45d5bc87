"""The ticket flow over real sockets: a turn asks for the host's model, and the host brings the reply."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from recall_sidecar.errors import ModelRefused, ModelTimeout, ModelUnreachable
from recall_sidecar.llm.port import Finished, ModelRef, TextDelta, Usage
from recall_sidecar.outcomes import Recalled
from recall_sidecar.server.loans import LOANS
from recall_sidecar.server.slots import TURN_SLOTS
from tests.server.fakes import HOOKS, LIMIT, ORDER, FakeAnswer, House, Served, turn_body
from tests.waiting import until

TURN = "/v1/hooks/before_prompt_build"
LENDING = turn_body(lends=["model"])


@pytest.fixture(autouse=True)
def house(house: House) -> House:
    """Return fakes whose turns ask the host's model once."""
    house.pipeline.orders = [ORDER]
    house.pipeline.answer = FakeAnswer(Recalled("tea", ()), block="<block/>")
    return house


async def wanted(daemon: Served, body: dict[str, Any] = LENDING) -> dict[str, Any]:
    """Return the answer to a turn that wants the host's model."""
    status, answer = await daemon.post(TURN, body)
    assert (status, answer["status"]) == (200, "model_wanted")
    return dict(answer)


def replies(answer: dict[str, Any]) -> str:
    return f"/v1/model-replies/{answer['ticket']}"


async def test_a_turn_hands_out_its_prompt_with_a_ticket(daemon: Served) -> None:
    answer = await wanted(daemon)

    assert len(answer.pop("ticket")) == 43
    assert len(answer.pop("traceId")) == 26
    assert answer == {
        "v": 1,
        "status": "model_wanted",
        "waitMs": 3900,
        "queryMode": "recent",
        "model": {
            "ref": None,
            "system": "You judge memory.",
            "prompt": 'which tea?\n\nResult of memory_search {"query": "tea"}:\n[1] oolong',
            "maxTokens": 400,
            "reasoning": "off",
        },
    }


async def test_the_settings_may_name_the_model_that_the_host_shall_take(daemon: Served, house: House) -> None:
    house.pipeline.orders = [replace(ORDER, model=ModelRef("host", "openai/gpt-5-mini"))]

    assert (await wanted(daemon))["model"]["ref"] == "openai/gpt-5-mini"


async def test_the_reply_ends_the_turn_as_any_turn_is_answered(daemon: Served, house: House) -> None:
    asked = await wanted(daemon)

    status, answer = await daemon.post(
        replies(asked),
        {
            "v": 1,
            "text": "[1] tea",
            "stopReason": "stop",
            "model": "mock/mock-1",
            "usage": {"inputTokens": 7, "outputTokens": 2, "costUsd": 0.1},
        },
    )

    assert status == 200
    assert answer == {
        "v": 1,
        "status": "ok",
        "reason": None,
        "traceId": asked["traceId"],
        "trust": "agent",
        "sources": [],
        "prependContext": "<block/>",
        "statusLine": "status",
        "debugLine": "",
        "queryMode": "recent",
    }
    assert house.pipeline.heard == [
        [TextDelta("[1] tea"), Finished("stop", Usage(7, 2, cost=0.1), "mock/mock-1")]
    ]


async def test_the_hook_token_is_enough_for_a_reply(daemon: Served) -> None:
    asked = await wanted(daemon)

    async with daemon.session.post(
        daemon.url(replies(asked)), json={"text": "NONE"}, headers=HOOKS
    ) as response:
        assert response.status == 200


@pytest.mark.parametrize(
    ("body", "error"),
    [
        pytest.param({"error": "timeout"}, ModelTimeout, id="too slow"),
        pytest.param({"error": "refused", "detail": "NoModel"}, ModelRefused, id="refused"),
        pytest.param({"error": "failed"}, ModelUnreachable, id="failed"),
        pytest.param({"text": "half", "stopReason": "error"}, ModelUnreachable, id="a reply that broke off"),
    ],
)
async def test_an_error_is_told_as_any_models_failure(
    daemon: Served, house: House, body: dict[str, str], error: type[Exception]
) -> None:
    asked = await wanted(daemon)

    status, answer = await daemon.post(replies(asked), body)

    assert (status, answer["status"]) == (200, "ok")
    assert [type(heard) for heard in house.pipeline.heard] == [error]


async def test_a_turn_may_ask_again(daemon: Served, house: House) -> None:
    house.pipeline.orders = [ORDER, ORDER]
    first = await wanted(daemon)

    status, second = await daemon.post(replies(first), {"text": "NONE"})
    _, answer = await daemon.post(replies(second), {"text": "NONE"})

    assert (status, second["status"], answer["status"]) == (200, "model_wanted", "ok")
    assert first["ticket"] != second["ticket"]
    assert first["traceId"] == second["traceId"] == answer["traceId"]


@pytest.mark.parametrize("body", [{"text": "NONE"}, {"error": "aborted"}], ids=["a reply", "an abort"])
async def test_a_ticket_is_good_once(daemon: Served, body: dict[str, str]) -> None:
    asked = await wanted(daemon)
    await daemon.post(replies(asked), {"text": "NONE"})

    status, answer = await daemon.post(replies(asked), body)

    assert (status, answer["error"]["code"], answer["error"]["field"]) == (404, "not_found", "ticket")


async def test_a_reply_that_cannot_be_read_leaves_the_ticket_good(daemon: Served) -> None:
    asked = await wanted(daemon)

    refused = [(await daemon.post(replies(asked), body))[0] for body in ({}, {"text": 7}, {"error": "tired"})]

    assert refused == [400, 400, 400]
    assert (await daemon.post(replies(asked), {"text": "NONE"}))[0] == 200


async def test_an_abort_cancels_the_turn(daemon: Served, house: House) -> None:
    house.pipeline.gate = asyncio.Event()
    asked = await wanted(daemon)

    status, answer = await daemon.post(replies(asked), {"error": "aborted"})

    assert (status, answer["status"], answer["reason"]) == (200, "unavailable", "aborted")
    assert (answer["traceId"], answer["prependContext"]) == (asked["traceId"], None)
    assert house.pipeline.heard == []
    assert daemon.app[TURN_SLOTS].taken == 0


async def test_a_host_that_leaves_while_its_reply_is_judged_cancels_the_turn(
    daemon: Served, house: House
) -> None:
    house.pipeline.gate = asyncio.Event()
    asked = await wanted(daemon)
    waiting = asyncio.get_running_loop().create_task(daemon.post(replies(asked), {"text": "NONE"}))
    await until(lambda: bool(house.pipeline.heard))

    waiting.cancel()

    await until(lambda: house.pipeline.cancelled == 1)
    await until(lambda: daemon.app[TURN_SLOTS].taken == 0)


async def test_a_host_that_leaves_before_it_is_asked_cancels_the_turn(daemon: Served, house: House) -> None:
    house.pipeline.orders = []
    house.pipeline.gate = asyncio.Event()
    daemon.replace(asks_host_model=lambda _agent: True)
    waiting = asyncio.get_running_loop().create_task(daemon.post(TURN, LENDING))
    await house.pipeline.entered.wait()

    waiting.cancel()

    await until(lambda: house.pipeline.cancelled == 1)
    await until(lambda: daemon.app[TURN_SLOTS].taken == 0)


async def test_a_turn_that_needs_no_model_is_answered_at_once(daemon: Served, house: House) -> None:
    house.pipeline.orders = []
    daemon.replace(asks_host_model=lambda _agent: True)

    status, answer = await daemon.post(TURN, LENDING)

    assert (status, answer["status"], answer["prependContext"]) == (200, "ok", "<block/>")


@pytest.mark.parametrize(
    ("body", "asks"),
    [
        pytest.param(turn_body(), True, id="the host lends nothing"),
        pytest.param(LENDING, False, id="the settings name no host's model"),
    ],
)
async def test_only_a_turn_that_may_ask_its_host_is_lent_a_model(
    daemon: Served, house: House, body: dict[str, Any], asks: bool
) -> None:
    daemon.replace(asks_host_model=lambda _agent: asks)

    _, answer = await daemon.post(TURN, body)

    assert (answer["status"], house.pipeline.heard) == ("ok", [])


async def test_turns_that_wait_for_their_host_hold_a_slot_each(daemon: Served, house: House) -> None:
    house.pipeline.gate = asyncio.Event()
    asked = [await wanted(daemon) for _ in range(LIMIT)]

    _, refused = await daemon.post(TURN, LENDING)

    assert (refused["status"], refused["reason"]) == ("unavailable", "overloaded")
    house.pipeline.gate.set()
    ended = await asyncio.gather(*(daemon.post(replies(each), {"text": "NONE"}) for each in asked))
    assert [answer["status"] for _, answer in ended] == ["ok"] * LIMIT
    assert daemon.app[TURN_SLOTS].taken == 0


async def test_a_stop_ends_the_turns_that_wait_for_their_host(daemon: Served) -> None:
    asked = await wanted(daemon)

    await daemon.app[LOANS].aclose()

    await until(lambda: daemon.app[TURN_SLOTS].taken == 0)
    assert (await daemon.post(replies(asked), {"text": "NONE"}))[0] == 404


async def test_a_key_in_the_hosts_words_goes_no_further(daemon: Served, house: House) -> None:
    daemon.replace(mask=lambda text: text.replace("sk-123", "[api key removed]"))
    house.pipeline.orders = [ORDER, ORDER]
    asked = await wanted(daemon)

    _, again = await daemon.post(replies(asked), {"error": "failed", "detail": "Error:sk-123"})
    await daemon.post(
        replies(again), {"text": "NONE", "model": "mock/sk-123", "stopReason": "because:sk-123"}
    )

    failure, reply = house.pipeline.heard
    assert str(failure).endswith("(Error:[api key removed])")
    assert reply == [
        TextDelta("NONE"),
        Finished("because:[api key removed]", Usage(), "mock/[api key removed]"),
    ]
