"""The ranges that a viewer's search is bounded by, over real tables."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from recall_sidecar.memory.conversations.folder import folder_of, segment_name
from recall_sidecar.memory.folders import Folder
from recall_sidecar.memory.port import Viewer
from recall_sidecar.memory.schema import connect_writer, id_range
from recall_sidecar.memory.score import Corpus
from recall_sidecar.memory.visible import visible
from recall_sidecar.settings import FolderSettings

NOTES = Folder("/notes", "notes", FolderSettings(path="/notes"))
TALK = folder_of("/state/conversations", "p-" + "0" * 32)
VIEWER = Viewer("main", sender_is_owner=True, session_key="k", session_id="now")


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    opened = connect_writer(tmp_path / "index.sqlite3")
    for number, folder in enumerate((NOTES, TALK), 1):
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

    private = visible(connection, VIEWER, [NOTES])
    shared = visible(connection, Viewer("main", "shared"), [NOTES])

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
