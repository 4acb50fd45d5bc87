"""The daemon as it is installed finds a note that shares no word with the question."""

import asyncio
from pathlib import Path

import pytest

from tests.e2e.installation import Installation

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
