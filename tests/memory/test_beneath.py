import os
import socket
from contextlib import nullcontext
from pathlib import Path

import pytest

from recall_sidecar.memory.beneath import Entry, Problem, opened, stat_of, walk
from tests.memory.conftest import Workspace


def found(root: Path) -> list[str]:
    entries = walk(str(root), lambda _: True, lambda path: path.endswith(".md"))
    return [entry.path for entry in entries if isinstance(entry, Entry)]


def problems(root: Path) -> list[Problem]:
    return [entry for entry in walk(str(root), lambda _: True, lambda _: True) if isinstance(entry, Problem)]


def content(root: Path, path: str) -> bytes | None:
    with opened(str(root), path) as descriptor:
        return None if descriptor is None else os.read(descriptor, 100)


def test_a_walk_finds_files_at_every_depth_by_name(workspace: Workspace) -> None:
    for path in ("b.md", "a/c.md", "a/b/d.md", "a.txt"):
        workspace.write(path, "x")

    assert found(workspace.root) == ["a/b/d.md", "a/c.md", "b.md"]


def test_a_walk_says_what_it_saw_of_a_file(workspace: Workspace) -> None:
    status = workspace.write("a.md", "hello").stat()

    (entry,) = walk(str(workspace.root), lambda _: True, lambda _: True)

    assert entry == Entry("a.md", 5, status.st_mtime_ns, status.st_ino)


def test_a_walk_skips_folders_that_may_not_be_entered(workspace: Workspace) -> None:
    workspace.write("no/a.md", "x")

    assert list(walk(str(workspace.root), lambda _: False, lambda _: True)) == []


def test_links_are_never_followed(workspace: Workspace, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "s.md").write_text("secret")
    (workspace.root / "folder").symlink_to(secret)
    (workspace.root / "file.md").symlink_to(secret / "s.md")

    assert found(workspace.root) == []
    (told,) = [problem for problem in problems(workspace.root) if problem.path == "file.md"]
    assert told.reason.startswith("a symbolic link, which is not followed; put the file itself there")
    assert content(workspace.root, "folder/s.md") is None
    assert content(workspace.root, "file.md") is None
    assert stat_of(str(workspace.root), "file.md") is None


def test_the_configured_folder_itself_may_be_a_link(workspace: Workspace, tmp_path: Path) -> None:
    workspace.write("a.md", "text")
    (tmp_path / "link").symlink_to(workspace.root)

    assert found(tmp_path / "link") == ["a.md"]
    assert content(tmp_path / "link", "a.md") == b"text"


def test_what_is_no_regular_file_is_left_without_waiting(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(workspace.root / "fifo.md")
    workspace.write("folder.md/x.txt", "x")
    monkeypatch.chdir(workspace.root)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("socket.md")

        assert found(workspace.root) == []
        assert [content(workspace.root, f"{name}.md") for name in ("fifo", "folder", "socket")] == [None] * 3


@pytest.mark.parametrize(
    "path",
    [
        pytest.param("none.md", id="no such file"),
        pytest.param("none/a.md", id="no such folder"),
        pytest.param("a.md/b.md", id="a file as a folder"),
        pytest.param("n" * 300 + ".md", id="a name too long"),
    ],
)
def test_what_is_not_there_is_none(workspace: Workspace, path: str) -> None:
    workspace.write("a.md", "x")

    assert content(workspace.root, path) is None
    assert stat_of(str(workspace.root), path) is None


def test_an_error_of_the_caller_passes_through(workspace: Workspace) -> None:
    workspace.write("a.md", "x")

    with pytest.raises(FileNotFoundError), opened(str(workspace.root), "a.md"):
        raise FileNotFoundError(2, "the caller's own")


def test_a_missing_folder_is_a_problem_with_its_reason(tmp_path: Path) -> None:
    assert problems(tmp_path / "none") == [Problem("", "No such file or directory")]


def test_a_name_that_is_not_utf8_is_a_problem(workspace: Workspace) -> None:
    (Path(os.fsdecode(bytes(workspace.root) + b"/\xff.md"))).write_text("x")

    (problem,) = problems(workspace.root)

    assert problem.reason == "the file name is not UTF-8"


def test_a_very_deep_folder_is_a_problem(workspace: Workspace) -> None:
    workspace.write("/".join(["d"] * 40) + "/a.md", "x")

    (problem,) = problems(workspace.root)

    assert "deep" in problem.reason


def test_a_folder_that_cannot_be_opened_is_a_problem(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace.write("shut/a.md", "x")
    workspace.write("open.md", "x")
    refuse(monkeypatch, "shut")

    assert problems(workspace.root) == [Problem("shut", "Permission denied")]
    assert found(workspace.root) == ["open.md"]


def test_a_file_that_cannot_be_opened_is_an_error(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace.write("shut.md", "x")
    refuse(monkeypatch, "shut.md")

    with pytest.raises(PermissionError), opened(str(workspace.root), "shut.md"):
        pytest.fail("it was opened")


def test_a_folder_replaced_by_a_link_during_the_walk_is_not_entered(
    workspace: Workspace, tmp_path: Path
) -> None:
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "s.md").write_text("secret")
    workspace.write("folder/a.md", "x")

    def swap(path: str) -> bool:
        (workspace.root / path).rename(tmp_path / "moved")
        (workspace.root / path).symlink_to(tmp_path / "secret")
        return True

    assert list(walk(str(workspace.root), swap, lambda _: True)) == []


def test_a_file_that_vanishes_during_the_walk_is_left(workspace: Workspace) -> None:
    workspace.write("a.md", "x")

    def vanish(path: str) -> bool:
        (workspace.root / path).unlink()
        return True

    assert list(walk(str(workspace.root), lambda _: True, vanish)) == []


def test_a_folder_that_cannot_be_listed_is_a_problem(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse_listing(_: int) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr("os.scandir", refuse_listing)

    assert problems(workspace.root) == [Problem("", "Input/output error")]


def test_a_file_whose_state_cannot_be_read_is_a_problem(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Entry:
        name = "a.md"

        def is_dir(self, *, follow_symlinks: bool) -> bool:
            return follow_symlinks

        def stat(self, *, follow_symlinks: bool) -> os.stat_result:
            raise PermissionError(13, "Permission denied", str(follow_symlinks))

    monkeypatch.setattr("os.scandir", lambda _: nullcontext([Entry()]))

    assert problems(workspace.root) == [Problem("a.md", "Permission denied")]


def refuse(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Let the system refuse to open `name`; file modes would not stop a test that runs as root."""
    real = os.open

    def guarded(path: str, flags: int, *, dir_fd: int | None = None) -> int:
        if path == name:
            raise PermissionError(13, "Permission denied")
        return real(path, flags, dir_fd=dir_fd)

    monkeypatch.setattr("os.open", guarded)
