"""Where terms stand, and how many passages hold them."""

import sqlite3

import pytest

from recall_sidecar.memory.postings import MAX_POSTINGS, Postings, latest, postings_of
from recall_sidecar.memory.reader import Snapshot

ALL = ((0, 10_000),)


@pytest.fixture
def words() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE VIRTUAL TABLE words USING fts5(terms, detail = none, columnsize = 0)")
    return connection


def told(found: Postings) -> tuple[int, list[int]]:
    return found.count, [*found.ids]


def store(words: sqlite3.Connection, passages: dict[int, str]) -> None:
    words.executemany("INSERT INTO words(rowid, terms) VALUES (?, ?)", passages.items())


def test_the_latest_come_first_and_others_than_visible_ones_do_not_count(words: sqlite3.Connection) -> None:
    store(words, {1: "tea", 2: "tea milk", 3: "milk", 20: "tea"})
    assert told(postings_of(words, "tea", ((0, 10),))) == (2, [2, 1])
    assert told(postings_of(words, "tea", ((0, 2), (10, 30)))) == (2, [1, 20])


def test_a_term_that_looks_like_an_operator_is_a_term(words: sqlite3.Connection) -> None:
    store(words, {1: "and not", 2: "tea"})
    assert told(postings_of(words, "not", ALL)) == (1, [1])


def test_a_common_term_is_counted_further_than_it_is_read(words: sqlite3.Connection) -> None:
    store(words, dict.fromkeys(range(MAX_POSTINGS + 200), "tea"))
    found = postings_of(words, "tea", ALL)
    assert (found.count, len(found.ids)) == (MAX_POSTINGS + 200, MAX_POSTINGS)
    assert found.ids[0] == MAX_POSTINGS + 199


def test_each_range_has_its_share_of_what_is_read(words: sqlite3.Connection) -> None:
    store(words, dict.fromkeys(range(800), "tea"))
    found = postings_of(words, "tea", ((0, 700), (700, 10_000)))
    assert (found.count, len(found.ids)) == (800, 600)
    assert [*found.ids] == [*range(699, 199, -1), *range(799, 699, -1)]


def test_what_is_remembered_is_not_looked_up_again(words: sqlite3.Connection) -> None:
    store(words, {1: "tea"})
    known = Snapshot()
    first = postings_of(words, "tea", ALL, known)
    store(words, {2: "tea"})
    assert postings_of(words, "tea", ALL, known) is first
    assert told(postings_of(words, "tea", ((0, 5),), known)) == (2, [2, 1])


def test_no_more_are_listed_than_wanted(words: sqlite3.Connection) -> None:
    store(words, {1: "tea", 2: "milk", 3: "tea"})
    assert latest(words, '"tea" OR "milk"', ALL[0], 2) == [3, 2]
