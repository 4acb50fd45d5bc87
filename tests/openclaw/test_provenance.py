"""What a real gateway has on record of a file that its agent wrote is what we read."""

import asyncio
import json

import pytest

from recall_sidecar.memory.folders import named
from recall_sidecar.memory.openclaw.provenance import Provenance, Recorded
from recall_sidecar.outcomes import Origin
from recall_sidecar.settings import FolderSettings
from tests.e2e.calls import eventually
from tests.openclaw.packages import needed
from tests.openclaw.stage import Stage

pytestmark = [needed(), pytest.mark.asyncio(loop_scope="package")]


async def test_a_note_that_the_agent_wrote_is_on_record_as_its_own(stage: Stage) -> None:
    note = {"path": "memory/lantern.md", "content": "- The lantern of the boathouse is green.\n"}
    await stage.ask(f"Please write that down. [[tool:write {json.dumps(note)}]]", stage.chat())
    root = str(stage.gateway.workspace)
    (folder,) = named([(root, FolderSettings(path=root, agents=("main",)))])

    async def recorded() -> Recorded:
        return await asyncio.to_thread(Provenance(str(stage.gateway.state)).of, folder)

    record = await eventually(recorded, lambda found: "memory/lantern.md" in found.origins)

    assert record.problems == ()
    assert record.origins["memory/lantern.md"] is Origin.AGENT
    # Nobody has recorded anything of the others, and the index calls them all the agent's.
    assert record.lowered("MEMORY.md", Origin.OWNER, None) is Origin.OWNER
