"""Words of the index by their beginning."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from recall_sidecar.memory import schema
from recall_sidecar.memory.vocabulary import beginning_like


@pytest.fixture
def index(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    with closing(schema.connect_writer(tmp_path / "index.sqlite3")) as connection:
        connection.execute("INSERT INTO words(rowid, terms) VALUES (1, 'oolong tea oology once')")
        yield connection


@pytest.mark.parametrize(
    ("passages", "words"),
    [
        pytest.param(10, ["oolong", "oology"], id="few passages"),
        pytest.param(50_000, ["oolong", "oology"], id="many"),
        pytest.param(300_000, [], id="too many"),
    ],
)
def test_words_that_begin_alike(index: sqlite3.Connection, passages: int, words: list[str]) -> None:
    assert sorted(beginning_like(index, "oolonng", passages)) == sorted(words)


def test_what_was_deleted_is_no_word_any_more(index: sqlite3.Connection) -> None:
    index.execute("DELETE FROM words WHERE rowid = 1")

    assert beginning_like(index, "oolonng", 10) == []
