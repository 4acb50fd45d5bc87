"""`index` waits for the index and says what changed."""

import json
import threading
from typing import Any

import pytest

from recall_sidecar.cli import index
from recall_sidecar.cli.index import execute
from recall_sidecar.errors import MemoryStoreError
from tests.cli.conftest import Parse
from tests.cli.installation import TableDaemon, TableDoor

ROUTE = "/v1/memory/refresh"
REPORT: dict[str, Any] = {
    "files": 3, "passages": 40, "added": 1, "changed": 2, "removed": 0, "problems": [], "elapsedMs": 1500.0,
}  # fmt: skip


@pytest.fixture
def daemon() -> TableDaemon:
    return TableDaemon({ROUTE: REPORT})


def test_what_changed_is_told(door: TableDoor, parse: Parse, capsys: pytest.CaptureFixture[str]) -> None:
    assert execute(parse("index"), door, None) == 0

    assert capsys.readouterr().out == (
        "40 passages in 3 files; 1 files added, 2 changed, 0 removed, in 1.5s.\n"
    )


@pytest.mark.parametrize(
    ("words", "rebuild"),
    [pytest.param([], False, id="refresh"), pytest.param(["--rebuild"], True, id="rebuild")],
)
def test_what_is_asked(
    words: list[str], rebuild: bool, door: TableDoor, daemon: TableDaemon, parse: Parse
) -> None:
    execute(parse("index", *words), door, None)

    assert daemon.asked == [(ROUTE, {"v": 1, "rebuild": rebuild})]


def test_json_is_the_daemons_own(door: TableDoor, parse: Parse, capsys: pytest.CaptureFixture[str]) -> None:
    execute(parse("index", "--json"), door, None)

    assert json.loads(capsys.readouterr().out) == REPORT


def test_files_that_could_not_be_read_are_told_and_fail(
    door: TableDoor, daemon: TableDaemon, parse: Parse, capsys: pytest.CaptureFixture[str]
) -> None:
    daemon.answers[ROUTE] = {**REPORT, "problems": ["a.md: permission denied"]}

    assert execute(parse("index"), door, None) == 1
    assert "! a.md: permission denied" in capsys.readouterr().out


def test_an_empty_memory_is_told_how_to_be_filled(
    door: TableDoor, daemon: TableDaemon, parse: Parse, capsys: pytest.CaptureFixture[str]
) -> None:
    daemon.answers[ROUTE] = {**REPORT, "files": 0}

    execute(parse("index"), door, None)

    assert "[[memory.folders]]" in capsys.readouterr().out


def test_progress_is_shown_while_somebody_watches(
    door: TableDoor, daemon: TableDaemon, parse: Parse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index, "_LOOK_EVERY_S", 0.001)
    looked = threading.Event()
    shown: list[str] = []

    def refresh(_body: dict[str, Any]) -> dict[str, Any]:
        assert looked.wait(30)
        return REPORT

    def show(text: str) -> None:
        shown.append(text)
        looked.set()

    daemon.answers = {ROUTE: refresh, "/v1/status": {"memory": {"reading": None}}}

    assert execute(parse("index"), door, show) == 0

    assert shown[0] == "\r\x1b[KIndexing: waiting for its turn"
    assert shown[-1] == "\r\x1b[K"


def test_an_index_that_cannot_be_used_is_an_error_for_watchers_too(
    door: TableDoor, daemon: TableDaemon, parse: Parse
) -> None:
    daemon.answers[ROUTE] = MemoryStoreError("the index is locked")

    with pytest.raises(MemoryStoreError, match="locked"):
        execute(parse("index"), door, lambda _text: None)


def test_progress_goes_to_stderr_and_leaves_the_output_alone(capsys: pytest.CaptureFixture[str]) -> None:
    index._show("\rIndexing")

    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("", "\rIndexing")


def meanings(embedded: int) -> dict[str, Any]:
    """Return how far the vectors are."""
    line = f"m (3 numbers), {embedded} of 40 passages"
    return {
        "model": "m",
        "dimension": 3,
        "embedded": embedded,
        "passages": 40,
        "unread": 0,
        "line": line,
        "hint": "",
    }


def memory(**values: Any) -> dict[str, Any]:  # noqa: ANN401
    """Return what the daemon says of its memory."""
    return {
        "memory": {
            "ready": True, "files": 3, "passages": 40, "refreshedAt": None, "problems": [], "detail": "",
            "meanings": meanings(40), "bytesOnDisk": 0, "folders": [], "reading": None, **values,
        }
    }  # fmt: skip


@pytest.mark.parametrize("watched", [False, True])
def test_who_waits_is_told_when_every_passage_has_its_vector(
    watched: bool,
    door: TableDoor,
    daemon: TableDaemon,
    parse: Parse,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(index, "_LOOK_EVERY_S", 0.0)
    counts = iter([10, 25, 40])
    shown: list[str] = []

    def status(_body: dict[str, Any]) -> dict[str, Any]:
        return memory(meanings=meanings(next(counts)))

    daemon.answers["/v1/status"] = status
    monkeypatch.setattr(index, "_watch", lambda refresh, *_: refresh.result())

    assert execute(parse("index", "--wait"), door, shown.append if watched else None) == 0

    assert "Meanings: m (3 numbers), 40 of 40 passages." in capsys.readouterr().out
    assert [line.split("] ")[1] for line in shown if "Embedding" in line] == (
        ["10 of 40 passages", "25 of 40 passages"] if watched else []
    )


@pytest.mark.parametrize(
    ("first", "then", "code"),
    [
        pytest.param({"meanings": None}, {}, 0, id="there is no model"),
        pytest.param(
            {"meanings": meanings(0)},
            {"meanings": meanings(0), "problems": ["the model failed"]},
            1,
            id="it failed",
        ),
    ],
)
def test_nobody_waits_for_vectors_that_will_not_come(
    first: dict[str, Any],
    then: dict[str, Any],
    code: int,
    door: TableDoor,
    daemon: TableDaemon,
    parse: Parse,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(index, "_LOOK_EVERY_S", 0.0)
    answers = iter([first, then])
    daemon.answers["/v1/status"] = lambda _: memory(**next(answers))

    assert execute(parse("index", "--wait"), door, None) == code


def test_the_state_is_told(
    door: TableDoor, daemon: TableDaemon, parse: Parse, capsys: pytest.CaptureFixture[str]
) -> None:
    daemon.answers["/v1/status"] = memory()

    assert execute(parse("index", "status"), door, None) == 0

    assert "40 passages in 3 files" in capsys.readouterr().out
    assert daemon.asked == [("/v1/status", None)]


@pytest.mark.parametrize("bad", [{"ready": False}, {"problems": ["a.md: binary"]}])
def test_a_state_that_is_not_well_fails_and_json_is_the_daemons_own(
    bad: dict[str, Any],
    door: TableDoor,
    daemon: TableDaemon,
    parse: Parse,
    capsys: pytest.CaptureFixture[str],
) -> None:
    daemon.answers["/v1/status"] = memory(**bad)

    assert execute(parse("index", "status", "--json"), door, None) == 1

    assert json.loads(capsys.readouterr().out) == memory(**bad)["memory"]
