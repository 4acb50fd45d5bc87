"""What only the gateway remembers: another workspace, and what was said in another session."""

import pytest

from recall_sidecar.block import TAG
from tests.e2e.calls import eventually
from tests.openclaw.packages import needed
from tests.openclaw.stage import ELSEWHERE, Stage

pytestmark = [needed(), pytest.mark.asyncio(loop_scope="package")]


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

    async def asked() -> str:
        return (
            await stage.ask("Who is the skipper of the Marigold?", stage.chat("rememberer"))
        ).request.message

    await eventually(asked, lambda message: TAG in message and "Pavel Drozd" in message)


async def test_a_tool_policy_that_denies_reading_leaves_the_folders(stage: Stage) -> None:
    chat = stage.chat("rememberer")

    async with stage.gateway.with_config({"tools": {"deny": ["memory_search"]}}):
        asked = await stage.ask(ELSEWHERE.question, chat)

    assert TAG not in asked.request.message
