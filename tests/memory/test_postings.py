"""Where terms stand, and how many passages hold them."""

import sqlite3

import pytest

from recall_sidecar.memory.postings import MAX_POSTINGS, Postings, latest, postings_of

ALL = ((0, 10_000),)


@pytest.fixture
def words() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE VIRTUAL TABLE words USING fts5(terms, detail = none, columnsize = 0)")
    return connection


def store(words: sqlite3.Connection, passages: dict[int, str]) -> None:
    words.executemany("INSERT INTO words(rowid, terms) VALUES (?, ?)", passages.items())


def test_the_latest_come_first_and_others_than_visible_ones_do_not_count(words: sqlite3.Connection) -> None:
    store(words, {1: "tea", 2: "tea milk", 3: "milk", 20: "tea"})
    assert postings_of(words, "tea", ((0, 10),)) == Postings(2, [2, 1])
    assert postings_of(words, "tea", ((0, 2), (10, 30))) == Postings(2, [1, 20])


def test_a_term_that_looks_like_an_operator_is_a_term(words: sqlite3.Connection) -> None:
    store(words, {1: "and not", 2: "tea"})
    assert postings_of(words, "not", ALL) == Postings(1, [1])


def test_a_common_term_is_counted_further_than_it_is_read(words: sqlite3.Connection) -> None:
    store(words, dict.fromkeys(range(MAX_POSTINGS + 200), "tea"))
    found = postings_of(words, "tea", ALL)
    assert (found.count, len(found.ids)) == (MAX_POSTINGS + 200, MAX_POSTINGS)


def test_no_more_are_listed_than_wanted(words: sqlite3.Connection) -> None:
    store(words, {1: "tea", 2: "milk", 3: "tea"})
    assert latest(words, '"tea" OR "milk"', ALL[0], 2) == [3, 2]
