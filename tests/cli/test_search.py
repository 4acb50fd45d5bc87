"""`search` shows hits with their scores explained."""

import json
from typing import Any

import pytest

from recall_sidecar.cli.search import execute
from tests.cli.conftest import Parse
from tests.cli.installation import TableDaemon, TableDoor

ROUTE = "/v1/memory/search"
HIT: dict[str, Any] = {
    "path": "MEMORY.md",
    "fromLine": 3,
    "toLine": 4,
    "origin": "owner",
    "date": None,
    "score": 0.72,
    "rank": 1,
    "parts": {"lexical": 0.6, "recency": 0.12},
    "text": "Likes oolong.\nNot too hot.",
}
FOUND: dict[str, Any] = {"hits": [HIT], "elapsedMs": 2.0, "warning": None, "belowFloor": 0}


@pytest.fixture
def daemon() -> TableDaemon:
    return TableDaemon({ROUTE: FOUND})


def _shown(door: TableDoor, parse: Parse, capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    assert execute(parse("search", *words), door) == 0
    return capsys.readouterr().out.splitlines()


def test_a_hit_is_shown_with_the_parts_of_its_score(
    door: TableDoor, parse: Parse, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _shown(door, parse, capsys, "tea") == [
        "1. MEMORY.md:3-4  owner  0.72 = lexical 0.60 + recency 0.12",
        "   Likes oolong.",
        "   Not too hot.",
    ]


def test_a_dated_hit_shows_its_day(
    door: TableDoor, daemon: TableDaemon, parse: Parse, capsys: pytest.CaptureFixture[str]
) -> None:
    daemon.answers[ROUTE] = {**FOUND, "hits": [{**HIT, "date": "2026-11-29"}]}

    assert "owner  2026-11-29  0.72" in _shown(door, parse, capsys, "tea")[0]


def test_a_hit_that_is_out_of_date_names_the_newer_one(
    door: TableDoor, daemon: TableDaemon, parse: Parse, capsys: pytest.CaptureFixture[str]
) -> None:
    daemon.answers[ROUTE] = {**FOUND, "hits": [{**HIT, "supersededBy": "memory/2026-11-03.md:1"}]}

    assert "   older than memory/2026-11-03.md:1, which says otherwise" in _shown(door, parse, capsys, "tea")


def test_json_is_the_daemons_own(door: TableDoor, parse: Parse, capsys: pytest.CaptureFixture[str]) -> None:
    execute(parse("search", "tea", "--json"), door)

    assert json.loads(capsys.readouterr().out) == FOUND


@pytest.mark.parametrize(
    ("found", "lines"),
    [
        pytest.param({"hits": []}, ["Nothing found."], id="nothing"),
        pytest.param(
            {"hits": [], "belowFloor": 2},
            [
                "Nothing above the evidence floor.",
                "2 weaker passages are below the floor; --min-score 0 shows them.",
            ],
            id="only weak passages",
        ),
        pytest.param(
            {"hits": [], "warning": "index is old"}, ["Nothing found.", "! index is old"], id="a warning"
        ),
    ],
)
def test_when_there_is_no_hit(
    found: dict[str, Any],
    lines: list[str],
    door: TableDoor,
    daemon: TableDaemon,
    parse: Parse,
    capsys: pytest.CaptureFixture[str],
) -> None:
    daemon.answers[ROUTE] = {**FOUND, **found}

    assert _shown(door, parse, capsys, "tea") == lines


@pytest.mark.parametrize(
    ("words", "fields"),
    [
        pytest.param(
            ["oolong", "tea"],
            {"query": "oolong tea", "agentId": "main", "chat": "private"},
            id="words are joined",
        ),
        pytest.param(["tea", "--agent", "work"], {"agentId": "work"}, id="an agent"),
        pytest.param(["tea", "--limit", "3"], {"maxResults": 3}, id="a limit"),
        pytest.param(["tea", "--min-score", "0"], {"minScore": 0.0}, id="a floor of nothing"),
        pytest.param(["tea", "--shared"], {"chat": "shared"}, id="as a group chat"),
    ],
)
def test_what_is_asked(
    words: list[str], fields: dict[str, Any], door: TableDoor, daemon: TableDaemon, parse: Parse
) -> None:
    execute(parse("search", *words), door)

    body = daemon.asked[0][1]
    assert body is not None
    assert fields.items() <= body.items()


def test_limits_that_are_not_given_are_left_to_the_settings(
    door: TableDoor, daemon: TableDaemon, parse: Parse
) -> None:
    execute(parse("search", "tea"), door)

    body = daemon.asked[0][1]
    assert body is not None
    assert {"maxResults", "minScore"} & body.keys() == set()


@pytest.mark.parametrize("words", [("",), (" ", " ")], ids=["nothing", "spaces"])
def test_a_search_for_nothing_is_a_usage_error(
    door: TableDoor,
    daemon: TableDaemon,
    parse: Parse,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
) -> None:
    assert execute(parse("search", *words), door) == 2

    assert capsys.readouterr().err.startswith("What to look for?")
    assert daemon.asked == []


def test_projects_are_asked_for_by_their_keys(door: TableDoor, daemon: TableDaemon, parse: Parse) -> None:
    execute(parse("search", "tea", "--project", "github.com/a/b", "--project", "path:/c"), door)

    [(_, body)] = daemon.asked
    assert body is not None
    assert body["projectKeys"] == ["github.com/a/b", "path:/c"]
