"""What moves scored passages: importance, the time that is asked about, and what is named."""

import sqlite3
from datetime import date

import numpy as np
import pytest

from recall_sidecar.memory.asked import ask
from recall_sidecar.memory.counting import coded
from recall_sidecar.memory.laid import laying
from recall_sidecar.memory.lifted import lifted, moved
from recall_sidecar.memory.reader import Snapshot
from recall_sidecar.memory.scored import Columns, Scored
from recall_sidecar.memory.terms import tokens

TODAY = date(2026, 11, 30)


@pytest.fixture
def passages() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE passage(id INTEGER PRIMARY KEY, date TEXT, text TEXT)")
    connection.executemany(
        "INSERT INTO passage VALUES (?, ?, ?)",
        [
            (1, "2026-11-29", "We chose the café."),
            (2, None, "Set it in app_config.yaml."),
            (3, None, "Nothing of it."),
        ],
    )
    return connection


def scored(*numbers: int, importance: dict[int, int] | None = None) -> Scored:
    """Passages that are equally strong."""
    column, empty = np.full(len(numbers), 0.4), np.zeros(len(numbers))
    columns = Columns(
        np.array(numbers), column, column, column, empty, empty, empty, np.zeros(len(numbers), bool)
    )
    return Scored(columns, importance or {})


@pytest.mark.parametrize(
    ("text", "first", "part"),
    [
        pytest.param("what did we choose yesterday", 1, "date", id="its day"),
        pytest.param("where is app_config.yaml", 2, "exact", id="what is named"),
    ],
)
def test_what_was_asked_for_comes_first(
    passages: sqlite3.Connection, text: str, first: int, part: str
) -> None:
    found = [*lifted(passages, ask(text, TODAY), scored(3, 2, 1))]
    assert (found[0].id, found[0].parts[-1].name) == (first, part)
    assert found[0].evidence > 0.4
    assert [len(each.parts) for each in found[1:]] == [2, 2]


@pytest.mark.parametrize("numbers", [(3, 2), (3, 2, 1), ()], ids=["plain", "with accents", "none"])
def test_nothing_moves_by_what_none_holds(passages: sqlite3.Connection, numbers: tuple[int, ...]) -> None:
    found = scored(*numbers)
    assert lifted(passages, ask("where is other_config.yaml", TODAY), found) is found
    assert lifted(passages, ask("where is it", TODAY), found) is found


def test_importance_orders_and_is_no_evidence() -> None:
    found = [*moved(scored(2, 1, importance={1: 9, 7: 2}))]
    assert [each.id for each in found] == [1, 2]
    assert found[0].evidence == 0.4
    assert [each.id for each in moved(scored(2, 1))] == [2, 1]


def test_only_what_has_the_words_of_a_name_is_read(passages: sqlite3.Connection) -> None:
    connection = passages
    connection.execute(
        "CREATE TABLE coded(serial INTEGER PRIMARY KEY AUTOINCREMENT, passage_id, file_id, importance, terms)"
    )
    for number, text in connection.execute("SELECT id, text FROM passage").fetchall():
        connection.execute(
            "INSERT INTO coded(passage_id, file_id, terms) VALUES (?, 1, ?)", (number, coded(tokens(text)))
        )
    snapshot = Snapshot(lambda: laying().current(connection))
    asked, found = ask("where is app_config.yaml", TODAY), scored(3, 2, 1)
    told: list[str] = []
    connection.set_trace_callback(told.append)

    assert [*lifted(connection, asked, found, snapshot)] == [*lifted(connection, asked, found)]
    assert "'[2]'" in next(statement for statement in told if "FROM json_each" in statement)
    told.clear()
    assert lifted(connection, ask("where is other_config.yaml", TODAY), found, snapshot) is found
    assert told == []
    # What may be of a time is read whole, and so is what is named in another script.
    yesterday = ask("where is other_config.yaml since yesterday", TODAY)
    assert [*lifted(connection, yesterday, found, snapshot)] == [*lifted(connection, yesterday, found)]
    cafe = ask("where is the «café»", TODAY)
    assert [*lifted(connection, cafe, found, snapshot)] == [*lifted(connection, cafe, found)]
