"""What was read of a passage is kept for as long as it is true, and for as long as there is room."""

import sqlite3
from pathlib import Path

import pytest

from recall_sidecar.memory import schema
from recall_sidecar.memory.kept import Kept, Read, read

SPACE = ("model", 8)
EAST, NORTH = b"\x00\x00\x80\x3f\x00\x00\x00\x00", b"\x00\x00\x00\x00\x00\x00\x80\x3f"


@pytest.fixture
def index(tmp_path: Path) -> sqlite3.Connection:
    connection = schema.connect_writer(tmp_path / "index.sqlite3")
    connection.execute("INSERT INTO folder(id, key) VALUES (1, 'k')")
    connection.execute("INSERT INTO file VALUES (1, 1, 'a.md', 1, 1, 1, x'', 'agent', 'private', '', 1, 1)")
    return connection


def add(
    index: sqlite3.Connection, number: int, terms: bytes, vector: bytes | None, model: str = "model"
) -> None:
    index.execute(
        "INSERT INTO passage(id, file_id, from_line, to_line, heading, text) VALUES (?, 1, 1, 1, '', 'x')",
        (number,),
    )
    index.execute("INSERT INTO coded VALUES (?, 1, ?, ?)", (number, number if number == 7 else None, terms))
    if vector:
        index.execute(
            "INSERT INTO vector(passage_id, model, value) VALUES (?, ?, ?)", (number, model, vector)
        )


def remove(index: sqlite3.Connection, number: int) -> None:
    index.execute("DELETE FROM passage WHERE id = ?", (number,))


def test_rows_are_the_same_from_memory(index: sqlite3.Connection) -> None:
    add(index, 7, b"aaaa", EAST)
    add(index, 2, b"bbbbcccc", None)
    add(index, 3, b"", NORTH, model="another")
    kept = Kept(SPACE)
    expected = Read([2, 3, 7], [1, 1, 1], [None, None, 7], [8, 0, 4], b"bbbbccccaaaa", [7], EAST)

    assert kept.read(index, [7, 3, 2, 9]) == expected
    assert len(kept) == 1
    assert kept.read(index, [7, 3, 2, 9]) == expected
    assert read(index, [7, 3, 2, 9], SPACE) == expected
    assert read(index, [7, 3, 2, 9]) == expected._replace(near=[], vectors=b"")
    index.close()


def test_a_passage_with_the_number_of_one_that_is_gone_is_another(index: sqlite3.Connection) -> None:
    add(index, 1, b"aaaa", EAST)
    kept = Kept(SPACE)
    kept.read(index, [1])

    remove(index, 1)
    assert kept.read(index, [1]) == Read([], [], [], [], b"", [], b"")
    assert kept.passages(index, [1]) == {}
    add(index, 1, b"bbbb", NORTH)

    assert kept.read(index, [1]) == Read([1], [1], [None], [4], b"bbbb", [1], NORTH)
    assert kept.passages(index, [1, 2]) == {2: 1}
    index.close()


def test_vectors_are_of_passages_that_are_there(index: sqlite3.Connection) -> None:
    add(index, 1, b"", EAST)
    add(index, 5, b"", NORTH)
    kept = Kept(SPACE)
    kept.read(index, [5])

    assert kept.passages(index, [2, 1, 9]) == {1: 1, 2: 5}
    assert kept.passages(index, []) == {}
    index.close()


def test_no_more_is_kept_than_there_is_room_for(index: sqlite3.Connection) -> None:
    for number in range(1, 31):
        add(index, number, bytes(100), EAST)
    kept = Kept(SPACE, most_bytes=3_500)

    assert kept.read(index, range(1, 31)).ids == [*range(1, 31)]
    assert 5 <= len(kept) <= 10

    kept.forget()
    assert len(kept) == 0
    index.close()
