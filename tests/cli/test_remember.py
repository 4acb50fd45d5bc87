"""`remember` sends an entry and shows where it stands."""

import json

import pytest

from recall_sidecar.cli.remember import execute
from tests.cli.conftest import Parse
from tests.cli.installation import TableDaemon, TableDoor

ROUTE = "/v1/memory/remember"
WRITTEN = {"v": 1, "file": "/notes/MEMORY.md", "path": "MEMORY.md", "line": 7, "isNew": True}


@pytest.fixture
def daemon() -> TableDaemon:
    return TableDaemon({ROUTE: WRITTEN})


def test_an_entry_is_sent_with_all_that_is_said_of_it(
    door: TableDoor, daemon: TableDaemon, parse: Parse, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [
        "remember",
        "Jonas",
        "drinks tea.",
        "--agent",
        "work",
        "--trigger",
        "tea order, drinks",
        "--trigger",
        "cafe",
    ]
    words += ["--importance", "8", "--date", "2026-11-30", "--file", "memory/a.md", "--force"]

    assert execute(parse(*words), door) == 0

    assert daemon.asked == [
        (
            ROUTE,
            {
                "v": 1, "text": "Jonas drinks tea.", "agentId": "work", "triggers": ["tea order", "drinks", "cafe"],
                "importance": 8, "date": "2026-11-30", "file": "memory/a.md", "force": True,
            },
        )
    ]  # fmt: skip
    assert capsys.readouterr().out == "Remembered; it can be found now: /notes/MEMORY.md:7\n"


def test_what_stands_there_already_is_said_so(
    door: TableDoor, daemon: TableDaemon, parse: Parse, capsys: pytest.CaptureFixture[str]
) -> None:
    daemon.answers[ROUTE] = {**WRITTEN, "isNew": False}

    assert execute(parse("remember", "x"), door) == 0
    assert "already: /notes/MEMORY.md:7" in capsys.readouterr().out


def test_json_is_the_daemons_own(door: TableDoor, parse: Parse, capsys: pytest.CaptureFixture[str]) -> None:
    execute(parse("remember", "x", "--json"), door)

    assert json.loads(capsys.readouterr().out) == WRITTEN


def test_nothing_is_not_remembered(door: TableDoor, parse: Parse, capsys: pytest.CaptureFixture[str]) -> None:
    assert execute(parse("remember", " "), door) == 2
    assert "For example" in capsys.readouterr().err
