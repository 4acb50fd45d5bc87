"""A reader remembers where terms stand until somebody writes."""

import sqlite3
from pathlib import Path

import pytest

from recall_sidecar.memory import schema
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


def test_another_connection_remembers_nothing(writer: sqlite3.Connection) -> None:
    assert begin(writer) == {}
    writer.rollback()
    writer.close()
