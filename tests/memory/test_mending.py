"""The words that memory knows beside those of a question that it does not."""

import sqlite3

import pytest

from recall_sidecar.memory.mending import with_nearest
from recall_sidecar.memory.postings import postings_of
from recall_sidecar.memory.score import Corpus
from recall_sidecar.memory.terms import query_terms
from recall_sidecar.memory.visible import Visible


@pytest.fixture
def words() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE VIRTUAL TABLE words USING fts5(terms, detail = none, columnsize = 0)")
    connection.execute("CREATE VIRTUAL TABLE vocabulary USING fts5vocab(words, row)")
    connection.executemany(
        "INSERT INTO words(rowid, terms) VALUES (?, ?)", {1: "oolong tea", 50: "kubernet"}.items()
    )
    return connection


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        pytest.param("oolonng", {"oolonng", "oolong"}, id="misspelt"),
        pytest.param("oolong", {"oolong"}, id="as it is"),
        pytest.param("kubernt", {"kubernt"}, id="near to what may not be seen"),
        pytest.param("zorblax", {"zorblax"}, id="near to nothing"),
    ],
)
def test_the_nearest_visible_word_is_asked_for_too(
    words: sqlite3.Connection, text: str, terms: set[str]
) -> None:
    seen = Visible(((0, 10),), Corpus(1, 2))
    asked = query_terms(text)
    postings = {term.text: postings_of(words, term.text, seen.ranges) for term in asked}
    assert {term.text for term in with_nearest(words, asked, postings, seen)} == terms
    assert terms <= postings.keys()


@pytest.mark.parametrize(("one", "other"), [("trial", "trail"), ("desert", "dessert")])
def test_a_word_that_memory_holds_is_no_slip_of_another(
    words: sqlite3.Connection, one: str, other: str
) -> None:
    words.executemany("INSERT INTO words(rowid, terms) VALUES (?, ?)", {2: one, 3: other}.items())
    seen = Visible(((0, 10),), Corpus(3, 4))
    for word in (one, other):
        asked = query_terms(word)
        postings = {term.text: postings_of(words, term.text, seen.ranges) for term in asked}
        assert [term.text for term in with_nearest(words, asked, postings, seen)] == [word]


def test_a_word_that_is_asked_for_anyway_keeps_its_weight(words: sqlite3.Connection) -> None:
    seen = Visible(((0, 10),), Corpus(1, 2))
    asked = query_terms("oolong oolonng")
    postings = {term.text: postings_of(words, term.text, seen.ranges) for term in asked}
    weights = {term.text: term.weight for term in with_nearest(words, asked, postings, seen)}
    assert weights["oolong"] == 1.0 > weights["oolonng"]
