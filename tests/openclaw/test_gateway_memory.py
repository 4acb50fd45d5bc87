"""What only the gateway remembers: another workspace, and what was said in another session."""

import asyncio

import pytest
import pytest_asyncio
from aiohttp import ClientSession

from recall_sidecar.block import TAG
from tests.openclaw.gateway import GATEWAY_TOKEN
from tests.openclaw.packages import needed
from tests.openclaw.stage import ELSEWHERE, Stage

pytestmark = [needed(), pytest.mark.asyncio(loop_scope="package")]


@pytest_asyncio.fixture(autouse=True, loop_scope="package")
async def _opened(stage: Stage) -> None:
    """Have the gateway open its memory, which takes it longer at the first search than a turn may wait."""
    call = {"tool": "memory_search", "args": {"query": "harbour"}, "sessionKey": stage.chat("rememberer")}
    headers = {"Authorization": f"Bearer {GATEWAY_TOKEN}"}
    async with ClientSession(stage.gateway.url, headers=headers) as session, asyncio.timeout(90):
        while (await session.post("/tools/invoke", json=call)).status != 200:
            await asyncio.sleep(0.2)


async def test_a_file_that_only_the_gateway_knows_is_recalled(stage: Stage) -> None:
    chat = stage.chat("rememberer")

    asked = await stage.ask(ELSEWHERE.question, chat)

    assert ELSEWHERE.text in asked.request.message


async def test_an_agent_that_is_not_given_the_gateways_memory_does_not_get_it(stage: Stage) -> None:
    asked = await stage.ask(ELSEWHERE.question, stage.chat())

    assert TAG not in asked.request.message


async def test_what_was_said_in_another_session_is_recalled(stage: Stage) -> None:
    said = "Please remember that the skipper of the Marigold is Pavel Drozd."
    await stage.ask(said, stage.chat("rememberer"))

    asked = await stage.ask("Who is the skipper of the Marigold?", stage.chat("rememberer"))

    assert TAG in asked.request.message
    assert "Pavel Drozd" in asked.request.message


async def test_a_tool_policy_that_denies_reading_leaves_the_folders(stage: Stage) -> None:
    chat = stage.chat("rememberer")

    async with stage.gateway.with_config({"tools": {"deny": ["memory_search"]}}):
        asked = await stage.ask(ELSEWHERE.question, chat)

    assert TAG not in asked.request.message
