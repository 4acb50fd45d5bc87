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

    daemon.answers = {ROUTE: refresh, "/v1/status": {"memory": {"passages": 12, "files": 1}}}

    assert execute(parse("index"), door, show) == 0

    assert shown[0] == "\rIndexing: 12 passages in 1 files "
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
