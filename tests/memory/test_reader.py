"""A reader remembers where terms stand until somebody writes."""

import sqlite3
from pathlib import Path

import pytest

from recall_sidecar.memory import schema
from recall_sidecar.memory.laid import laying
from recall_sidecar.memory.postings import postings_of
from recall_sidecar.memory.reader import begin

ALL = ((0, 100),)


@pytest.fixture
def writer(tmp_path: Path) -> sqlite3.Connection:
    return schema.connect_writer(tmp_path / "index.sqlite3")


def counted(reader: sqlite3.Connection) -> int:
    """Count the passages that hold tea, as one search does."""
    known = begin(reader)
    found = postings_of(reader, "tea", ALL, known)
    reader.rollback()
    return found.count


def test_what_is_remembered_ends_with_the_next_commit(writer: sqlite3.Connection, tmp_path: Path) -> None:
    reader = schema.connect_reader(tmp_path / "index.sqlite3")
    told: list[str] = []
    assert counted(reader) == 0

    reader.set_trace_callback(told.append)
    assert counted(reader) == 0
    assert not any("MATCH" in statement for statement in told)
    writer.execute("INSERT INTO words(rowid, terms) VALUES (1, 'tea')")
    assert counted(reader) == 1
    reader.close()
    writer.close()


def test_a_snapshot_keeps_what_it_knows_while_others_write(
    writer: sqlite3.Connection, tmp_path: Path
) -> None:
    reader = schema.connect_reader(tmp_path / "index.sqlite3")
    known = begin(reader)
    writer.execute("INSERT INTO words(rowid, terms) VALUES (1, 'tea')")

    assert postings_of(reader, "tea", ALL, known).count == 0

    reader.rollback()
    assert counted(reader) == 1
    reader.close()
    writer.close()


def test_a_question_is_answered_once_until_somebody_writes(
    writer: sqlite3.Connection, tmp_path: Path
) -> None:
    reader = schema.connect_reader(tmp_path / "index.sqlite3", laying())

    def search(word: str) -> str:
        found = begin(reader).once("kitchen", lambda: word)
        reader.rollback()
        return found

    assert [search("green"), search("blue")] == ["green", "green"]
    writer.execute("INSERT INTO folder(id, key) VALUES (1, 'k')")
    assert search("blue") == "blue"
    reader.close()
    writer.close()


def test_readers_share_what_is_laid_out(writer: sqlite3.Connection, tmp_path: Path) -> None:
    shared = laying()
    readers = [schema.connect_reader(tmp_path / "index.sqlite3", shared) for _ in range(2)]
    found = [begin(reader).laid for reader in readers]
    assert found[0] is found[1] is not None
    for connection in (*readers, writer):
        connection.close()


def test_another_connection_remembers_nothing(writer: sqlite3.Connection) -> None:
    snapshots = []
    for _ in range(2):
        snapshots.append(begin(writer))
        writer.rollback()
    assert snapshots[0] is not snapshots[1]
    assert snapshots[0].laid is None
    writer.close()
