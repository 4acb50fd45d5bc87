"""What only the gateway remembers: another workspace, and what was said in another session."""

import json

import pytest
from aiohttp import ClientSession

from recall_sidecar.block import TAG
from tests.e2e.calls import eventually
from tests.openclaw.gateway import GATEWAY_TOKEN
from tests.openclaw.packages import needed
from tests.openclaw.stage import ELSEWHERE, Stage

pytestmark = [needed(), pytest.mark.asyncio(loop_scope="package")]


async def _found(stage: Stage, query: str, word: str, *, times: int = 1) -> None:
    """Wait until the gateway finds that by itself: it opens its memory at the first search, and reads sessions later."""
    args = {"query": query, "maxResults": 20}
    call = {"tool": "memory_search", "args": args, "sessionKey": stage.chat("rememberer")}
    headers = {"Authorization": f"Bearer {GATEWAY_TOKEN}"}
    async with ClientSession(stage.gateway.url, headers=headers) as session:

        async def answer() -> str:
            async with session.post("/tools/invoke", json=call) as reply:
                # The text for the model beside it says the same again.
                return json.dumps((await reply.json())["result"]["details"])

        await eventually(answer, lambda text: text.count(word) >= times)


async def test_a_file_that_only_the_gateway_knows_is_recalled(stage: Stage) -> None:
    await _found(stage, "harbour master", "Torunn Aalto")

    asked = await stage.ask(ELSEWHERE.question, stage.chat("rememberer"))

    assert ELSEWHERE.text in asked.request.message


async def test_an_agent_that_is_not_given_the_gateways_memory_does_not_get_it(stage: Stage) -> None:
    asked = await stage.ask(ELSEWHERE.question, stage.chat())

    assert TAG not in asked.request.message


async def test_what_was_said_in_another_session_is_recalled(stage: Stage) -> None:
    said = "Please remember that the skipper of the Marigold is Pavel Drozd."
    await stage.ask(said, stage.chat("rememberer"))
    await _found(stage, "skipper", "Pavel Drozd")

    asked = await stage.ask("Who is the skipper of the Marigold?", stage.chat("rememberer"))

    assert TAG in asked.request.message
    assert "Pavel Drozd" in asked.request.message


async def test_an_answer_is_recalled_although_its_question_was_asked_many_times(stage: Stage) -> None:
    """The gateway finds the question seven times before it finds the answer."""
    question = "Which anchor does the ketch Solveig carry?"
    await stage.ask(
        "Please remember that the ketch Solveig carries a Danforth anchor.", stage.chat("rememberer")
    )
    for _ in range(7):
        await stage.ask(question, stage.chat("rememberer"))
    await _found(stage, question, question, times=7)

    asked = await stage.ask(question, stage.chat("rememberer"))

    assert "Danforth" in asked.request.message


async def test_a_tool_policy_that_denies_reading_leaves_the_folders(stage: Stage) -> None:
    chat = stage.chat("rememberer")

    async with stage.gateway.with_config({"tools": {"deny": ["memory_search"]}}):
        asked = await stage.ask(ELSEWHERE.question, chat)

    assert TAG not in asked.request.message
