import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from recall_sidecar.errors import MemoryStoreError
from recall_sidecar.memory import schema


def test_a_new_index_has_the_newest_schema_and_belongs_to_its_user(tmp_path: Path) -> None:
    file = tmp_path / "state" / "index.sqlite3"

    with closing(schema.connect_writer(file)) as connection:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        mode = connection.execute("PRAGMA journal_mode").fetchone()[0]

    assert version == len(schema.MIGRATIONS)
    assert mode == "wal"
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700


def test_opening_again_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "index.sqlite3"
    for key in ("a", "b"):
        with closing(schema.connect_writer(file)) as connection:
            connection.execute("INSERT INTO folder(key) VALUES (?)", (key,))

    with closing(schema.connect_reader(file)) as connection:
        assert connection.execute("SELECT count(*) FROM folder").fetchone()[0] == 2


def test_an_index_that_is_up_to_date_opens_while_another_process_writes(tmp_path: Path) -> None:
    file = tmp_path / "index.sqlite3"
    with closing(schema.connect_writer(file)) as holder:
        holder.execute("BEGIN EXCLUSIVE")

        with closing(schema.connect_writer(file)) as second:
            assert second.execute("SELECT count(*) FROM folder").fetchone()[0] == 0


def test_opening_again_leaves_the_locks_that_keep_another_process_from_cleaning_up(tmp_path: Path) -> None:
    file = tmp_path / "memory.sqlite3"
    used_elsewhere = (
        "import sqlite3, sys; connection = sqlite3.connect(sys.argv[1]); "
        "connection.execute('SELECT count(*) FROM folder').fetchone(); connection.close()"
    )

    with closing(schema.connect_writer(file)) as writer, closing(schema.connect_writer(file)):
        writer.execute("INSERT INTO folder(key) VALUES ('a')")
        subprocess.run([sys.executable, "-c", used_elsewhere, str(file)], check=True)

        assert file.with_name("memory.sqlite3-wal").exists()
        assert file.with_name("memory.sqlite3-shm").exists()
        with closing(schema.connect_reader(file)) as reader:
            assert reader.execute("SELECT key FROM folder").fetchall() == [("a",)]


def test_an_index_of_a_newer_program_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "index.sqlite3"
    with closing(schema.connect_writer(file)) as connection:
        connection.execute("PRAGMA user_version = 99")

    with pytest.raises(MemoryStoreError, match="written by a newer recall-sidecar"):
        schema.connect_writer(file)


def test_a_reader_cannot_write(tmp_path: Path) -> None:
    file = tmp_path / "index.sqlite3"
    schema.connect_writer(file).close()

    with closing(schema.connect_reader(file)) as connection, pytest.raises(sqlite3.OperationalError):
        connection.execute("INSERT INTO folder(key) VALUES ('x')")


def test_ranges_tell_folders_and_visibilities_apart() -> None:
    whole = schema.id_range(7)
    private = schema.id_range(7, "private")
    shared = schema.id_range(7, "shared")

    assert (whole[0], private[1], whole[1]) == (private[0], shared[0], shared[1])
    assert whole[1] == schema.id_range(8)[0]


def test_damaged_indexes_are_kept_side_by_side_with_their_side_files(tmp_path: Path) -> None:
    file = tmp_path / "index.sqlite3"
    for _ in range(2):
        file.write_bytes(b"x")
        (tmp_path / "index.sqlite3-wal").write_bytes(b"w")
        schema.set_aside(file)

    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == [
        "index.sqlite3.corrupt-1", "index.sqlite3.corrupt-1-wal",
        "index.sqlite3.corrupt-2", "index.sqlite3.corrupt-2-wal",
    ]  # fmt: skip


def sqlite_error(code: int) -> sqlite3.Error:
    error = sqlite3.OperationalError("raised by a test")
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("code", "remedy", "corrupt"),
    [
        pytest.param(sqlite3.SQLITE_BUSY, "locked by another process", False, id="locked"),
        pytest.param(sqlite3.SQLITE_FULL, "make room", False, id="disk full"),
        pytest.param(sqlite3.SQLITE_READONLY_DIRECTORY, "writable", False, id="read-only folder"),
        pytest.param(sqlite3.SQLITE_CANTOPEN, "cannot be opened", False, id="not to be opened"),
        pytest.param(sqlite3.SQLITE_CORRUPT_INDEX, "moves it aside", True, id="damaged"),
        pytest.param(sqlite3.SQLITE_NOTADB, "moves it aside", True, id="not a database"),
        pytest.param(sqlite3.SQLITE_ERROR, "raised by a test", False, id="anything else"),
    ],
)
def test_an_error_says_what_to_do(code: int, remedy: str, corrupt: bool) -> None:
    error = sqlite_error(code)

    assert remedy in str(schema.explain(error, Path("index")))
    assert schema.is_corrupt(error) is corrupt


def test_an_error_of_the_file_system_keeps_its_reason() -> None:
    assert "Permission denied" in str(schema.explain(PermissionError(13, "Permission denied"), Path("i")))
    assert not schema.is_corrupt(PermissionError())
