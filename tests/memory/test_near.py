"""The vectors of a small memory in memory, by serial and by passage."""

import sqlite3
from array import array
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from recall_sidecar.memory import schema
from recall_sidecar.memory.near import Near, Nearing, nearing


@pytest.fixture
def index(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    with closing(schema.connect_writer(tmp_path / "index.sqlite3")) as connection:
        yield connection


def put(index: sqlite3.Connection, passage: int, *vector: float, model: str = "compass") -> None:
    index.execute(
        "INSERT OR REPLACE INTO vector(passage_id, model, value) VALUES (?, ?, ?)",
        (passage, model, array("f", vector).tobytes()),
    )


def current(mirror: Nearing, index: sqlite3.Connection) -> Near:
    found = mirror.current(index)
    assert found is not None
    return found


def of(near: Near, *passages: int) -> dict[int, list[float]]:
    ids, matrix = near.of(np.array(passages, np.int64))
    return dict(zip(ids.tolist(), matrix.tolist(), strict=True))


def test_vectors_of_one_space_are_found_by_passage_and_by_serial(index: sqlite3.Connection) -> None:
    put(index, 7, 1, 0)
    put(index, 3, 0, 1)
    put(index, 4, 1, 1, model="another")
    put(index, 5, 1, 1, 1)
    near = current(nearing("compass", 2), index)

    assert of(near, 1, 3, 4, 5, 7, 9) == {3: [0, 1], 7: [1, 0]}
    assert near.of_serials([2, 1, 3, 99]) == {2: 3, 1: 7}


def test_later_vectors_and_those_in_the_place_of_others(index: sqlite3.Connection) -> None:
    mirror = nearing("compass", 2)
    for passage in (2, 4, 6):
        put(index, passage, passage, 0)
    current(mirror, index)
    put(index, 4, 0, 4)
    put(index, 5, 0, 5)
    index.execute("DELETE FROM vector WHERE passage_id = 6")
    near = current(mirror, index)

    assert of(near, 2, 4, 5, 6) == {2: [2, 0], 4: [0, 4], 5: [0, 5]}
    assert near.of_serials([1, 2, 3, 4, 5]) == {1: 2, 4: 4, 5: 5}


def test_an_index_without_vectors_has_none(index: sqlite3.Connection) -> None:
    near = current(nearing("compass", 2), index)
    assert of(near, 1) == {}
    assert near.of_serials([1]) == {}
