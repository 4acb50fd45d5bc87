"""Changes go to disk in lots: whole files, and each folder's revision grows once a lot."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from recall_sidecar.memory import lots, schema
from recall_sidecar.memory.lots import Lots
from recall_sidecar.memory.worker import Cancelled


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    with closing(schema.connect_writer(tmp_path / "index.sqlite3")) as connection:
        connection.execute("INSERT INTO folder(id, key) VALUES (1, 'one'), (2, 'two')")
        yield connection


def test_a_lot_is_committed_when_it_has_enough_files(connection: sqlite3.Connection) -> None:
    told: list[dict[str, int]] = []
    writing = Lots(connection, Cancelled(), told.append)

    for _ in range(lots._MOST_FILES - 1):
        writing.begin(1)
        writing.commit_when_full()
    before = connection.in_transaction
    writing.commit_when_full()

    assert before
    assert not connection.in_transaction
    assert told == [{"one": 1, "two": 0}]


def test_a_lot_is_committed_when_it_has_enough_passages(connection: sqlite3.Connection) -> None:
    told: list[dict[str, int]] = []
    writing = Lots(connection, Cancelled(), told.append)

    writing.begin(2)
    writing.passages += lots._MOST_PASSAGES
    writing.commit_when_full()
    writing.begin(1)
    writing.commit_when_full()
    writing.commit()
    writing.commit()

    assert told == [{"one": 0, "two": 1}, {"one": 1, "two": 1}]


def test_who_is_not_waited_for_gives_up_at_a_lock(connection: sqlite3.Connection, tmp_path: Path) -> None:
    cancelled = Cancelled()
    cancelled.set()
    with closing(sqlite3.connect(tmp_path / "index.sqlite3")) as other:
        other.execute("BEGIN IMMEDIATE")

        with pytest.raises(sqlite3.OperationalError, match="locked"):
            Lots(connection, cancelled, lambda _: None).begin(1)


def test_a_lock_that_lasts_is_told(
    connection: sqlite3.Connection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lots, "_LOCK_WAIT_S", 0.0)
    with closing(sqlite3.connect(tmp_path / "index.sqlite3")) as other:
        other.execute("BEGIN IMMEDIATE")

        with pytest.raises(sqlite3.OperationalError, match="locked"):
            Lots(connection, Cancelled(), lambda _: None).begin(1)
