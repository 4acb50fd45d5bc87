"""A fact that the index has not is looked for in the files, and why it is not memory is found."""

from pathlib import Path

import pytest

from recall_sidecar.memory.folders import Folder, named
from recall_sidecar.memory.unread import Seen, look_in_files
from recall_sidecar.settings import FolderSettings

FACT = "The ladder stands behind the shed"
LIMIT = 2000
TOKEN = "ghp_abcdefghijklmnopqrstuvwxyz0123456789"


def folders(root: Path) -> tuple[Folder, ...]:
    return named([(str(root), FolderSettings(path=str(root)))])


@pytest.mark.parametrize(
    ("path", "text", "fact", "seen"),
    [
        pytest.param("memory/a.md", f"- {FACT}.\n", FACT, "behind", id="not read yet"),
        pytest.param("a.log", f"{FACT}.\n", FACT, "not_memory", id="no memory file"),
        pytest.param(".obsidian/a.md", f"{FACT}.\n", FACT, "not_memory", id="a machine's folder"),
        pytest.param(
            "memory/a.md", f"{'word ' * 500}\n\n{FACT}.\n", FACT, "too_large", id="beyond the limit"
        ),
        pytest.param(
            "memory/a.md", f"- The token is {TOKEN}.\n", f"the token is {TOKEN}", "masked", id="a secret"
        ),
        pytest.param(
            "memory/a.md", "- The ladder is red.\n\n- The shed is behind it.\n", FACT, "", id="in two entries"
        ),
        pytest.param("node_modules/a.md", f"{FACT}.\n", FACT, "", id="never looked at"),
        pytest.param("a.png", f"{FACT}\0", FACT, "", id="no text"),
    ],
)
def test_why_a_file_that_says_it_is_not_memory(
    tmp_path: Path, path: str, text: str, fact: str, seen: str
) -> None:
    file = tmp_path / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")

    found = look_in_files(fact, folders(tmp_path), LIMIT)

    assert found == Seen(str(file) if seen else "", seen)  # type: ignore[arg-type]


def test_what_can_be_mended_soonest_is_named(tmp_path: Path) -> None:
    (tmp_path / "memory").mkdir()
    for path in ("a.log", "memory/z.md"):
        (tmp_path / path).write_text(f"{FACT}.\n", "utf-8")

    assert look_in_files(FACT, folders(tmp_path), LIMIT).why == "behind"


def test_a_file_that_is_closed_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory" / "a.md").write_text(f"{FACT}.\n", "utf-8")

    def refuse(_root: str, _path: str, *, max_bytes: int) -> None:
        raise PermissionError(13, "Permission denied", str(max_bytes))

    monkeypatch.setattr("recall_sidecar.memory.documents.read", refuse)

    assert look_in_files(FACT, folders(tmp_path), LIMIT) == Seen(unreadable=1)


def test_a_folder_that_is_not_there_is_counted(tmp_path: Path) -> None:
    assert look_in_files(FACT, folders(tmp_path / "gone"), LIMIT) == Seen(unreadable=1)
