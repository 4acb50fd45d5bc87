"""What scoring needs of passages is read from the index in one row."""

import sqlite3
from pathlib import Path

import pytest

from recall_sidecar.memory import schema
from recall_sidecar.memory.counting import coded
from recall_sidecar.memory.stored import Read, read

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
    index.execute(
        "INSERT INTO coded(passage_id, file_id, importance, terms) VALUES (?, 1, ?, ?)",
        (number, number if number == 7 else None, terms),
    )
    if vector:
        index.execute(
            "INSERT INTO vector(passage_id, model, value) VALUES (?, ?, ?)", (number, model, vector)
        )


def test_passages_come_by_rising_number_with_the_vectors_of_one_model(index: sqlite3.Connection) -> None:
    add(index, 7, b"aaaa", EAST)
    add(index, 2, b"bbbbcccc", None)
    add(index, 3, b"", NORTH, model="another")
    expected = Read([2, 3, 7], [1, 1, 1], [None, None, 7], [8, 0, 4], b"bbbbccccaaaa", [7], EAST)

    assert read(index, [7, 3, 2, 9], SPACE) == expected
    assert read(index, [7, 3, 2, 9]) == expected._replace(near=[], vectors=b"")
    index.close()


def test_terms_are_counted_in_what_was_read(index: sqlite3.Connection) -> None:
    add(index, 7, coded(["tea", "milk", "tea"]), None)
    add(index, 2, coded(["milk"]), None)

    looked = read(index, [2, 7]).looked(["tea", "milk"])

    assert (looked.ids.tolist(), looked.files.tolist(), looked.importance) == ([2, 7], [1, 1], {7: 7})
    assert looked.counted.counts.tolist() == [[0, 2], [1, 1]]
    index.close()
