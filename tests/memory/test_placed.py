"""A passage is read once, with its file, however often a search asks for it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from recall_sidecar.memory import schema
from recall_sidecar.memory.placed import Shelf
from recall_sidecar.memory.port import Viewer
from recall_sidecar.memory.roots import configured
from recall_sidecar.memory.visible import visible
from recall_sidecar.settings import MemorySettings
from tests.memory.conftest import OpenMemory, Workspace


@contextmanager
def statements(connection: "schema.sqlite3.Connection") -> Iterator[list[str]]:
    told: list[str] = []
    connection.set_trace_callback(told.append)
    yield told
    connection.set_trace_callback(None)


async def test_what_is_known_is_not_read_again(
    workspace: Workspace, open_memory: OpenMemory, tmp_path: Path
) -> None:
    file = workspace.write("MEMORY.md", "- Anna has a cat.\n")
    await open_memory(workspace.folder())
