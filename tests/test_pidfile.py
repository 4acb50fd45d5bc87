"""One daemon per state folder."""

import json
import os
import subprocess
import sys
from datetime import UTC, datetime

import pytest

from recall_sidecar.errors import AlreadyRunning
from recall_sidecar.paths import Paths
from recall_sidecar.pidfile import DaemonNote, StateLock, read_note

STARTED = datetime(2026, 11, 30, 9, tzinfo=UTC)


def note(**changes: object) -> DaemonNote:
    fields: dict[str, object] = {
        "pid": os.getpid(),
        "port": 23517,
        "socket": "/run/recall.sock",
        "version": "0.1.0",
        "started_at": STARTED,
    }
    return DaemonNote(**(fields | changes))  # type: ignore[arg-type]


def test_a_second_daemon_is_told_who_runs_and_where(paths: Paths) -> None:
    with StateLock(paths) as lock:
        lock.announce(note())

        with pytest.raises(AlreadyRunning) as refused:
            StateLock(paths).acquire()

    assert f"pid {os.getpid()}" in str(refused.value)
    assert "127.0.0.1:23517 and /run/recall.sock" in str(refused.value)


def test_a_second_daemon_is_refused_before_the_first_has_spoken(paths: Paths) -> None:
    with StateLock(paths), pytest.raises(AlreadyRunning, match="has not said where"):
        StateLock(paths).acquire()


def test_the_lock_can_be_taken_again_after_its_release(paths: Paths) -> None:
    with StateLock(paths) as lock:
        lock.announce(note())

    with StateLock(paths):
        assert read_note(paths) is None


def test_a_killed_daemon_leaves_nothing_in_the_way(paths: Paths) -> None:
    script = (
        "import os, signal\n"
        "from datetime import datetime, UTC\n"
        "from pathlib import Path\n"
        "from recall_sidecar.paths import Paths\n"
        "from recall_sidecar.pidfile import DaemonNote, StateLock\n"
        f"lock = StateLock(Paths.below(Path({str(paths.state_dir.parent)!r}))).acquire()\n"
        "lock.announce(DaemonNote(os.getpid(), None, 's', 'v', datetime.now(UTC)))\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    killed = subprocess.run([sys.executable, "-c", script], check=False)
    assert killed.returncode < 0
    assert paths.pid_file.exists()

    with StateLock(paths) as lock:
        lock.announce(note())

        assert read_note(paths) == note()


def test_the_note_says_where_to_call(paths: Paths) -> None:
    with StateLock(paths) as lock:
        lock.announce(note(port=None))

        found = read_note(paths)

    assert found == note(port=None)
    assert found is not None
    assert found.address == "/run/recall.sock"


def test_the_note_is_written_whole_and_for_us_alone(paths: Paths) -> None:
    with StateLock(paths) as lock:
        lock.announce(note())
        lock.announce(note(port=1))

        assert json.loads(paths.pid_file.read_text())["port"] == 1
        assert paths.pid_file.stat().st_mode & 0o777 == 0o600
        assert not list(paths.state_dir.glob("daemon.json.*"))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="an empty file"),
        pytest.param("{", id="half a file"),
        pytest.param("[]", id="no object"),
        pytest.param("{}", id="nothing in it"),
        pytest.param(
            '{"pid": "x", "port": 1, "socket": "", "version": "", "startedAt": "2026-11-30"}',
            id="a pid that is no number",
        ),
        pytest.param(
            '{"pid": 99999999999999, "port": 1, "socket": "", "version": "", "startedAt": "2026-11-30"}',
            id="a pid that is too large",
        ),
        pytest.param(
            '{"pid": 4194305, "port": 1, "socket": "", "version": "", "startedAt": "2026-11-30"}',
            id="a pid that is gone",
        ),
    ],
)
def test_a_note_that_is_not_true_counts_as_none(paths: Paths, text: str) -> None:
    paths.state_dir.mkdir(parents=True)
    paths.pid_file.write_text(text)

    assert read_note(paths) is None


def test_a_daemon_of_another_user_is_alive(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(pid: int, number: int) -> None:
        raise PermissionError(pid, number)

    with StateLock(paths) as lock:
        lock.announce(note())
        monkeypatch.setattr(os, "kill", refuse)

        assert read_note(paths) == note()


def test_no_note_means_no_daemon(paths: Paths) -> None:
    assert read_note(paths) is None


def test_releasing_what_was_never_taken_does_nothing(paths: Paths) -> None:
    StateLock(paths).release()

    assert not paths.state_dir.exists()
