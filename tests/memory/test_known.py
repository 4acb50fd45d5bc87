"""What a look at some places finds, on both sides, for every kind of thing that may stand there."""

import os
import socket
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from recall_sidecar.memory import index, schema
from recall_sidecar.memory.beneath import Entry, Problem
from recall_sidecar.memory.folders import named
from recall_sidecar.memory.known import Known, known, walked
from recall_sidecar.memory.worker import Cancelled
from tests.memory.conftest import LATER, Workspace


def found(
    workspace: Workspace, *places: str, layout: str = "plain"
) -> tuple[list[str], list[str], list[str]]:
    """Return the files, the problems and the folders that a walk of the places meets."""
    (folder,) = named([(str(workspace.root), workspace.folder(layout=layout))])
    entered: list[str] = []
    met = [*walked(folder, set(places), entered.append)]
    files = [each.path for each in met if isinstance(each, Entry)]
    return files, [each.path for each in met if isinstance(each, Problem)], entered


@pytest.mark.parametrize(
    ("places", "files", "entered"),
    [
        pytest.param([""], ["a.md", "d/b.md", "d/e/c.md"], ["", "d", "d/e"], id="everything"),
        pytest.param(["a.md"], ["a.md"], [], id="one file"),
        pytest.param(["d/b.md", "a.md"], ["a.md", "d/b.md"], [], id="files of two folders"),
        pytest.param(["d"], ["d/b.md", "d/e/c.md"], ["d", "d/e"], id="a folder"),
        pytest.param(["d", "d/b.md"], ["d/b.md", "d/e/c.md"], ["d", "d/e"], id="a folder and a file of it"),
        pytest.param(["gone.md", "gone/x.md"], [], [], id="what is not there"),
        pytest.param([".hidden/x.md", ".hidden"], [], [], id="what is hidden"),
        pytest.param(["d/x.bin"], [], [], id="no note"),
        pytest.param(["a.md/x.md"], [], [], id="beneath a file"),
    ],
)
def test_only_what_stands_at_the_places_is_met(
    places: list[str], files: list[str], entered: list[str], workspace: Workspace
) -> None:
    for path in ("a.md", "d/b.md", "d/e/c.md", "d/x.bin", ".hidden/x.md"):
        workspace.write(path, "x")

    assert [sorted(each) for each in found(workspace, *places)] == [files, [], entered]


@pytest.mark.parametrize("place", ["README.md", "Café.md".encode().decode()])
def test_a_name_in_another_spelling_is_met_as_it_is_listed(place: str, workspace: Workspace) -> None:
    workspace.write("readme.md", "x")
    workspace.write("Cafe\u0301.md", "x")

    (files, _, _) = found(workspace, place)

    assert len(files) == 1
    assert files[0] in {"readme.md", "Cafe\u0301.md"}


def _link_above(root: Path, outside: Path) -> str:
    (outside / "secret.md").write_text("x")
    (root / "link").symlink_to(outside)
    return "link/secret.md"


def _link(root: Path, outside: Path) -> str:
    (outside / "secret.md").write_text("x")
    (root / "link.md").symlink_to(outside / "secret.md")
    return "link.md"


def _pipe(root: Path, _: Path) -> str:
    os.mkfifo(root / "pipe.md")
    return "pipe.md"


def _socket(root: Path, _: Path) -> str:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(root / "socket.md"))
    return "socket.md"


def _folder(root: Path, _: Path) -> str:
    (root / "folder.md").mkdir()
    return "folder.md"


@pytest.mark.parametrize(
    ("make", "problems"),
    [
        pytest.param(_link_above, [], id="beneath a link that leads out"),
        pytest.param(_link, ["link.md"], id="a link"),
        pytest.param(_pipe, [], id="a pipe"),
        pytest.param(_socket, [], id="a socket"),
        pytest.param(_folder, [], id="a folder with the name of a note"),
    ],
)
def test_what_is_no_file_is_not_met(
    make: Callable[[Path, Path], str], problems: list[str], workspace: Workspace, tmp_path: Path
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    place = make(workspace.root, outside)

    for places in ([place], [""]):
        files, met, _ = found(workspace, *places)
        assert (files, met) == ([], problems)


def test_a_folder_that_is_not_there_is_a_problem_of_the_whole(tmp_path: Path) -> None:
    assert found(Workspace(tmp_path / "none"), "a.md") == ([], [""], [])


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        ({""}, ["a.md", "d/b.md", "d/e/c.md", "d0.md"]),
        ({"d"}, ["d/b.md", "d/e/c.md"]),
        ({"d/b.md", "a.md", "none.md"}, ["a.md", "d/b.md"]),
        (set(), []),
    ],
)
def test_the_index_is_asked_for_the_places_alone(
    places: set[str], expected: list[str], workspace: Workspace, tmp_path: Path
) -> None:
    for path in ("a.md", "d/b.md", "d/e/c.md", "d0.md"):
        workspace.write(path, "x")
    folders = named([(str(workspace.root), workspace.folder(layout="plain"))])
    with closing(schema.connect_writer(tmp_path / "index.sqlite3")) as connection:
        now_ns = int(LATER.timestamp()) * 1_000_000_000
        index.Refresh(connection, folders, 1000, now_ns, Cancelled(), lambda _: None).run()

        assert sorted(known(connection, 1, places)) == expected


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (Entry("a.md", 5, 7, 9), True),
        (Entry("a.md", 6, 7, 9), False),
        (Entry("a.md", 5, 8, 9), False),
        (Entry("a.md", 5, 7, 10), False),
    ],
)
def test_a_file_is_as_known_when_size_time_and_number_are(entry: Entry, expected: bool) -> None:
    assert Known(1, 5, 7, 9, b"", "").shows(entry, 1000) is expected
