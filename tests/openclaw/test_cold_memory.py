"""A gateway that was just started opens its memory at the first search, which takes seconds; a turn waits for less."""

import asyncio
from pathlib import Path

import pytest

from recall_sidecar.deadline import SystemClock
from recall_sidecar.memory.openclaw.gateway import Found
from recall_sidecar.memory.openclaw.gateway import Gateway as GatewayMemory
from recall_sidecar.memory.port import Viewer
from recall_sidecar.settings import GatewayMemorySettings
from tests.openclaw.facts import fact, write_workspace
from tests.openclaw.gateway import Gateway
from tests.openclaw.packages import needed

pytestmark = needed()


@pytest.mark.asyncio
async def test_turns_that_do_not_wait_for_a_cold_gateway_find_it_warm_in_the_end(tmp_path: Path) -> None:
    gateway = Gateway(tmp_path, "http://127.0.0.1:1")
    write_workspace(gateway.workspace)
    gateway.configure({})
    cabin = fact("cabin")
    settings = GatewayMemorySettings(url=gateway.url, config=str(gateway.config_file), timeout_ms=500)
    memory = GatewayMemory(settings, {}, SystemClock())
    turns: list[Found] = []
    async with gateway.running(), asyncio.timeout(90):
        while not turns or not turns[-1].findings:
            turns.append(await memory.search(cabin.question, Viewer("main"), settings))
            await asyncio.sleep(1)
        await memory.aclose()

    assert turns[0].problems == ("the gateway did not answer within 500 ms",)
    assert any(cabin.text in finding.text for finding in turns[-1].findings)
