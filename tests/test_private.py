"""Folders and files that belong to this user alone."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from recall_sidecar import private
from recall_sidecar.errors import UnsafeFile

STRANGER = 12345


@pytest.fixture
def somebody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run as another user than the one who owns the test's folders."""
    monkeypatch.setattr(os, "geteuid", lambda: STRANGER)


@pytest.fixture
def a_socket(tmp_path: Path) -> Iterator[Path]:
    """Return a socket of this user alone in a folder just as safe."""
    folder = tmp_path / "run"
    folder.mkdir(mode=0o700)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(folder / "s"))
        (folder / "s").chmod(0o600)
        yield folder / "s"


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_a_new_folder_is_closed_to_others(tmp_path: Path) -> None:
    private.make_folder(tmp_path / "home" / "state")

    assert mode(tmp_path / "home" / "state") == 0o700


def test_an_open_folder_of_ours_is_closed(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    folder.mkdir()
    folder.chmod(0o755)

    private.make_folder(folder)

    assert mode(folder) == 0o700


def test_a_closed_folder_is_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    folder.mkdir(mode=0o500)

    private.make_folder(folder)

    assert mode(folder) == 0o500


@pytest.mark.usefixtures("somebody_else")
def test_a_folder_of_somebody_else_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnsafeFile, match="not a folder of this user"):
        private.make_folder(tmp_path)


def test_a_folder_that_somebody_else_could_swap_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "state"
    folder.mkdir(mode=0o700)
    monkeypatch.setattr(os, "geteuid", lambda: STRANGER)
    ours = os.stat_result((0o40700, 0, 0, 1, STRANGER, 0, 0, 0, 0, 0))
    theirs = os.stat_result((0o40755, 0, 0, 1, STRANGER + 1, 0, 0, 0, 0, 0))
    monkeypatch.setattr(Path, "lstat", lambda _: ours)
    monkeypatch.setattr(Path, "stat", lambda *_, **__: theirs)

    with pytest.raises(UnsafeFile, match="could replace state"):
        private.check_folder(folder)


def test_a_link_in_the_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path, target_is_directory=True)

    with pytest.raises(UnsafeFile):
        private.make_folder(tmp_path / "link")


def test_an_open_folder_is_not_used_by_a_client(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    folder.chmod(0o750)

    with pytest.raises(UnsafeFile, match=f"chmod 700 {folder}"):
        private.check_folder(folder)


def test_a_socket_of_ours_is_used(a_socket: Path) -> None:
    private.check_socket(a_socket)


def test_a_socket_that_others_can_use_is_refused(a_socket: Path) -> None:
    a_socket.chmod(0o666)

    with pytest.raises(UnsafeFile, match="not a socket of this user alone"):
        private.check_socket(a_socket)


def test_a_file_in_the_place_of_the_socket_is_refused(a_socket: Path) -> None:
    a_socket.unlink()
    a_socket.touch(mode=0o600)

    with pytest.raises(UnsafeFile, match="not a socket of this user alone"):
        private.check_socket(a_socket)


def test_a_new_file_can_be_read_by_us_alone(tmp_path: Path) -> None:
    private.write_new_file(tmp_path / "token", "words")

    assert mode(tmp_path / "token") == 0o600
    assert private.read_file(tmp_path / "token") == "words"


def test_a_file_is_never_written_over(tmp_path: Path) -> None:
    private.write_new_file(tmp_path / "token", "words")

    with pytest.raises(FileExistsError):
        private.write_new_file(tmp_path / "token", "others")


def test_a_file_is_not_written_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "token").symlink_to(tmp_path / "elsewhere")

    with pytest.raises(FileExistsError):
        private.write_new_file(tmp_path / "token", "words")

    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize("bits", [0o640, 0o604, 0o620, 0o666])
def test_a_file_that_others_can_read_is_refused_with_the_remedy(tmp_path: Path, bits: int) -> None:
    file = tmp_path / "token"
    file.write_text("words")
    file.chmod(bits)

    with pytest.raises(UnsafeFile, match=f"chmod 600 {file}"):
        private.read_file(file)


@pytest.mark.usefixtures("somebody_else")
def test_a_file_of_somebody_else_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.touch(mode=0o600)

    with pytest.raises(UnsafeFile, match="not a regular file of this user"):
        private.read_file(file)


def test_a_pipe_in_the_place_of_the_file_is_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "token", mode=0o600)

    with pytest.raises(UnsafeFile, match="not a regular file"):
        private.read_file(tmp_path / "token")


def test_a_link_in_the_place_of_the_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "real").touch(mode=0o600)
    (tmp_path / "token").symlink_to(tmp_path / "real")

    with pytest.raises(UnsafeFile, match="cannot be read"):
        private.read_file(tmp_path / "token")


def test_a_missing_file_is_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        private.read_file(tmp_path / "token")


def test_a_file_is_replaced_whole_and_for_us_alone(tmp_path: Path) -> None:
    file = tmp_path / "state.json"
    file.write_text("old", encoding="utf-8")

    private.replace_file(file, b"new")

    assert file.read_bytes() == b"new"
    assert file.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [file]


def test_what_a_killed_writer_left_is_no_hindrance_and_a_planted_link_is_not_followed(tmp_path: Path) -> None:
    file, victim = tmp_path / "state.json", tmp_path / "victim"
    victim.write_text("precious", encoding="utf-8")
    (tmp_path / "state.json.new").symlink_to(victim)

    private.replace_file(file, b"new")

    assert file.read_bytes() == b"new"
    assert victim.read_text(encoding="utf-8") == "precious"
