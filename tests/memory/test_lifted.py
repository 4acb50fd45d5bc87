"""What moves scored passages: importance, the time that is asked about, and what is named."""

import sqlite3
from datetime import date

import pytest

from recall_sidecar.memory.asked import ask
from recall_sidecar.memory.lifted import lifted, moved
from recall_sidecar.memory.port import ScorePart
from recall_sidecar.memory.ranking import Candidate

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


def candidates(*numbers: int, importance: int | None = None) -> list[Candidate]:
    return [Candidate(each, 0.4, (ScorePart("coverage", 0.4),), 0.4, importance) for each in numbers]


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
    found = lifted(passages, ask(text, TODAY), candidates(3, 2, 1))
    assert (found[0].id, found[0].parts[-1].name) == (first, part)
    assert found[0].evidence > 0.4
    assert [each.parts for each in found[1:]] == [(ScorePart("coverage", 0.4),)] * 2


@pytest.mark.parametrize("numbers", [(3, 2), (3, 2, 1)], ids=["plain", "with accents"])
def test_nothing_moves_by_what_none_holds(passages: sqlite3.Connection, numbers: tuple[int, ...]) -> None:
    found = candidates(*numbers)
    assert lifted(passages, ask("where is other_config.yaml", TODAY), found) == found
    assert lifted(passages, ask("where is it", TODAY), found) == found


def test_importance_orders_and_is_no_evidence() -> None:
    found = moved([*candidates(2), *candidates(1, importance=9)])
    assert [each.id for each in found] == [1, 2]
    assert found[0].evidence == 0.4
    assert moved(candidates(2, 1)) == candidates(2, 1)
