"""What a viewer may see is decided in one place: agents, chats and projects."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from recall_sidecar.memory import schema
from recall_sidecar.memory.folders import Folder, visible_to
from recall_sidecar.memory.port import Viewer
from recall_sidecar.memory.roots import configured
from recall_sidecar.memory.visible import Visible, visible
from recall_sidecar.settings import MemorySettings
from tests.memory.conftest import OpenMemory, Workspace

NOTES = """\
- Everybody's tea.
- Falcon's tea. <!-- project: falcon -->
- Falcon and Heron share a tea. <!-- project: falcon; heron -->
- Nobody's tea. <!-- project: -->
"""


def folders(workspace: Workspace, **settings: object) -> tuple[Folder, ...]:
    return configured(MemorySettings.model_validate({"folders": [workspace.folder(**settings)]}))


def seen(index_file: Path, viewer: Viewer, among: tuple[Folder, ...]) -> tuple[Visible, set[str]]:
    with closing(schema.connect_reader(index_file)) as connection:
        found = visible(connection, viewer, visible_to(among, viewer))
        return found, texts(connection, found)


def texts(connection: sqlite3.Connection, found: Visible) -> set[str]:
    return {
        row[0]
        for bounds in found.ranges
        for row in connection.execute("SELECT text FROM passage WHERE id >= ? AND id < ?", bounds)
    }


@pytest.mark.parametrize(
    ("viewer", "expected"),
    [
        pytest.param(Viewer("main"), {"- Everybody's tea."}, id="a turn about no project"),
        pytest.param(
            Viewer("main", projects=frozenset({"falcon"})),
            {"- Everybody's tea.", "- Falcon's tea."},
            id="about one",
        ),
        pytest.param(Viewer("main", projects=frozenset({"heron"})), {"- Everybody's tea."}, id="another"),
        pytest.param(
            Viewer("main", projects=frozenset({"falcon", "heron", "x"})),
            {"- Everybody's tea.", "- Falcon's tea.", "- Falcon and Heron share a tea."},
            id="about all that an entry names",
        ),
        pytest.param(Viewer("main", "shared", "7", projects=frozenset({"falcon"})), set(), id="a group"),
        pytest.param(Viewer("other", projects=frozenset({"falcon"})), set(), id="another agent"),
    ],
)
async def test_an_entry_of_a_project_is_seen_in_turns_about_it(
    workspace: Workspace, open_memory: OpenMemory, viewer: Viewer, expected: set[str]
) -> None:
    workspace.write("MEMORY.md", NOTES)
    memory = await open_memory(workspace.folder(agents=["main"]))

    found, shown = await asyncio.to_thread(
        seen, memory.index_file, viewer, folders(workspace, agents=["main"])
    )

    assert shown == expected
    assert found.corpus.passages == len(expected)


async def test_what_stands_in_other_projects_is_not_counted(
    workspace: Workspace, open_memory: OpenMemory
) -> None:
    workspace.write("MEMORY.md", "- tea\n")
    alone = await open_memory(workspace.folder())
    plain, _ = await asyncio.to_thread(seen, alone.index_file, Viewer("main"), folders(workspace))
    workspace.write("MEMORY.md", "- tea\n" + "- tea of theirs <!-- project: p -->\n" * 9)

    beside = await open_memory(workspace.folder())
    found, _ = await asyncio.to_thread(seen, beside.index_file, Viewer("main"), folders(workspace))

    assert found.corpus == plain.corpus


async def test_shared_memory_of_a_project_is_seen_in_a_group_about_it(
    workspace: Workspace, open_memory: OpenMemory
) -> None:
    workspace.write("memory/team.md", "- Falcon's tea. <!-- project: falcon -->\n")
    memory = await open_memory(workspace.folder(visibility="shared"))
    viewer = Viewer("main", "shared", "7", projects=frozenset({"falcon"}))

    found, shown = await asyncio.to_thread(
        seen, memory.index_file, viewer, folders(workspace, visibility="shared")
    )

    assert shown == {"- Falcon's tea."}
    assert found.corpus.passages == 1
