"""The page is opened without anything that could be read over one's shoulder, and nothing stays behind."""

import stat
from pathlib import Path
from urllib.parse import unquote, urlparse

import pytest

from recall_sidecar.cli.main import build_parser
from recall_sidecar.cli.open import Browser, execute
from recall_sidecar.errors import RecallSidecarError
from tests.cli.conftest import Parse
from tests.cli.installation import TableDaemon, TableDoor

CODE = "c0de-c0de-c0de"


class Window:
    """A browser that comes once it was waited for so often, or never."""

    def __init__(self, daemon: TableDaemon, *, starts: bool = True, comes_after: int | None = 2) -> None:
        self.daemon = daemon
        self.starts = starts
        self.comes_after = comes_after
        self.shown = ""
        self.content = ""
        self.mode = 0
        self.waited = 0.0
        self._looks = 0
        daemon.answers["/v1/sign-in/code"] = {"v": 1, "code": CODE, "port": 23517, "expiresMs": 30_000}
        daemon.answers["/v1/sign-in"] = {"code": "waiting"}

    @property
    def browser(self) -> Browser:
        return Browser(self.show, self.wait)

    def show(self, address: str) -> bool:
        file = Path(unquote(urlparse(address).path))
        self.shown, self.content = address, file.read_text("utf-8")
        self.mode = stat.S_IMODE(file.stat().st_mode)
        return self.starts

    def wait(self, seconds: float) -> None:
        self.waited += seconds
        self._looks += 1
        if self._looks == self.comes_after:
            self.daemon.answers["/v1/sign-in"] = {"code": "used"}


def test_a_browser_is_led_there_by_a_file_that_nobody_else_can_read(
    door: TableDoor, daemon: TableDaemon, parse: Parse, capsys: pytest.CaptureFixture[str]
) -> None:
    window = Window(daemon)

    code = execute(parse("open"), door, window.browser)

    assert code == 0
    assert CODE not in window.shown
    assert f"http://127.0.0.1:23517/#code={CODE}" in window.content
    assert window.mode == 0o600
    assert not any(door.paths.state_dir.iterdir())
    assert CODE not in "".join(capsys.readouterr())


def test_a_turn_can_be_named(door: TableDoor, daemon: TableDaemon, parse: Parse) -> None:
    window = Window(daemon)

    execute(parse("open", '01KC"><script>'), door, window.browser)

    assert f"#code={CODE}&amp;at=turn%2F01KC%22%3E%3Cscript%3E" in window.content


@pytest.mark.parametrize(
    ("starts", "told"),
    [
        pytest.param(False, "No browser could be started here", id="there is no browser"),
        pytest.param(True, "The browser did not come", id="it cannot read the file"),
    ],
)
def test_a_browser_that_does_not_come_is_told_and_leaves_no_file(
    door: TableDoor,
    daemon: TableDaemon,
    parse: Parse,
    capsys: pytest.CaptureFixture[str],
    starts: bool,
    told: str,
) -> None:
    window = Window(daemon, starts=starts, comes_after=None)

    code = execute(parse("open"), door, window.browser)

    assert code == 1
    assert told in capsys.readouterr().err
    assert not any(door.paths.state_dir.iterdir())
    assert window.waited <= 30.0


def test_the_address_can_be_printed_instead(
    door: TableDoor, daemon: TableDaemon, parse: Parse, capsys: pytest.CaptureFixture[str]
) -> None:
    window = Window(daemon)

    code = execute(parse("open", "--print"), door, window.browser)

    told = capsys.readouterr()
    assert code == 0
    assert told.out == f"http://127.0.0.1:23517/#code={CODE}\n"
    assert "good once" in told.err
    assert window.shown == ""
    assert not door.paths.state_dir.exists()


def test_without_a_daemon_it_says_how_to_start_one(door: TableDoor, daemon: TableDaemon) -> None:
    window = Window(daemon)
    door.daemon = None

    with pytest.raises(RecallSidecarError, match="recall-sidecar serve"):
        execute(build_parser(["open"]).parse_args(["open"]), door, window.browser)
