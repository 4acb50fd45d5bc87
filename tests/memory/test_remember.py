from datetime import date
from pathlib import Path

import pytest

from recall_sidecar.errors import MemoryStoreError
from recall_sidecar.memory.edits import ToRemember
from recall_sidecar.memory.folders import Folder, named
from recall_sidecar.memory.remember import remember
from recall_sidecar.settings import FolderSettings


def folders(*settings: dict[str, object]) -> tuple[Folder, ...]:
    read = [FolderSettings.model_validate(each) for each in settings]
    return named([(each.path, each) for each in read])


def test_an_entry_is_written_into_the_curated_file(tmp_path: Path) -> None:
    written = remember(ToRemember("tea", ("order",), 8), "main", folders({"path": str(tmp_path)}))

    assert (
        tmp_path / "MEMORY.md"
    ).read_text() == "# Memory\n\n- tea <!-- trigger: order --> <!-- importance: 8 -->\n"
    assert (written.file, written.path, written.line, written.is_new) == (
        f"{tmp_path}/MEMORY.md",
        "MEMORY.md",
        3,
        True,
    )


def test_an_entry_is_written_once(tmp_path: Path) -> None:
    known = folders({"path": str(tmp_path)})
    remember(ToRemember("tea"), "main", known)

    again = remember(ToRemember("tea"), "main", known)

    assert (again.line, again.is_new) == (3, False)
    assert (tmp_path / "MEMORY.md").read_text().count("tea") == 1


def test_a_file_keeps_its_spelling_and_its_line_ends(tmp_path: Path) -> None:
    (tmp_path / "memory.md").write_bytes(b"# M\r\n\r\n- a\r\n")

    remember(ToRemember("tea", day=date(2026, 11, 30)), "main", folders({"path": str(tmp_path)}))

    assert (tmp_path / "memory.md").read_bytes() == b"# M\r\n\r\n- a\r\n\r\n## 2026-11-30\r\n\r\n- tea\r\n"


def test_the_agents_own_folder_goes_before_everybodys(tmp_path: Path) -> None:
    known = folders(
        {"path": str(tmp_path / "plain"), "layout": "plain"},
        {"path": str(tmp_path / "all")},
        {"path": str(tmp_path / "own"), "agents": ["work"]},
    )

    assert remember(ToRemember("tea"), "work", known).file == f"{tmp_path}/own/MEMORY.md"


@pytest.mark.parametrize(
    ("file", "path"),
    [
        pytest.param("memory/tea.md", "memory/tea.md", id="below the folder"),
        pytest.param("./USER.md", "USER.md", id="as a shell completes it"),
        pytest.param("{root}/memory/tea.md", "memory/tea.md", id="absolute"),
    ],
)
def test_another_file_can_be_named(tmp_path: Path, file: str, path: str) -> None:
    wanted = ToRemember("tea", file=file.format(root=tmp_path))

    assert remember(wanted, "main", folders({"path": str(tmp_path)})).path == path
    assert "tea" in (tmp_path / path).read_text()


@pytest.mark.parametrize(
    "file", ["notes.md", "../MEMORY.md", "memory/../../x.md", "/etc/x.md", "memory//x.md"]
)
def test_a_file_that_is_no_memory_is_refused(tmp_path: Path, file: str) -> None:
    with pytest.raises(MemoryStoreError, match="is no file"):
        remember(ToRemember("tea", file=file), "main", folders({"path": str(tmp_path)}))
    assert list(tmp_path.iterdir()) == []


def test_without_a_folder_to_curate_it_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(MemoryStoreError, match=r"\[\[memory.folders\]\]"):
        remember(ToRemember("tea"), "main", folders({"path": str(tmp_path), "layout": "plain"}))


@pytest.mark.parametrize("file", ["memory/a\0.md", "memory/\ud800.md", "memory/\n.md", "memory/\u202emd.a"])
def test_a_name_that_cannot_be_seen_is_refused(tmp_path: Path, file: str) -> None:
    with pytest.raises(MemoryStoreError, match="cannot be seen"):
        remember(ToRemember("tea", file=file), "main", folders({"path": str(tmp_path)}))
    assert list(tmp_path.iterdir()) == []
