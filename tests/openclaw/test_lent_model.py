"""People without a key of their own: the gateway runs the daemon's prompt on the model that the agent has."""

import asyncio

import pytest

from recall_sidecar.block import TAG
from tests.openclaw.facts import fact
from tests.openclaw.gateway import PLUGIN, PROVIDER_KEY
from tests.openclaw.packages import needed
from tests.openclaw.stage import Stage

pytestmark = [needed(), pytest.mark.asyncio(loop_scope="package")]

RENT = fact("rent")


async def test_the_gateway_lends_the_agents_own_model_for_one_call_without_tools(stage: Stage) -> None:
    chat = stage.chat("lender")
    before = await stage.provider.count()

    asked = await stage.ask(RENT.question, chat)

    assert RENT.text in asked.request.message
    lent, main = await stage.provider.requests(after=before)
    assert (lent.kind, main.kind) == ("ours", "main")
    assert lent.key == PROVIDER_KEY
    assert "tools" not in lent.body
    (trace,) = await stage.traces(chat)
    assert trace["status"] == "ok"
    assert [(call["model"], call["ended"]) for call in trace["modelCalls"]] == [
        ("host (mock/mock-1)", "stop")
    ]


async def test_what_the_lent_model_is_asked_is_in_no_chat(stage: Stage) -> None:
    chat = stage.chat("lender")

    await stage.ask(RENT.question, chat)

    assert await stage.client.history(chat) == [("user", RENT.question), ("assistant", "Noted, thank you.")]


async def test_a_user_who_stops_the_turn_ends_the_lent_call(stage: Stage) -> None:
    chat = stage.chat("lender")
    before = await stage.provider.count()
    await stage.provider.set(held=["ours"])
    run_id = await stage.client.send(RENT.question, chat)
    lent = await stage.provider.arrived("ours", after=before)

    await stage.client.ask("chat.abort", sessionKey=chat, runId=run_id)

    assert (await stage.client.ended(run_id)).state == "aborted"
    await stage.provider.left(lent, within_s=8)
    # A lent call also ends by itself, when its reply is of no use any more: then the turn had an answer.
    async with asyncio.timeout(8):
        while not (traces := await stage.traces(chat)):
            await asyncio.sleep(0.02)
    assert [trace["status"] for trace in traces] == ["cancelled"]


async def test_a_plugin_that_may_not_lend_leaves_the_passages_as_they_are(stage: Stage) -> None:
    chat = stage.chat("lender")
    before = await stage.provider.count()

    async with stage.gateway.with_config(
        {"plugins": {"entries": {PLUGIN: {"config": {"lendModel": False}}}}}
    ):
        asked = await stage.ask(RENT.question, chat)

    assert await stage.provider.requests("ours", after=before) == []
    assert RENT.text in asked.request.message
    assert TAG in asked.request.message
