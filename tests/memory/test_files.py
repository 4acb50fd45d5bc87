from pathlib import Path

import pytest

from recall_sidecar.memory.files import MAX_READ_CHARS, MAX_READ_LINES, read
from recall_sidecar.memory.folders import named
from recall_sidecar.memory.port import ReadResult, Viewer
from recall_sidecar.outcomes import Origin
from tests.memory.conftest import Workspace

PRIVATE = Viewer("main")
SHARED = Viewer("main", "shared")


def get(
    workspace: Workspace,
    path: str,
    *,
    viewer: Viewer = PRIVATE,
    from_line: int = 1,
    lines: int = 40,
    **settings: object,
) -> ReadResult | None:
    folders = named([(str(workspace.root), workspace.folder(**settings))])
    return read(folders, viewer, path, from_line=from_line, lines=lines, max_file_bytes=1_000_000)


def test_lines_come_with_where_to_go_on(workspace: Workspace) -> None:
    workspace.write("memory/a.md", "one\ntwo\nthree\nfour\n")

    assert get(workspace, "memory/a.md", from_line=2, lines=2) == ReadResult(
        "memory/a.md", 2, 3, "two\nthree", Origin.AGENT, next_line=4
    )


def test_the_end_has_no_next_line(workspace: Workspace) -> None:
    workspace.write("MEMORY.md", "one\ntwo\n")

    assert get(workspace, "./MEMORY.md") == ReadResult("./MEMORY.md", 1, 2, "one\ntwo", Origin.OWNER)


def test_past_the_end_there_is_no_text(workspace: Workspace) -> None:
    workspace.write("MEMORY.md", "one\n")

    assert get(workspace, "MEMORY.md", from_line=9) == ReadResult("MEMORY.md", 9, 8, "", Origin.OWNER)


def test_small_numbers_count_as_one(workspace: Workspace) -> None:
    workspace.write("MEMORY.md", "one\ntwo\n")

    result = get(workspace, "MEMORY.md", from_line=-3, lines=0)

    assert result is not None
    assert (result.from_line, result.to_line) == (1, 1)


def test_lines_and_characters_are_bounded(workspace: Workspace) -> None:
    workspace.write("memory/long.md", "x\n" * 2000)
    workspace.write("memory/wide.md", ("x" * 999 + "\n") * 100)

    long = get(workspace, "memory/long.md", lines=10_000)
    wide = get(workspace, "memory/wide.md", lines=10_000)

    assert long is not None
    assert long.next_line == MAX_READ_LINES + 1
    assert wide is not None
    assert len(wide.text) <= MAX_READ_CHARS
    assert wide.next_line == wide.to_line + 1


def test_a_huge_line_can_be_read_to_its_end(workspace: Workspace) -> None:
    text = "lorem ipsum " * 20_000 + "needle"
    workspace.write("memory/huge.md", text)

    parts = []
    line: int | None = 1
    while line is not None:
        result = get(workspace, "memory/huge.md", from_line=line)
        assert result is not None
        parts.append(result.text)
        line = result.next_line

    assert "".join(parts).replace("\n", "") == text


@pytest.mark.parametrize(
    "path",
    [
        pytest.param("memory/none.md", id="today's note is not written yet"),
        pytest.param("../outside.md", id="parent folder"),
        pytest.param("memory/../MEMORY.md", id="parent folder within"),
        pytest.param("/etc/passwd", id="absolute path"),
        pytest.param("", id="nothing"),
        pytest.param("memory//a.md", id="empty part"),
        pytest.param("MEMORY.md\0", id="NUL"),
        pytest.param("memory/\ud800.md", id="a lone surrogate"),
        pytest.param("AGENTS.md", id="a file the index would not read"),
        pytest.param("memory/.dreams/x.md", id="a hidden folder"),
        pytest.param("memory/binary.md", id="not text"),
        pytest.param("memory/link.md", id="a link"),
        pytest.param("memory/out/outside.md", id="a linked folder"),
        pytest.param("memory", id="a folder"),
        pytest.param("other/MEMORY.md", id="a folder name that is not configured"),
    ],
)
def test_there_is_nothing_to_read(workspace: Workspace, tmp_path: Path, path: str) -> None:
    (tmp_path / "outside.md").write_text("secret")
    for name in ("MEMORY.md", "AGENTS.md", "memory/.dreams/x.md"):
        workspace.write(name, "text")
    workspace.write("memory/binary.md", b"\0")
    (workspace.root / "memory/link.md").symlink_to(tmp_path / "outside.md")
    (workspace.root / "memory/out").symlink_to(tmp_path)

    assert get(workspace, path) is None


def test_private_files_are_not_read_in_a_shared_chat(workspace: Workspace) -> None:
    workspace.write("MEMORY.md", "private")
    workspace.write("memory/team/a.md", "shared")
    rules = ({"paths": "memory/team/**", "visibility": "shared"},)

    assert get(workspace, "MEMORY.md", viewer=SHARED, rules=rules) is None
    assert get(workspace, "memory/team/a.md", viewer=SHARED, rules=rules) is not None


def test_a_folder_name_in_front_picks_the_folder(tmp_path: Path) -> None:
    first, second = Workspace(tmp_path / "first"), Workspace(tmp_path / "second")
    first.write("MEMORY.md", "one")
    second.write("MEMORY.md", "two")
    folders = named([(str(space.root), space.folder()) for space in (first, second)])

    def text(path: str) -> str | None:
        result = read(folders, PRIVATE, path, from_line=1, lines=9, max_file_bytes=100)
        return result.text if result else None

    assert [text(path) for path in ("MEMORY.md", "first/MEMORY.md", "second/MEMORY.md")] == [
        "one",
        "one",
        "two",
    ]
