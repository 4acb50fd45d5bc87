"""What a viewer may see, as ranges of passage numbers, by chat and sender."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from typing import TypeVar

import pytest

from recall_sidecar.memory.folders import Folder, named, visible_to
from recall_sidecar.memory.port import Viewer
from recall_sidecar.memory.visible import Visible, visible
from tests.memory.conftest import Opened, OpenMemory, Workspace

T = TypeVar("T")


async def _look(memory: Opened, look: Callable[[sqlite3.Connection], T]) -> T:
    def job() -> T:
        with closing(sqlite3.connect(memory.index_file)) as connection:
            return look(connection)

    return await asyncio.to_thread(job)


def _folders(workspace: Workspace) -> tuple[Folder, ...]:
    table = workspace.folder(rules=[{"paths": "memory/club.md", "visibility": "shared"}])
    return named([(str(workspace.root), table)])


@pytest.mark.parametrize(
    ("viewer", "texts"),
    [
        pytest.param(Viewer("main"), ["- Mine.", "- Ours."], id="the owner in a private chat"),
        pytest.param(Viewer("main", "shared", sender_id="7"), ["- Ours."], id="a group"),
        pytest.param(Viewer("main", "shared"), [], id="a group whose sender nobody knows"),
        pytest.param(Viewer("main", sender_is_owner=False), [], id="somebody else in a private chat"),
    ],
)
async def test_ranges_hold_what_the_viewer_may_see_and_count_nothing_else(
    workspace: Workspace, open_memory: OpenMemory, viewer: Viewer, texts: list[str]
) -> None:
    workspace.write("MEMORY.md", "- Mine.\n")
    workspace.write("memory/club.md", "- Ours.\n")
    folders = _folders(workspace)
    memory = await open_memory(folders[0].settings)

    def look(connection: sqlite3.Connection) -> tuple[Visible, list[str]]:
        seen = visible(connection, viewer, visible_to(folders, viewer))
        found = [
            text
            for bounds in seen.ranges
            for (text,) in connection.execute(
                "SELECT text FROM passage WHERE id >= ? AND id < ? ORDER BY id", bounds
            )
        ]
        return seen, found

    seen, found = await _look(memory, look)

    assert found == texts
    assert seen.corpus.passages == len(texts)


async def test_a_folder_that_is_not_indexed_under_its_present_rules_is_not_there(
    workspace: Workspace, open_memory: OpenMemory
) -> None:
    workspace.write("MEMORY.md", "- Mine.\n")
    memory = await open_memory(workspace.folder())

    seen = await _look(memory, lambda connection: visible(connection, Viewer("main"), _folders(workspace)))

    assert seen == Visible()
