"""`forget` shows what would go, asks, and does nothing without a yes."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from recall_sidecar.cli.asking import Terminal
from recall_sidecar.cli.forget import execute
from tests.cli.conftest import Parse
from tests.cli.installation import TableDaemon, TableDoor

ROUTE = "/v1/memory/forget"
SEARCH = "/v1/memory/search"
HITS = [
    {"rank": 1, "path": "MEMORY.md", "fromLine": 3, "toLine": 4, "text": "- tea\n- coffee"},
    {"rank": 2, "path": "MEMORY.md", "fromLine": 9, "toLine": 9, "text": "- juice"},
    {"rank": 3, "path": "USER.md", "fromLine": 1, "toLine": 20, "text": "\n".join(map(str, range(20)))},
]


def forgotten(body: dict[str, Any]) -> dict[str, Any]:
    path = body.get("path", "conversations/2026-11-30/x.jsonl")
    found = {"file": f"/n/{path}", "path": path, "fromLine": body.get("from", 1), "toLine": body.get("to", 9), "text": "- tea", "whole": "from" not in body, "captured": False}  # fmt: skip
    return {
        "v": 1,
        "found": [found],
        "done": body.get("apply", False),
        "turns": 1 if body.get("apply") else 0,
    }


@pytest.fixture
def daemon() -> TableDaemon:
    return TableDaemon({ROUTE: forgotten, SEARCH: {"hits": HITS}})


Run = Callable[..., int]


@pytest.fixture
def run(door: TableDoor, parse: Parse) -> Run:
    """Return a way to run the command; `answers` are what somebody answers, without them nobody is there."""

    def _run(*words: str, answers: tuple[str, ...] = ()) -> int:
        given = iter(answers)
        return execute(parse("forget", *words), door, Terminal(lambda: bool(answers), lambda _: next(given)))

    return _run


def applied(daemon: TableDaemon) -> list[dict[str, Any]]:
    bodies = [body for path, body in daemon.asked if path == ROUTE and body is not None and body.get("apply")]
    return [{key: body[key] for key in ("path", "from", "to", "session") if key in body} for body in bodies]


@pytest.mark.parametrize(
    ("words", "place"),
    [
        pytest.param(["MEMORY.md:12"], {"path": "MEMORY.md", "from": 12, "to": 12}, id="a line"),
        pytest.param(["memory/a b.md:4-9"], {"path": "memory/a b.md", "from": 4, "to": 9}, id="lines"),
        pytest.param(["memory/2026-11-30.md"], {"path": "memory/2026-11-30.md"}, id="a file"),
        pytest.param(["--session", "agent:main:main"], {"session": "agent:main:main"}, id="a session"),
    ],
)
def test_a_place_is_forgotten_after_a_yes(
    run: Run, daemon: TableDaemon, words: list[str], place: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*words, "--yes") == 0
    assert applied(daemon) == [place]
    assert "Forgotten, and 1 turns of the trace with it." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("answers", "code"),
    [
        pytest.param((), 1, id="nobody is there"),
        pytest.param(("n",), 1, id="no"),
        pytest.param(("",), 1, id="nothing"),
        pytest.param(("YES",), 0, id="yes"),
    ],
)
def test_nothing_goes_without_a_yes(
    run: Run, daemon: TableDaemon, answers: tuple[str, ...], code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("MEMORY.md:3", answers=answers) == code
    assert len(applied(daemon)) == (code == 0)
    shown = capsys.readouterr().out
    assert "     3  - tea" in shown
    assert ("Nothing is forgotten" in shown) is (code == 1)


@pytest.mark.parametrize(
    ("chosen", "places"),
    [
        pytest.param(
            "1, 2", [("MEMORY.md", 9, 9), ("MEMORY.md", 3, 4)], id="numbers, from the end of a file"
        ),
        pytest.param("MEMORY.md:4", [("MEMORY.md", 4, 4)], id="one line of what was shown"),
        pytest.param("", [], id="none"),
        pytest.param("7", [], id="a number that is none"),
    ],
)
def test_words_are_looked_for_and_asked_about(
    run: Run,
    daemon: TableDaemon,
    chosen: str,
    places: list[tuple[str, int, int]],
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run("what", "I drink", answers=(chosen, "y")) == (0 if places else 1)

    assert [(each["path"], each["from"], each["to"]) for each in applied(daemon)] == places
    shown = capsys.readouterr().out
    assert "     9  - juice" in shown
    assert "… 8 lines more" in shown


@pytest.mark.parametrize("flags", [[], ["--yes"]])
def test_words_alone_forget_nothing_in_a_script(
    run: Run, daemon: TableDaemon, flags: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("what I drink", *flags) == 1
    assert applied(daemon) == []
    assert "PATH:LINE" in capsys.readouterr().err


def test_words_that_find_nothing_forget_nothing(
    run: Run, daemon: TableDaemon, capsys: pytest.CaptureFixture[str]
) -> None:
    daemon.answers[SEARCH] = {"hits": []}

    assert run("what I drink", answers=("y",)) == 1
    assert "Nothing is found" in capsys.readouterr().err


@pytest.mark.parametrize("words", [[], ["x", "--session", "k"]])
def test_one_thing_must_be_named(run: Run, words: list[str]) -> None:
    assert run(*words) == 2


def test_json_says_what_would_be_done_and_what_was(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("MEMORY.md:3", "--json") == 1
    planned = json.loads(capsys.readouterr().out)
    assert run("MEMORY.md:3", "--json", "--yes") == 0
    done = json.loads(capsys.readouterr().out)
    assert run("what I drink", "--json") == 1
    listed = json.loads(capsys.readouterr().out)

    assert (planned["done"], done["done"], listed["done"]) == (False, True, False)
    assert listed["hits"] == HITS
