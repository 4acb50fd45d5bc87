import stat
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from recall_sidecar.errors import MemoryStoreError
from recall_sidecar.memory.notes import change, delete


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_change_keeps_the_mode_and_leaves_nothing_beside_the_note(tmp_path: Path) -> None:
    note = tmp_path / "MEMORY.md"
    note.write_text("a\n")
    note.chmod(0o640)

    change(str(tmp_path), "MEMORY.md", lambda text: text + "b\n")

    assert note.read_text() == "a\nb\n"
    assert stat.S_IMODE(note.stat().st_mode) == 0o640
    assert names(tmp_path) == ["MEMORY.md"]


def test_a_note_and_its_folders_are_made_for_this_user_alone(tmp_path: Path) -> None:
    change(str(tmp_path / "ws"), "memory/deep/a.md", lambda text: text + "a\n")

    note = tmp_path / "ws" / "memory" / "deep" / "a.md"
    assert note.read_text() == "a\n"
    assert stat.S_IMODE(note.stat().st_mode) == 0o600


def test_a_change_that_changes_nothing_writes_nothing(tmp_path: Path) -> None:
    note = tmp_path / "MEMORY.md"
    note.write_text("a\n")
    before = note.stat()

    change(str(tmp_path), "MEMORY.md", lambda text: text)

    assert note.stat() == before


def test_what_an_editor_saved_meanwhile_is_not_lost(tmp_path: Path) -> None:
    note = tmp_path / "MEMORY.md"
    note.write_text("a\n")
    editor = iter(["saved meanwhile\n"])

    def edit(text: str) -> str:
        if saved := next(editor, ""):
            note.write_text(text + saved)
        return text + "b\n"

    change(str(tmp_path), "MEMORY.md", edit)

    assert note.read_text() == "a\nsaved meanwhile\nb\n"


def test_a_note_that_never_rests_is_given_up(tmp_path: Path) -> None:
    note = tmp_path / "MEMORY.md"
    note.write_text("a\n")

    def edit(text: str) -> str:
        note.write_text(text + "x")
        return text + "b\n"

    with pytest.raises(MemoryStoreError, match="try again"):
        change(str(tmp_path), "MEMORY.md", edit)
    assert names(tmp_path) == ["MEMORY.md"]


def test_many_at_once_lose_nothing(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda n: change(str(tmp_path), "MEMORY.md", lambda text: f"{text}{n}\n"), range(40)))

    assert sorted(map(int, (tmp_path / "MEMORY.md").read_text().split())) == list(range(40))


def test_a_note_that_is_not_utf_8_is_left_as_it_is(tmp_path: Path) -> None:
    note = tmp_path / "MEMORY.md"
    note.write_bytes(b"a\xff")

    with pytest.raises(MemoryStoreError, match="UTF-8"):
        change(str(tmp_path), "MEMORY.md", lambda text: text + "b")
    assert note.read_bytes() == b"a\xff"


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside.md"
    outside.write_text("a\n")
    (tmp_path / "ws").mkdir()
    (tmp_path / "ws" / "MEMORY.md").symlink_to(outside)
    (tmp_path / "ws" / "memory").symlink_to(tmp_path)

    with pytest.raises(MemoryStoreError, match="link"):
        change(str(tmp_path / "ws"), "MEMORY.md", lambda _: "b")
    with pytest.raises(NotADirectoryError):
        change(str(tmp_path / "ws"), "memory/outside.md", lambda _: "b")
    assert outside.read_text() == "a\n"


def test_what_cannot_be_replaced_is_left_and_nothing_beside_it(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()

    with pytest.raises(MemoryStoreError, match="no regular file"):
        change(str(tmp_path), "folder", lambda _: "b")
    assert names(tmp_path) == ["folder"]


def test_a_note_is_deleted_once(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("a")

    delete(str(tmp_path), "a.md")
    delete(str(tmp_path), "a.md")

    assert names(tmp_path) == []


def test_what_its_owner_made_read_only_is_left_as_it_is(tmp_path: Path) -> None:
    note = tmp_path / "a.md"
    note.write_text("tea\n")
    note.chmod(0o444)

    with pytest.raises(MemoryStoreError, match="read-only"):
        change(str(tmp_path), "a.md", lambda text: text + "coffee\n")
    with pytest.raises(MemoryStoreError, match="read-only"):
        delete(str(tmp_path), "a.md")

    assert note.read_text() == "tea\n"


@pytest.mark.parametrize(
    "change", [lambda root: change(root, "a.md", str.upper), lambda root: delete(root, "a.md")]
)
def test_what_a_killed_change_left_behind_goes_with_the_next_one(
    tmp_path: Path, change: Callable[[str], None]
) -> None:
    (tmp_path / "a.md").write_text("tea\n")
    (tmp_path / ".a.md.0a1b2c3d").write_text("a secret that was forgotten since")
    others = (".b.md.0a1b2c3d", ".a.md.swp", ".a.md.0a1b2c3d4")
    for name in others:
        (tmp_path / name).write_text("somebody else's")

    change(str(tmp_path))

    left = {file.name for file in tmp_path.iterdir()} - {"a.md"}
    assert left == {*others}
