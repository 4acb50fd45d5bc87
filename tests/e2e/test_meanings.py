"""The daemon as it is installed finds a note that shares no word with the question."""

import asyncio
from pathlib import Path

import psutil
import pytest

from tests.e2e.installation import Installation
from tests.waiting import until

pytestmark = pytest.mark.asyncio(loop_scope="package")

QUESTION = "Which beverage should I order for her?"


@pytest.mark.timeout(300)
async def test_a_note_is_found_by_its_meaning_and_says_so(tmp_path: Path) -> None:
    installation = Installation(tmp_path)
    installation.note(
        "MEMORY.md", "# Mara\n\nMara drinks oolong tea and no coffee.\n\n# House\n\nThe gate is green.\n"
    )
    folders = [{"path": str(installation.memory), "name": "notes"}]
    installation.configure({"memory": {"folders": folders}, "model": {"use_turn_model": False}})

    async with installation.serving(), asyncio.timeout(240):
        # The model loads in the background, and nothing but what is found tells when it has.
        while (
            "meaning" not in (found := await installation.run("search", "--min-score", "0", QUESTION)).stdout
        ):
            await asyncio.sleep(0.5)
        status = await installation.run("status")

    assert "oolong" in found.stdout.split("2. MEMORY.md")[0]
    assert "embedding" not in status.stdout


@pytest.mark.timeout(300)
async def test_a_killed_model_comes_back_and_a_killed_daemon_takes_it_along(tmp_path: Path) -> None:
    installation = Installation(tmp_path)
    installation.note("MEMORY.md", "# Mara\n\nMara drinks oolong tea and no coffee.\n")
    memory = {
        "folders": [{"path": str(installation.memory), "name": "notes"}],
        "embedding": {"model": "wordllama"},
    }
    installation.configure({"memory": memory, "model": {"use_turn_model": False}})

    async with installation.serving() as daemon, asyncio.timeout(240):
        await until(lambda: daemon.embedder is not None)
        first = daemon.embedder
        assert first is not None
        first.kill()
        asked = await installation.run("search", "--min-score", "0", "What does Mara drink?")
        await until(lambda: daemon.embedder not in {None, first})
        second = daemon.embedder
        assert second is not None
        daemon.process.kill()
        await daemon.ended()
        await until(lambda: not second.is_running() or second.status() == psutil.STATUS_ZOMBIE)

    assert "oolong" in asked.stdout
