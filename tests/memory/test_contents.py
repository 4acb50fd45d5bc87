"""What the index says of itself."""

import asyncio
import sqlite3
from contextlib import closing

from recall_sidecar.memory.contents import extent, origin_of, revisions
from recall_sidecar.memory.folders import named
from recall_sidecar.outcomes import Origin
from tests.memory.conftest import OpenMemory, Workspace


async def test_an_index_tells_how_much_it_holds_and_how_far_it_trusts_a_file(
    workspace: Workspace, open_memory: OpenMemory
) -> None:
    workspace.write("MEMORY.md", "- Tea at four.\n\n- Cake at five.\n")
    memory = await open_memory(workspace.folder())
    (folder,) = named([(str(workspace.root), workspace.folder())])

    def look() -> None:
        with closing(sqlite3.connect(memory.index_file)) as connection:
            connection.execute("UPDATE file SET origin = 'untrusted'")

            assert extent(connection) == (1, 1)
            assert revisions(connection) == {folder.key: 1}
            assert origin_of(connection, folder, "MEMORY.md") is Origin.UNTRUSTED
            assert origin_of(connection, folder, "USER.md") is Origin.OWNER, "as its rules say"

    await asyncio.to_thread(look)
