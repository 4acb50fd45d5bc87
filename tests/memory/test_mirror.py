"""What is kept of a table is always what its snapshot has."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.memory.mirror import Mirror, Source

if TYPE_CHECKING:
    from numpy.typing import NDArray

EXTENT = """
SELECT (SELECT seq FROM sqlite_sequence WHERE name = 'note'), (SELECT count(*) FROM note),
    (SELECT count(*) FROM note WHERE serial > ?)
"""
SERIALS = "SELECT json_group_array(serial) FROM note"


@dataclass(frozen=True)
class Rows:
    serials: "NDArray[np.int64]"

    def __len__(self) -> int:
        return len(self.serials)


@dataclass
class Kept:
    """A mirror, and after which serials the table was read."""

    mirror: Mirror[Rows, list[int]]
    read: list[int]


def connected(file: Path | str = ":memory:") -> sqlite3.Connection:
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute(
        "CREATE TABLE IF NOT EXISTS note(serial INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL)"
    )
    return connection


def kept(most: int = 1000) -> Kept:
    read: list[int] = []

    def rows(connection: sqlite3.Connection, after: int) -> Rows:
        read.append(after)
        found = connection.execute("SELECT serial FROM note WHERE kind = 'a' AND serial > ?", (after,))
        return Rows(np.array([serial for (serial,) in found], np.int64))

    def joined(base: Rows, stands: "NDArray[np.bool_] | None", later: Rows) -> list[int]:
        chosen = base.serials if stands is None else base.serials[stands]
        return [*chosen.tolist(), *later.serials.tolist()]

    return Kept(Mirror(Source(EXTENT, SERIALS, rows), joined, most), read)


def add(connection: sqlite3.Connection, count: int = 1, kind: str = "a") -> None:
    connection.executemany("INSERT INTO note(kind) VALUES (?)", [(kind,)] * count)


@pytest.fixture
def table() -> Iterator[sqlite3.Connection]:
    with closing(connected()) as connection:
        yield connection


def test_what_has_not_changed_is_read_once(table: sqlite3.Connection) -> None:
    add(table, 3)
    notes = kept()
    first = notes.mirror.current(table)

    assert first == [1, 2, 3]
    assert notes.mirror.current(table) is first
    assert notes.read == [0, 3]


def test_what_came_later_is_read_alone_until_it_is_much(table: sqlite3.Connection) -> None:
    add(table, 100)
    notes = kept()
    notes.mirror.current(table)
    add(table, 60)
    assert notes.mirror.current(table) == [*range(1, 161)]
    assert notes.read[-1] == 100

    add(table, 60)
    assert notes.mirror.current(table) == [*range(1, 221)]
    assert notes.read[-3:] == [100, 0, 220]


def test_what_is_gone_is_gone_also_where_as_many_came(table: sqlite3.Connection) -> None:
    add(table, 5)
    notes = kept()
    notes.mirror.current(table)
    table.execute("DELETE FROM note WHERE serial IN (2, 5)")
    assert notes.mirror.current(table) == [1, 3, 4]
    add(table, 2)
    assert notes.mirror.current(table) == [1, 3, 4, 6, 7]


def test_rows_of_another_kind_do_not_count(table: sqlite3.Connection) -> None:
    notes = kept()
    add(table, 2)
    add(table, 3, "b")
    assert notes.mirror.current(table) == [1, 2]
    add(table, 1, "b")
    add(table, 1)
    assert notes.mirror.current(table) == [1, 2, 7]
    table.execute("DELETE FROM note WHERE serial IN (1, 3)")
    assert notes.mirror.current(table) == [2, 7]
    add(table, 1)
    assert notes.mirror.current(table) == [2, 7, 8]


def test_of_too_many_nothing_is_kept(table: sqlite3.Connection) -> None:
    add(table, 4)
    notes = kept(most=3)
    assert notes.mirror.current(table) is None
    assert notes.read == []
    table.execute("DELETE FROM note WHERE serial = 2")
    assert notes.mirror.current(table) == [1, 3, 4]


def test_an_empty_table_is_kept_too(table: sqlite3.Connection) -> None:
    assert kept().mirror.current(table) == []


def test_what_was_forgotten_is_read_anew(table: sqlite3.Connection) -> None:
    add(table, 2)
    notes = kept()
    notes.mirror.current(table)
    notes.mirror.forget()
    assert notes.mirror.current(table) == [1, 2]
    assert notes.read == [0, 2, 0, 2]


def test_who_is_in_an_older_snapshot_gets_nothing_that_came_later(tmp_path: Path) -> None:
    notes = kept()
    with closing(connected(tmp_path / "a")) as writer, closing(connected(tmp_path / "a")) as reader:
        add(writer, 2)
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM note").fetchone()
        add(writer, 1)
        assert notes.mirror.current(writer) == [1, 2, 3]

        assert notes.mirror.current(reader) is None
        reader.rollback()
        assert notes.mirror.current(reader) == [1, 2, 3]


@given(st.lists(st.integers(-40, 40), max_size=12))
def test_it_is_always_what_the_table_has(steps: list[int]) -> None:
    notes = kept(most=120)
    with closing(connected()) as table:
        for step in steps:
            if step > 0:
                add(table, step)
            else:
                table.execute("DELETE FROM note WHERE serial % 41 = ?", (-step,))
            serials = [serial for (serial,) in table.execute("SELECT serial FROM note ORDER BY serial")]
            assert notes.mirror.current(table) == (serials if len(serials) <= 120 else None)
