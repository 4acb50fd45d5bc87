"""The matrix in memory says what the database says, whatever happened to the passages in between."""

import sqlite3
from array import array
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from recall_sidecar.memory import graphs, schema
from recall_sidecar.memory.reader import Snapshot
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
    index.execute("INSERT OR IGNORE INTO coded(passage_id, file_id, terms) VALUES (?, 1, x'')", (passage,))
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


SIZE = 16
FROM = 64
MINE, THEIRS = schema.id_range(1, "private"), schema.id_range(2, "private")


def fill(index: sqlite3.Connection, first: int, count: int, seed: int = 1) -> list[bytes]:
    """Store random vectors for that many passages from the number `first` on, and return them."""
    made = np.random.default_rng(seed).standard_normal((count, SIZE))
    values = [
        (vector / np.linalg.norm(vector)).astype(np.float32).tobytes()
        for vector in np.asarray(made, np.float32)
    ]
    for number, value in enumerate(values):
        add(index, first + number, value, "model")
    return values


@pytest.fixture
def large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Vectors]:
    """Vectors beside the index, of which so many as a test has make a graph."""
    monkeypatch.setattr(graphs.Graphs.__init__, "__defaults__", (FROM,))
    vectors = Vectors("model", SIZE, tmp_path / "index.sqlite3")
    yield vectors
    vectors.close()
    vectors.join()


def settled(vectors: Vectors, index: sqlite3.Connection) -> dict[int, int]:
    """Let graphs grow to their end, and return how many vectors each has."""
    vectors.current(index, Snapshot())
    vectors.settle()
    return {scope: len(graph) for scope, graph in vectors.current(index, Snapshot()).graphs.items()}


def test_what_a_graph_has_lies_loose_no_more_and_is_found(index: sqlite3.Connection, large: Vectors) -> None:
    values = fill(index, MINE[0], 100)

    assert settled(large, index) == {MINE[0] >> schema.COUNTER_BITS: 100}
    assert large.current(index, Snapshot()).loose == ()
    assert Meaning(values[7], large).nearest(index, [MINE], 3)[0] == MINE[0] + 7


def test_what_is_new_is_found_before_a_graph_has_it(index: sqlite3.Connection, large: Vectors) -> None:
    fill(index, MINE[0], 100)
    settled(large, index)

    (value,) = fill(index, MINE[0] + 500, 1, seed=2)

    assert Meaning(value, large).nearest(index, [MINE], 3)[0] == MINE[0] + 500


def test_a_graph_finds_nothing_for_who_may_not_see_its_scope(
    index: sqlite3.Connection, large: Vectors
) -> None:
    values = fill(index, MINE[0], 100)
    fill(index, THEIRS[0], 3, seed=2)
    settled(large, index)

    found = Meaning(values[7], large).nearest(index, [THEIRS], 50)

    assert sorted(found) == [THEIRS[0], THEIRS[0] + 1, THEIRS[0] + 2]


def test_where_only_a_part_of_a_scope_may_be_seen_a_graph_is_asked_for_more(
    index: sqlite3.Connection, large: Vectors
) -> None:
    values = fill(index, MINE[0], 100)
    settled(large, index)
    hidden_around = [(MINE[0] + 90, MINE[0] + 95), (MINE[0] + 97, MINE[1])]

    found = Meaning(values[7], large).nearest(index, hidden_around, 6)

    assert len(found) == 6
    assert {number - MINE[0] for number in found} <= {90, 91, 92, 93, 94, 97, 98, 99}


def test_a_graph_finds_no_passage_that_is_gone(index: sqlite3.Connection, large: Vectors) -> None:
    values = fill(index, MINE[0], 100)
    settled(large, index)

    remove(index, MINE[0] + 7)

    found = Meaning(values[7], large).nearest(index, [MINE], 99)
    assert len(found) == 99
    assert MINE[0] + 7 not in found


def test_when_most_of_a_graph_is_gone_it_is_thrown_away(
    index: sqlite3.Connection, large: Vectors, tmp_path: Path
) -> None:
    values = fill(index, MINE[0], 100)
    settled(large, index)

    remove(index, *range(MINE[0], MINE[0] + 95))

    assert len(Meaning(values[7], large).nearest(index, [MINE], 10)) == 5
    assert list(tmp_path.glob("*.near-*")) == []


def test_after_a_restart_graphs_are_taken_over_and_the_rest_is_read(
    index: sqlite3.Connection, large: Vectors, tmp_path: Path
) -> None:
    (before,) = fill(index, 5, 1, seed=3)
    fill(index, MINE[0], 100)
    (between,) = fill(index, THEIRS[0], 1, seed=4)
    settled(large, index)
    (later,) = fill(index, MINE[0] + 200, 1, seed=5)
    again = Vectors("model", SIZE, tmp_path / "index.sqlite3")

    known = again.current(index, Snapshot())

    assert [len(graph) for graph in known.graphs.values()] == [100]
    assert sum(len(block) for block in known.loose) == 3
    for value, passage in ((before, 5), (between, THEIRS[0]), (later, MINE[0] + 200)):
        assert Meaning(value, again).nearest(index, [(0, 1 << 62)], 1) == [passage]
    again.close()
    again.join()


def test_the_ten_nearest_are_nearly_all_found(index: sqlite3.Connection, large: Vectors) -> None:
    values = fill(index, MINE[0], 1500)
    settled(large, index)
    exact = Vectors("model", SIZE)

    shares = []
    for value in values[::50]:
        best = Meaning(value, exact).nearest(index, [MINE], 10)
        shares.append(len({*best} & {*Meaning(value, large).nearest(index, [MINE], 40)}) / 10)

    assert np.mean(shares) >= 0.95
