"""A passage is read once, with its file, however often a search asks for it."""

import asyncio
from contextlib import closing
from pathlib import Path

from recall_sidecar.memory import schema
from recall_sidecar.memory.placed import Placed, Shelf
from recall_sidecar.memory.port import Viewer
from recall_sidecar.memory.roots import configured
from recall_sidecar.memory.visible import visible
from recall_sidecar.settings import FolderSettings, MemorySettings
from tests.memory.conftest import OpenMemory, Workspace


async def test_what_is_known_is_not_read_again(workspace: Workspace, open_memory: OpenMemory) -> None:
    workspace.write("MEMORY.md", "## Pets\n\nAnna has a cat.\n")
    folder = workspace.folder()
    memory = await open_memory(folder)

    first, again, told = await asyncio.to_thread(_twice, memory.index_file, folder)

    assert first is again
    assert len(told) == 1
    assert (first.passage.path, first.path, first.folder.root) == (
        "MEMORY.md",
        "MEMORY.md",
        str(workspace.root),
    )
    assert "cat" in first.passage.text
    assert first.look.size == len("## Pets\n\nAnna has a cat.\n")


def _twice(index_file: Path, folder: FolderSettings) -> tuple[Placed, Placed, list[str]]:
    with closing(schema.connect_reader(index_file)) as connection:
        seen = visible(connection, Viewer("main"), configured(MemorySettings(folders=(folder,))))
        (number,) = connection.execute("SELECT id FROM passage").fetchone()
        shelf, told = Shelf(connection, seen.folders), list[str]()
        connection.set_trace_callback(told.append)
        return shelf.of([number])[number], shelf.of([number])[number], told
