"""The terms of a small memory in memory, beside what the index says."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from recall_sidecar.memory import schema
from recall_sidecar.memory.counting import coded
from recall_sidecar.memory.laid import Laid, Laying, laying
from recall_sidecar.memory.stored import read

WORDS = ("green", "tea", "milk", "配置", "oolong")


@pytest.fixture
def index(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    with closing(schema.connect_writer(tmp_path / "index.sqlite3")) as connection:
        connection.execute("INSERT INTO folder(id, key) VALUES (1, 'k')")
        connection.execute(
            "INSERT INTO file VALUES (1, 1, 'a.md', 1, 1, 1, x'', 'agent', 'private', '', 1, 1)"
        )
        yield connection


def put(index: sqlite3.Connection, number: int, *words: str) -> None:
    """Store a passage, in the place of one with its number."""
    index.execute("DELETE FROM passage WHERE id = ?", (number,))
    index.execute(
        "INSERT INTO passage(id, file_id, from_line, to_line, heading, text) VALUES (?, 1, 1, 1, '', 'x')",
        (number,),
    )
    index.execute(
        "INSERT INTO coded(passage_id, file_id, importance, terms) VALUES (?, ?, ?, ?)",
        (number, number % 3, 8 if number % 5 == 0 else None, coded(words)),
    )


def current(mirror: Laying, index: sqlite3.Connection) -> Laid:
    found = mirror.current(index)
    assert found is not None
    return found


def holding(laid: Laid, term: str, *ranges: tuple[int, int], most: int = 9) -> list[tuple[int, list[int]]]:
    return [(count, some.tolist()) for count, some in laid.holding(term, ranges, most)]


def test_each_range_tells_how_many_hold_a_term_and_the_latest(index: sqlite3.Connection) -> None:
    for number, words in {1: ("tea",), 4: ("tea", "milk"), 5: ("milk",), 9: ("tea",), 20: ("tea",)}.items():
        put(index, number, *words)
    laid = current(laying(), index)

    assert holding(laid, "tea", (1, 10), (15, 99)) == [(3, [9, 4, 1]), (1, [20])]
    assert holding(laid, "tea", (1, 10), most=2) == [(3, [9, 4])]
    assert holding(laid, "oolong", (1, 10)) == [(0, [])]


def test_what_came_later_stands_in_its_place_and_what_is_gone_does_not(index: sqlite3.Connection) -> None:
    mirror = laying()
    for number in (3, 5, 8):
        put(index, number, "tea")
    current(mirror, index)
    put(index, 5, "milk", "milk")
    put(index, 4, "tea")
    put(index, 10, "tea")
    index.execute("DELETE FROM passage WHERE id = 8")
    laid = current(mirror, index)

    assert holding(laid, "tea", (0, 99)) == [(3, [10, 4, 3])]
    looked = laid.look([10, 8, 5, 4], laid.standing(["milk", "tea"]))
    assert looked.ids.tolist() == [4, 5, 10]
    assert looked.counted.counts.tolist() == [[0, 2, 0], [1, 0, 1]]
    assert looked.importance == {5: 8, 10: 8}


def test_who_holds_all_words_of_a_name(index: sqlite3.Connection) -> None:
    put(index, 1, "green", "tea")
    put(index, 2, "tea")
    put(index, 3, "milk")
    laid = current(laying(), index)

    assert laid.holding_all([("green", "tea")], [1, 2, 3]) == [1]
    assert laid.holding_all([("green", "tea"), ("milk",)], [3, 2, 1, 7]) == [1, 3]
    assert laid.holding_all([("green", "oolong")], [1, 2, 3]) == []
    assert laid.holding_all([("milk",)], [1]) == []
    # A name without any word that could be told.
    assert laid.holding_all([()], [2]) == [2]


def test_an_empty_memory_holds_nothing(index: sqlite3.Connection) -> None:
    laid = current(laying(), index)
    assert holding(laid, "tea", (0, 9)) == [(0, [])]
    assert laid.look([1], laid.standing(["tea"])).ids.tolist() == []
    assert laid.look([], laid.standing([])).counted.counts.shape == (0, 0)


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.tuples(st.integers(1, 12), st.lists(st.sampled_from(WORDS), max_size=6)), max_size=12),
    st.lists(st.integers(0, 14), max_size=6),
    st.lists(st.sampled_from(WORDS), max_size=3, unique=True),
)
def test_what_is_looked_at_is_what_the_index_has(
    index: sqlite3.Connection, steps: list[tuple[int, list[str]]], wanted: list[int], terms: list[str]
) -> None:
    mirror = laying()
    index.execute("DELETE FROM passage")
    for number, words in steps:
        put(index, number, *words)
        laid = current(mirror, index)
        found = laid.look({*wanted}, laid.standing(terms))
        stored = read(index, {*wanted}).looked(terms)
        assert found.ids.tolist() == stored.ids.tolist()
        assert found.files.tolist() == stored.files.tolist()
        assert found.importance == stored.importance
        assert found.counted.lengths.tolist() == stored.counted.lengths.tolist()
        assert found.counted.counts.tolist() == stored.counted.counts.tolist()
