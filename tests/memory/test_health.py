"""An index is looked at from outside: sound or not, and how far behind the files."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from recall_sidecar.deadline import SystemClock
from recall_sidecar.errors import MemoryStoreError
from recall_sidecar.memory import health
from recall_sidecar.memory.health import Behind, Health, behind, has_full_text, look_at, sqlite_version
from recall_sidecar.memory.roots import configured
from recall_sidecar.memory.schema import MIGRATIONS, connect_writer
from recall_sidecar.memory.sqlite_memory import SqliteMemory
from recall_sidecar.settings import EmbeddingSettings, FolderSettings, MemorySettings


@pytest.fixture
def settings(tmp_path: Path) -> MemorySettings:
    notes = tmp_path / "notes"
    notes.mkdir()
    for name in ("MEMORY.md", "USER.md"):
        (notes / name).write_text(f"- {name} likes tea.\n")
    folders = (FolderSettings(path=str(notes)),)
    return MemorySettings(folders=folders, embedding=EmbeddingSettings(model="off"))


@pytest.fixture
async def file(tmp_path: Path, settings: MemorySettings) -> Path:
    """Return an index that has read everything."""
    made = tmp_path / "memory.sqlite3"
    memory = await SqliteMemory.open(made, settings, clock=SystemClock())
    await memory.refresh()
    await memory.aclose()
    return made


def _change(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(statement)
        connection.commit()


def test_this_python_can_search_by_words() -> None:
    assert has_full_text()
    assert sqlite_version().count(".") == 2


def test_a_python_without_full_text_search_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    class Bare(sqlite3.Connection):
        def execute(self, *_: object) -> sqlite3.Cursor:
            raise sqlite3.OperationalError("no such module: fts5")

    connection = sqlite3.connect(":memory:", factory=Bare)
    monkeypatch.setattr("recall_sidecar.memory.health.sqlite3.connect", lambda _: connection)

    assert not has_full_text()


def test_an_index_that_was_never_made_is_absent(tmp_path: Path) -> None:
    assert look_at(tmp_path / "none.sqlite3") == Health("absent")


def test_a_sound_index_is_counted(file: Path) -> None:
    assert look_at(file) == Health("sound", len(MIGRATIONS), files=2, passages=2)


def test_looking_changes_nothing(file: Path) -> None:
    before = file.read_bytes()

    look_at(file)

    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("version", "state"), [pytest.param(999, "newer", id="newer"), pytest.param(1, "older", id="older")]
)
def test_an_index_of_another_version_is_known(file: Path, version: int, state: str) -> None:
    _change(file, f"PRAGMA user_version = {version}")

    assert (look_at(file).state, look_at(file).schema) == (state, version)


def test_what_is_no_database_is_damaged(file: Path) -> None:
    file.write_bytes(b"no database " * 100)

    assert look_at(file).state == "damaged"


def test_a_page_that_was_overwritten_is_found(file: Path) -> None:
    whole = bytearray(file.read_bytes())
    whole[4096 * 2 : 4096 * 6] = b"\xff" * 4096 * 4
    file.write_bytes(whole)

    assert look_at(file).state == "damaged"


def test_an_index_that_another_program_holds_is_locked(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_PATIENCE_S", 0.01)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("PRAGMA journal_mode = DELETE")
        other.execute("BEGIN EXCLUSIVE")

        assert look_at(file).state == "locked"


def test_a_folder_in_its_place_cannot_be_read(tmp_path: Path) -> None:
    assert look_at(tmp_path).state == "unreadable"


def test_an_index_that_has_read_everything_is_not_behind(file: Path, settings: MemorySettings) -> None:
    (folder,) = configured(settings)

    assert behind(file, [folder], settings.max_file_bytes) == {folder.key: Behind(2, 0, 0)}


def test_new_changed_and_deleted_files_are_counted(file: Path, settings: MemorySettings) -> None:
    (folder,) = configured(settings)
    notes = Path(folder.root)
    (notes / "MEMORY.md").write_text("- Somebody else likes coffee now.\n")
    (notes / "USER.md").unlink()
    (notes / "memory").mkdir()
    (notes / "memory" / "2026-11-30.md").write_text("tea")

    assert behind(file, [folder], settings.max_file_bytes) == {folder.key: Behind(2, 2, 1)}


def test_a_folder_that_was_never_read_is_all_behind(tmp_path: Path, settings: MemorySettings) -> None:
    file = tmp_path / "memory.sqlite3"
    connect_writer(file).close()
    (folder,) = configured(settings)

    assert behind(file, [folder], settings.max_file_bytes) == {folder.key: Behind(2, 2, 0)}


def test_an_index_that_went_away_meanwhile_is_told(tmp_path: Path) -> None:
    with pytest.raises(MemoryStoreError, match="cannot be opened"):
        behind(tmp_path / "none.sqlite3", [], 1000)


def test_a_file_that_cannot_be_opened_leaves_no_connection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken(sqlite3.Connection):
        def execute(self, *_: object) -> sqlite3.Cursor:
            raise sqlite3.OperationalError("unable to open database file")

    broken = sqlite3.connect(":memory:", factory=Broken)
    monkeypatch.setattr("recall_sidecar.memory.health.sqlite3.connect", lambda *_, **__: broken)
    (tmp_path / "memory.sqlite3").touch()

    assert look_at(tmp_path / "memory.sqlite3").state == "unreadable"
    with pytest.raises(sqlite3.ProgrammingError):
        broken.cursor()
