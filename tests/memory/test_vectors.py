"""The matrix in memory says what the database says, whatever happened to the passages in between."""

import sqlite3
from array import array
from collections.abc import Iterator
from pathlib import Path

import pytest

from recall_sidecar.memory import schema
from recall_sidecar.memory.vectors import Meaning, Vectors

ALL = [(0, 1000)]
EAST = array("f", [1, 0]).tobytes()
NORTH = array("f", [0, 1]).tobytes()
NORTH_EAST = array("f", [0.8, 0.6]).tobytes()


@pytest.fixture
def index(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    connection = schema.connect_writer(tmp_path / "index.sqlite3")
    connection.execute("INSERT INTO folder(id, key) VALUES (1, 'key')")
    yield connection
    connection.close()


def add(index: sqlite3.Connection, passage: int, value: bytes | None, model: str = "compass") -> None:
    index.execute(
        "INSERT OR IGNORE INTO passage(id, file_id, from_line, to_line, heading, text) VALUES (?, 1, 1, 1, '', 'text')",
        (passage,),
    )
    index.execute(
        "INSERT OR REPLACE INTO vector(passage_id, model, value) VALUES (?, ?, ?)", (passage, model, value)
    )


def remove(index: sqlite3.Connection, *passages: int) -> None:
    index.executemany("DELETE FROM passage WHERE id = ?", [(passage,) for passage in passages])


def meaning(query: bytes = EAST) -> Meaning:
    return Meaning(query, Vectors("compass", 2))


def test_the_nearest_come_first_and_no_more_than_asked_for(index: sqlite3.Connection) -> None:
    for number, value in enumerate((NORTH, EAST, NORTH_EAST), 1):
        add(index, number, value)

    assert meaning().nearest(index, ALL, 2) == [2, 3]
    assert meaning().nearest(index, ALL, 9) == [2, 3, 1]


def test_an_index_without_vectors_has_no_nearest(index: sqlite3.Connection) -> None:
    asked = meaning()

    assert asked.nearest(index, ALL, 5) == []
    assert asked.similarities(index, [1, 2]) == {}


def test_what_is_outside_the_ranges_has_no_part(index: sqlite3.Connection) -> None:
    for number in (5, 15, 25):
        add(index, number, EAST)

    assert sorted(meaning().nearest(index, [(0, 10), (20, 30)], 9)) == [5, 25]


def test_similarities_are_cosines_of_those_that_have_a_vector(index: sqlite3.Connection) -> None:
    add(index, 1, NORTH_EAST)
    add(index, 2, None)
    add(index, 3, EAST, model="another")

    assert meaning().similarities(index, [1, 2, 3, 4]) == {1: pytest.approx(0.8)}


def test_new_vectors_are_seen(index: sqlite3.Connection) -> None:
    asked = meaning()
    add(index, 1, NORTH)
    asked.nearest(index, ALL, 1)

    add(index, 2, EAST)

    assert asked.nearest(index, ALL, 1) == [2]


def test_a_passage_that_was_replaced_is_as_near_as_its_new_text(index: sqlite3.Connection) -> None:
    asked = meaning()
    add(index, 1, EAST)
    asked.nearest(index, ALL, 1)

    remove(index, 1)
    add(index, 1, NORTH)

    assert asked.similarities(index, [1]) == {1: pytest.approx(0.0)}


def test_a_passage_that_is_gone_has_no_similarity(index: sqlite3.Connection) -> None:
    asked = meaning()
    add(index, 1, EAST)
    asked.nearest(index, ALL, 1)

    remove(index, 1)

    assert asked.similarities(index, [1]) == {}


def test_when_most_that_is_near_is_gone_what_is_left_is_found_nevertheless(index: sqlite3.Connection) -> None:
    asked = meaning()
    for number in range(1, 10):
        add(index, number, EAST)
    add(index, 10, NORTH)
    asked.nearest(index, ALL, 3)

    remove(index, *range(1, 10))

    assert asked.nearest(index, ALL, 3) == [10]


def test_a_snapshot_does_not_see_what_came_later(index: sqlite3.Connection, tmp_path: Path) -> None:
    reader = schema.connect_reader(tmp_path / "index.sqlite3")
    asked = meaning()
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM vector").fetchone()
    add(index, 1, EAST)
    asked.nearest(index, ALL, 1)

    assert asked.similarities(reader, [1]) == {}
    reader.close()


def test_a_vector_of_another_length_is_left_out(index: sqlite3.Connection) -> None:
    add(index, 1, EAST + NORTH)

    assert meaning().nearest(index, ALL, 3) == []


def test_what_is_forgotten_is_read_anew(index: sqlite3.Connection) -> None:
    asked = meaning()
    add(index, 1, EAST)
    asked.nearest(index, ALL, 1)

    asked.vectors.forget()

    assert asked.nearest(index, ALL, 1) == [1]
