"""`top` looks again and again, draws without blanking the screen, and outlives the daemon."""

import io
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from recall_sidecar.cli.top import execute
from recall_sidecar.errors import RecallSidecarError
from recall_sidecar.paths import Paths
from tests.cli.conftest import Parse
from tests.cli.installation import TableDaemon, TableDoor
from tests.cli.test_top_figures import STATE, TURNS

Capture = pytest.CaptureFixture[str]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def daemon() -> TableDaemon:
    uptimes = iter(range(1000, 100_000, 1000))

    def status(_: dict[str, Any]) -> dict[str, Any]:
        return {**STATE, "uptimeMs": next(uptimes)}

    return TableDaemon({"/v1/status": status, "/v1/traces?limit=200": {"traces": TURNS}})


def _looks(count: int) -> Callable[[float], bool]:
    """Return what ends after so many looks."""
    left = iter(range(count - 1, -1, -1))
    return lambda _: next(left) == 0


def _never(_: float) -> bool:
    raise AssertionError


def test_one_look_is_a_page_of_text(paths: Paths, daemon: TableDaemon, parse: Parse, capsys: Capture) -> None:
    assert execute(parse("top", "--once"), TableDoor(paths, daemon), Terminal(), _never) == 0

    shown = capsys.readouterr().out
    assert "turns   10, -, 3 in flight" in shown
    assert "\x1b" not in shown


def test_without_a_terminal_there_is_one_look(
    paths: Paths, daemon: TableDaemon, parse: Parse, capsys: Capture
) -> None:
    execute(parse("top"), TableDoor(paths, daemon), io.StringIO(), _never)

    assert "recall-sidecar 0.1.0" in capsys.readouterr().out


def test_one_look_as_json(paths: Paths, daemon: TableDaemon, parse: Parse, capsys: Capture) -> None:
    execute(parse("top", "--once", "--json"), TableDoor(paths, daemon), Terminal(), _never)

    assert json.loads(capsys.readouterr().out)["turns"] == 10


def test_looks_as_json_are_a_line_each(
    paths: Paths, daemon: TableDaemon, parse: Parse, capsys: Capture
) -> None:
    execute(parse("top", "--json"), TableDoor(paths, daemon), Terminal(), _looks(3))

    rates = [json.loads(line)["turns_per_s"] for line in capsys.readouterr().out.splitlines()]
    assert rates == [None, 0.0, 0.0]


def test_each_look_is_drawn_over_the_one_before_and_the_terminal_given_back(
    paths: Paths, daemon: TableDaemon, parse: Parse
) -> None:
    terminal = Terminal()

    execute(parse("top"), TableDoor(paths, daemon), terminal, _looks(2))

    drawn = terminal.getvalue()
    assert drawn.startswith("\x1b[?1049h\x1b[?25l\x1b[H")
    assert drawn.endswith("\x1b[J\x1b[?25h\x1b[?1049l")
    # Never cleared whole, which would flicker: each line clears its own rest.
    assert "\x1b[2J" not in drawn
    assert drawn.count("\x1b[H") == 2
    assert drawn.count("3 in flight\x1b[K\n") == 2


def test_it_waits_for_a_daemon_that_went_away(
    paths: Paths, daemon: TableDaemon, parse: Parse, capsys: Capture
) -> None:
    answers: Iterator[dict[str, Any] | RecallSidecarError] = iter(
        [STATE, RecallSidecarError("the daemon went away"), STATE]
    )

    def status(_: dict[str, Any]) -> dict[str, Any]:
        answer = next(answers)
        if isinstance(answer, RecallSidecarError):
            raise answer
        return answer

    daemon.answers["/v1/status"] = status
    terminal = Terminal()

    execute(parse("top"), TableDoor(paths, daemon), terminal, _looks(3))

    assert "waiting: the daemon went away" in terminal.getvalue()
    assert terminal.getvalue().count("3 in flight") == 2


def test_json_leaves_out_the_looks_that_nobody_answered(
    paths: Paths, daemon: TableDaemon, parse: Parse, capsys: Capture
) -> None:
    execute(parse("top", "--json"), TableDoor(paths), Terminal(), _looks(2))

    assert capsys.readouterr().out == ""


def test_a_single_look_without_a_daemon_says_how_to_start_one(paths: Paths, parse: Parse) -> None:
    with pytest.raises(RecallSidecarError, match="recall-sidecar serve"):
        execute(parse("top", "--once"), TableDoor(paths), Terminal(), _never)


def test_the_terminal_is_given_back_when_it_is_interrupted(
    paths: Paths, daemon: TableDaemon, parse: Parse
) -> None:
    def interrupt(_: float) -> bool:
        raise KeyboardInterrupt

    terminal = Terminal()

    with pytest.raises(KeyboardInterrupt):
        execute(parse("top"), TableDoor(paths, daemon), terminal, interrupt)

    assert terminal.getvalue().endswith("\x1b[?25h\x1b[?1049l")


@pytest.mark.parametrize(("every", "waits"), [("-1", 0.2), ("nan", 0.2), ("2.5", 2.5), ("inf", 3600.0)])
def test_how_often_it_looks_is_bounded(
    paths: Paths, daemon: TableDaemon, parse: Parse, capsys: Capture, every: str, waits: float
) -> None:
    waited: list[float] = []

    def wait(seconds: float) -> bool:
        waited.append(seconds)
        return True

    execute(parse("top", "--json", f"--every={every}"), TableDoor(paths, daemon), Terminal(), wait)

    assert waited == [waits]
