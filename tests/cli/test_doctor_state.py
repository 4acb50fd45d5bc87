"""What `doctor` says of the program's own folders: each fault with its remedy."""

import errno
import os
import socket
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from recall_sidecar import private, tokens
from recall_sidecar.cli.doctor_state import (
    check_clock,
    check_disk,
    check_leftovers,
    check_private_files,
    check_tokens,
    check_writable,
)
from recall_sidecar.cli.finding import Finding
from recall_sidecar.paths import Paths
from recall_sidecar.pidfile import DaemonNote, StateLock
from tests.cli.set_ups import without_override

NOW = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def state(paths: Paths) -> Path:
    private.make_folder(paths.state_dir)
    return paths.state_dir


def _note(paths: Paths, pid: int) -> None:
    StateLock(paths).announce(DaemonNote(pid, 23517, str(paths.socket_file), "0.1.0", NOW))


def test_a_folder_that_can_be_written_is_left_as_it_was(paths: Paths) -> None:
    (finding,) = check_writable(paths)

    assert (finding.level, list(paths.state_dir.iterdir())) == ("ok", [])


def test_a_folder_that_is_not_there_yet_is_not_tried(tmp_path: Path) -> None:
    assert list(check_writable(Paths.below(tmp_path / "none"))) == []


def test_a_folder_that_is_closed_to_us_is_opened_by_its_mode(paths: Paths) -> None:
    paths.state_dir.chmod(0o500)

    (finding,) = without_override(lambda: list(check_writable(paths)))

    assert (finding.level, finding.remedy) == ("error", f"chmod 700 {paths.state_dir}")
    assert finding.mend is not None
    assert finding.mend() == f"{paths.state_dir} now has mode 0700"
    assert paths.state_dir.stat().st_mode & 0o777 == 0o700


def test_a_disk_that_takes_nothing_cannot_be_mended_by_a_mode(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_path: Path, _text: str) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(private, "write_new_file", refuse)

    (finding,) = check_writable(paths)

    assert finding.fact.startswith(f"{paths.state_dir} cannot be written (Read-only file system)")
    assert (finding.mend, "RECALL_SIDECAR_HOME" in finding.remedy) == (None, True)


@pytest.mark.parametrize(
    ("free", "level", "code"),
    [
        pytest.param(600_000_000, "ok", 0, id="enough"),
        pytest.param(400_000_000, "warning", 0, id="scarce"),
        pytest.param(40_000_000, "error", 1, id="almost none"),
    ],
)
def test_room_on_the_disk(paths: Paths, free: int, level: str, code: int) -> None:
    (paths.state_dir / "memory.sqlite3").write_bytes(b"x" * 2_000_000)

    (finding,) = check_disk(paths, lambda _: free)

    assert (finding.level, finding.code) == (level, code)
    assert ("the largest of ours is memory.sqlite3, 2 MB" in finding.remedy) == (level != "ok")


def test_room_is_looked_at_where_the_folder_will_be(tmp_path: Path) -> None:
    asked: list[Path] = []

    def free(place: Path) -> int:
        asked.append(place)
        return 0

    (finding,) = check_disk(Paths.below(tmp_path / "none"), free)

    assert asked == [tmp_path]
    assert finding.remedy.startswith("make room there, or set")


def test_an_empty_folder_has_no_largest_file(paths: Paths) -> None:
    (finding,) = check_disk(paths, lambda _: 0)

    assert finding.remedy.startswith("make room there, or set")


def test_what_is_ours_alone_is_one_line(paths: Paths) -> None:
    (finding,) = check_private_files(paths)

    assert finding.level == "ok"


@pytest.mark.parametrize("name", ["token_file", "hook_token_file", "index_file", "history_file", "log_file"])
def test_a_file_that_others_can_read_is_closed(paths: Paths, name: str) -> None:
    file: Path = getattr(paths, name)
    file.write_text("secret words")
    file.chmod(0o644)

    (finding,) = check_private_files(paths)

    assert (finding.level, finding.remedy) == ("error", f"chmod 600 {file}")
    assert "secret words" not in str(finding)
    assert finding.mend is not None
    assert finding.mend() == f"{file} now has mode 0600"
    assert [each.level for each in check_private_files(paths)] == ["ok"]


def test_a_state_folder_that_others_can_read_is_an_error(paths: Paths) -> None:
    paths.state_dir.chmod(0o755)

    assert next(iter(check_private_files(paths))).remedy == f"chmod 700 {paths.state_dir}"


def _proof(given: tokens.Tokens, port: int | None) -> Mapping[str, object]:
    nonce = "n" * 16
    pair = (tokens.proof(each, nonce, port or 0) for each in (given.full, given.hooks))
    return dict(zip(("proof", "hookProof"), pair, strict=True)) | {"port": port}


def test_tokens_that_were_never_made_are_not_mentioned(paths: Paths) -> None:
    assert list(check_tokens(paths, lambda _: None)) == []


def test_tokens_without_a_daemon_are_there(paths: Paths) -> None:
    tokens.ensure(paths)

    assert [each.fact for each in check_tokens(paths, lambda _: None)] == ["both are there"]


@pytest.mark.parametrize("port", [23517, 0])
def test_tokens_that_the_daemon_knows(paths: Paths, port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tokens.ensure(paths)
    monkeypatch.setattr(tokens, "new_nonce", lambda: "n" * 16)

    (finding,) = check_tokens(paths, lambda _: _proof(own, port))

    assert (finding.level, finding.fact) == ("ok", "both are there, and the daemon knows them")


def test_tokens_of_another_time_are_refused_until_the_daemon_is_restarted(paths: Paths) -> None:
    tokens.ensure(paths)

    (finding,) = check_tokens(paths, lambda _: _proof(tokens.Tokens("a" * 43, "b" * 43), None))

    assert (finding.level, finding.code) == ("error", 1)
    assert finding.remedy.startswith("restart the daemon")


def test_a_token_file_without_a_token_is_deleted(paths: Paths) -> None:
    tokens.ensure(paths)
    paths.hook_token_file.write_text("")

    (finding,) = check_tokens(paths, lambda _: None)

    assert finding.remedy.startswith(f"rm {paths.hook_token_file}")
    assert finding.mend is not None
    assert finding.mend() == f"deleted {paths.hook_token_file}"
    assert not paths.hook_token_file.exists()


def test_a_token_that_cannot_be_used_is_told_in_the_words_of_who_refuses_it(paths: Paths) -> None:
    tokens.ensure(paths)
    paths.token_file.chmod(0o644)

    (finding,) = check_tokens(paths, lambda _: None)

    assert finding.fact == f"{paths.token_file} can be read by other users"
    assert finding.remedy.startswith(f"close it: chmod 600 {paths.token_file}")


def test_what_belongs_to_another_user_is_told(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    tokens.ensure(paths)
    owner = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: owner + 1)

    found = list(check_private_files(paths))

    assert len(found) == 3
    assert {each.mend for each in found} == {None}
    assert found[0].remedy == f'sudo chown -R "$(id -un)" {paths.state_dir}'


def test_a_file_in_the_place_of_the_socket_is_moved_and_not_deleted(paths: Paths) -> None:
    paths.socket_file.parent.mkdir(parents=True)
    paths.socket_file.write_text("mine")

    (finding,) = _leftovers(paths)

    assert (finding.level, finding.mend) == ("error", None)
    assert finding.remedy == f"mv {paths.socket_file} {paths.socket_file}.moved"


def _leftovers(paths: Paths, program: str | None = None, *, runs: bool = False) -> list[Finding]:
    return list(check_leftovers(paths, lambda _: program, runs=runs))


def test_nothing_is_left(paths: Paths) -> None:
    assert _leftovers(paths) == []


def test_what_a_killed_daemon_left_is_deleted(paths: Paths) -> None:
    paths.socket_file.parent.mkdir(parents=True, exist_ok=True)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(paths.socket_file))
    _note(paths, 2**22 + 1)

    found = _leftovers(paths)

    assert [each.level for each in found] == ["warning", "warning"]
    for each in found:
        assert each.mend is not None
        each.mend()
    assert _leftovers(paths) == []


def test_a_daemon_that_runs_has_left_nothing(paths: Paths) -> None:
    _note(paths, os.getpid())

    assert _leftovers(paths, runs=True) == []


def test_a_daemon_that_hangs_is_named_by_its_pid(paths: Paths) -> None:
    _note(paths, os.getpid())

    (finding,) = _leftovers(paths, "python -m recall_sidecar serve")

    assert (finding.level, finding.topic) == ("error", "daemon")
    assert finding.remedy == f"kill -9 {os.getpid()}, then: recall-sidecar serve"
    assert finding.mend is None


def test_a_pid_that_another_program_has_now_is_not_told_to_be_killed(paths: Paths) -> None:
    _note(paths, os.getpid())

    (finding,) = _leftovers(paths, "nginx: worker")

    assert finding.remedy == f"rm {paths.pid_file}"


def test_a_damaged_index_that_was_kept_is_named_with_its_size(paths: Paths) -> None:
    kept = paths.index_file.with_name("memory.sqlite3.corrupt-1")
    kept.write_bytes(b"x" * 1_000_000)
    kept.with_name(f"{kept.name}-wal").touch()

    (finding,) = _leftovers(paths)

    assert (finding.level, finding.remedy) == ("ok", f"rm {kept}*")
    assert "(1.0 MB)" in finding.fact


@pytest.mark.parametrize(
    ("now", "level"),
    [
        pytest.param(NOW, "ok", id="right"),
        pytest.param(NOW - timedelta(minutes=50), "ok", id="a little slow"),
        pytest.param(NOW - timedelta(hours=2), "error", id="before what has happened"),
    ],
)
def test_the_clock(now: datetime, level: str) -> None:
    marks = [("the program", NOW - timedelta(days=9)), ("daemon.log", NOW)]

    finding = check_clock(now, marks)

    assert finding.level == level
    assert ("daemon.log is of 2026-12-01 12:00" in finding.fact) == (level == "error")
