import sqlite3
from pathlib import Path

import pytest

from recall_sidecar.memory.schema import connect_reader, connect_writer
from recall_sidecar.memory.scrub import delete_beside, scrub


def on_disk(file: Path) -> bytes:
    return b"".join(side.read_bytes() for side in sorted(file.parent.glob(f"{file.name}*")))


def test_what_was_deleted_is_nowhere_on_the_disk(tmp_path: Path) -> None:
    file = tmp_path / "index.sqlite3"
    connection = connect_writer(file)
    for number in range(200):
        connection.execute(
            "INSERT INTO words(rowid, terms) VALUES (?, ?)", (number, f"zebramark {'filler ' * 50}")
        )
    connection.execute("DELETE FROM words WHERE rowid > 20")
    assert b"zebramark" in on_disk(file)
    connection.execute("DELETE FROM words WHERE words MATCH 'zebramark'")

    scrub(connection)

    assert b"zebramark" not in on_disk(file)
    assert connection.execute("SELECT count(*) FROM words").fetchone() == (0,)
    connection.close()


def test_a_search_that_never_ends_is_told(tmp_path: Path) -> None:
    file = tmp_path / "index.sqlite3"
    connection = connect_writer(file)
    connection.execute("PRAGMA busy_timeout = 1")
    reader = connect_reader(file)
    reader.execute("BEGIN")
    reader.execute("SELECT * FROM file").fetchall()

    with pytest.raises(sqlite3.OperationalError, match="locked"):
        scrub(connection)

    reader.close()
    connection.close()


def test_damaged_indexes_that_were_kept_go_and_graphs_of_vectors(tmp_path: Path) -> None:
    for name in (
        "index.sqlite3",
        "index.sqlite3.corrupt-1",
        "index.sqlite3.corrupt-1-wal",
        "index.sqlite3.near-2-9-abc",
        "other",
    ):
        (tmp_path / name).write_text("x")

    delete_beside(tmp_path / "index.sqlite3")

    assert sorted(path.name for path in tmp_path.iterdir()) == ["index.sqlite3", "other"]
