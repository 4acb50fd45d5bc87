"""What a viewer may see is decided in one place: agents, chats, projects and the conversation being answered."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from recall_sidecar.memory import schema
from recall_sidecar.memory.conversations.folder import folder_of, segment_name
from recall_sidecar.memory.folders import Folder, visible_to
from recall_sidecar.memory.port import Viewer
from recall_sidecar.memory.roots import configured
from recall_sidecar.memory.schema import connect_writer, id_range
from recall_sidecar.memory.score import Corpus
from recall_sidecar.memory.visible import Visible, visible
from recall_sidecar.settings import FolderSettings, MemorySettings
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


PLAIN = Folder("/notes", "notes", FolderSettings(path="/notes"))
TALK = folder_of("/state/conversations", "p-" + "0" * 32)
VIEWER = Viewer("main", sender_is_owner=True, session_key="k", session_id="now")


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    opened = connect_writer(tmp_path / "index.sqlite3")
    for number, folder in enumerate((PLAIN, TALK), 1):
        opened.execute("INSERT INTO folder(id, key) VALUES (?, ?)", (number, folder.key))
    yield opened
    opened.close()


def store(
    connection: sqlite3.Connection, folder: int, path: str, passages: int, visibility: str = "private"
) -> None:
    """Store a file of as many passages, ten terms each, behind what the folder has."""
    first, after = id_range(folder, visibility)
    newest = connection.execute(
        "SELECT max(id) FROM passage WHERE id >= ? AND id < ?", (first, after)
    ).fetchone()[0]
    file_id = connection.execute(
        "INSERT INTO file(folder_id, path, size, mtime_ns, inode, digest, origin, visibility, problem, passages, terms) "
        "VALUES (?, ?, 0, 0, 0, x'', 'agent', ?, '', ?, ?)",
        (folder, path, visibility, passages, passages * 10),
    ).lastrowid
    for number in range(passages):
        connection.execute(
            "INSERT INTO passage(id, file_id, from_line, to_line, heading, text) VALUES (?, ?, 1, 1, '', '')",
            ((newest or first) + 1 + number, file_id),
        )


def test_a_private_chat_sees_all_of_a_folder_and_a_shared_one_what_is_shared(
    connection: sqlite3.Connection,
) -> None:
    store(connection, 1, "a.md", 3)
    store(connection, 1, "b.md", 2, "shared")

    private = visible(connection, VIEWER, [PLAIN])
    shared = visible(connection, Viewer("main", "shared"), [PLAIN])

    assert (private.ranges, private.corpus) == ((id_range(1),), Corpus(5, 50))
    assert (shared.ranges, shared.corpus) == ((id_range(1, "shared"),), Corpus(2, 20))
    assert visible(connection, VIEWER, []).ranges == ()


def test_the_conversation_being_answered_lies_outside_and_what_stands_around_it_does_not(
    connection: sqlite3.Connection,
) -> None:
    first, after = id_range(2)
    for session, passages in (("before", 2), ("now", 3), ("before", 2), ("now", 1)):
        count = connection.execute("SELECT count(*) FROM file").fetchone()[0]
        store(connection, 2, f"2026-11-30/{segment_name('k', session, count)}", passages)

    seen = visible(connection, VIEWER, [TALK])

    assert set(seen.ranges) == {(first, first + 3), (first + 6, first + 8), (first + 9, after)}
    assert seen.corpus == Corpus(4, 40)


def test_a_file_without_words_hides_nothing(connection: sqlite3.Connection) -> None:
    store(connection, 2, f"2026-11-30/{segment_name('k', 'now', 1)}", 0)

    assert visible(connection, VIEWER, [TALK]).ranges == (id_range(2),)


def test_where_conversations_alternate_for_long_the_number_of_ranges_is_bounded(
    connection: sqlite3.Connection,
) -> None:
    for number in range(60):
        store(connection, 2, f"2026-11-30/{segment_name('k', ('now', 'before')[number % 2], number)}", 1)

    seen = visible(connection, VIEWER, [TALK])

    assert len(seen.ranges) == 16
    hidden = connection.execute(
        "SELECT id FROM passage WHERE file_id IN (SELECT id FROM file WHERE path LIKE ?)",
        ("%" + segment_name("k", "now", "*")[:25] + "%",),
    ).fetchall()
    assert not any(start <= number < end for (number,) in hidden for start, end in seen.ranges)


def test_projects_and_the_conversation_being_answered_are_told_apart_at_once(
    connection: sqlite3.Connection,
) -> None:
    first, after = id_range(2)
    connection.execute(
        "INSERT INTO folder(id, key, base_id, projects) VALUES (3, 'falcons', 1, '[\"falcon\"]')"
    )
    store(connection, 1, "a.md", 2)
    store(connection, 2, f"2026-11-30/{segment_name('k', 'now', 1)}", 3)
    about = replace(VIEWER, projects=frozenset({"falcon"}))

    seen = visible(connection, about, [PLAIN, TALK])

    assert set(seen.ranges) == {id_range(1), id_range(3), (first, first + 1), (first + 4, after)}
    assert seen.scopes == (1, 2, 3)
    assert seen.corpus == Corpus(2, 20)
