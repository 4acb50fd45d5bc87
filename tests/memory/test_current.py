"""A passage is quoted only while its file says it, whatever the index remembers."""

import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.memory.conftest import OpenMemory, Workspace

NOTE = "# House\n\nThe kitchen is green.\n\n# Garden\n\nThe garden has roses.\n"


def _edited(file: Path) -> None:
    file.write_text(NOTE.replace("green", "brown"))


def _edited_with_the_same_time(file: Path) -> None:
    before = file.stat()
    file.write_text(NOTE.replace("green", "black"))
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))


def _replaced(file: Path) -> None:
    other = file.with_name("other.tmp")
    other.write_text("Nothing to see.")
    other.replace(file)


def _made_binary(file: Path) -> None:
    file.write_bytes(b"\0" * 100)


def _truncated(file: Path) -> None:
    file.write_text("# House\n\nThe kit")


def _commented_out(file: Path) -> None:
    file.write_text(NOTE.replace("The kitchen is green.", "<!-- The kitchen is green. -->"))


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(_edited, id="edited"),
        pytest.param(_edited_with_the_same_time, id="edited, of the same length and at the same time"),
        pytest.param(_replaced, id="replaced"),
        pytest.param(_made_binary, id="made binary"),
        pytest.param(_truncated, id="half written"),
        pytest.param(_commented_out, id="still there, but in a comment"),
        pytest.param(Path.unlink, id="deleted"),
    ],
)
@pytest.mark.parametrize("path", ["MEMORY.md", "memory/house.md"])
async def test_what_a_file_says_no_more_is_not_quoted(
    change: Callable[[Path], object], path: str, workspace: Workspace, open_memory: OpenMemory
) -> None:
    file = workspace.write(path, NOTE)
    memory = await open_memory(workspace.folder())
    assert await memory.paths("kitchen green") == [path]
    if change is _edited_with_the_same_time:
        # The clock of a test is far ahead, so that the index takes every file for settled; here it has just been written.
        memory.clock.set_wall(datetime.fromtimestamp(file.stat().st_mtime, UTC))
        os.utime(file)
        await memory.source.refresh()

    change(file)

    assert [
        hit.passage.text for hit in await memory.hits("kitchen green") if "green" in hit.passage.text
    ] == []


def _touched(file: Path) -> None:
    os.utime(file, (1, 1))


def _saved_again(file: Path) -> None:
    other = file.with_name("other.tmp")
    other.write_text(NOTE)
    other.replace(file)


def _appended(file: Path) -> None:
    file.write_text(NOTE + "\n# More\n\nThe attic is empty.\n")


def _moved_down(file: Path) -> None:
    file.write_text("# First\n\nThe attic is empty.\n\n" + NOTE)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(_touched, id="touched"),
        pytest.param(_saved_again, id="saved again"),
        pytest.param(_appended, id="written on"),
        pytest.param(_moved_down, id="moved within the file"),
    ],
)
async def test_what_a_file_still_says_is_quoted_before_it_is_read_again(
    change: Callable[[Path], object], workspace: Workspace, open_memory: OpenMemory
) -> None:
    file = workspace.write("memory/house.md", NOTE)
    memory = await open_memory(workspace.folder())

    change(file)

    assert "The kitchen is green." in (await memory.hits("kitchen green"))[0].passage.text


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        pytest.param("", ["memory/log.md"], id="written on at its end"),
        pytest.param("One line more.\n\n", [], id="written on at its beginning, which only a refresh finds"),
    ],
)
async def test_a_large_file_that_changed_is_looked_into_where_the_passage_stood(
    before: str, expected: list[str], workspace: Workspace, open_memory: OpenMemory
) -> None:
    filler = "\n\n".join(f"Line {number} of the log." for number in range(20_000))
    text = f"The kitchen is green.\n\n# Log\n\n{filler}\n"
    file = workspace.write("memory/log.md", text)
    memory = await open_memory(workspace.folder())

    file.write_text(f"{before}{text}\n\nThe end.\n")

    assert await memory.paths("kitchen green") == expected


async def test_a_file_that_can_no_longer_be_read_is_not_quoted(
    workspace: Workspace, open_memory: OpenMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = workspace.write("memory/house.md", NOTE)
    memory = await open_memory(workspace.folder())
    os.utime(file, (1, 1))

    def refuse(_root: str, _path: str, *, max_bytes: int) -> None:
        raise PermissionError(13, "Permission denied", str(max_bytes))

    monkeypatch.setattr("recall_sidecar.memory.documents.read", refuse)

    assert await memory.paths("kitchen green") == []


async def test_a_file_that_vanishes_while_it_is_looked_at_is_not_quoted(
    workspace: Workspace, open_memory: OpenMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = workspace.write("memory/house.md", NOTE)
    memory = await open_memory(workspace.folder())
    os.utime(file, (1, 1))

    def gone(_root: str, _path: str, *, max_bytes: int) -> None:
        assert max_bytes

    monkeypatch.setattr("recall_sidecar.memory.documents.read", gone)

    assert await memory.paths("kitchen green") == []


def _given_to_a_project(file: Path) -> None:
    file.write_text(NOTE.replace("green.", "green. <!-- project: acme -->"))


def _given_to_a_project_with_its_heading(file: Path) -> None:
    file.write_text(NOTE.replace("# House", "# House <!-- project: acme -->"))


@pytest.mark.parametrize("change", [_given_to_a_project, _given_to_a_project_with_its_heading])
@pytest.mark.parametrize("path", ["MEMORY.md", "memory/house.md"])
async def test_what_now_belongs_to_a_project_is_not_quoted_elsewhere(
    change: Callable[[Path], object], path: str, workspace: Workspace, open_memory: OpenMemory
) -> None:
    file = workspace.write(path, NOTE)
    memory = await open_memory(workspace.folder())
    assert await memory.paths("kitchen green") == [path]

    change(file)

    assert await memory.paths("kitchen green") == []
