"""An index that is spoiled or taken away under a daemon is built anew while turns go on."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.memory.conftest import Workspace
from tests.memory.following import Follow, follow

__all__ = ["follow"]


def _without_words(index_file: Path) -> None:
    """Take rows away that a full-text query needs."""
    with closing(sqlite3.connect(index_file)) as connection:
        connection.execute("DELETE FROM words_data WHERE id > 10")
        connection.commit()


def _one_bad_page(index_file: Path) -> None:
    """Spoil the pages that hold passages, and nothing that is read when the index is opened."""
    with closing(sqlite3.connect(index_file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (page,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'passage'").fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    with index_file.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)


@pytest.mark.parametrize("spoil", [_without_words, _one_bad_page])
async def test_an_index_that_is_damaged_under_a_daemon_is_built_anew_while_turns_go_on(
    spoil: Callable[[Path], None], tmp_path: Path, workspace: Workspace, follow: Follow
) -> None:
    workspace.write("MEMORY.md", "The kitchen is green.")
    followed = follow(workspace.folder())
    await followed.until_watching("events")
    index_file = tmp_path / "state" / "index.sqlite3"

    await asyncio.to_thread(spoil, index_file)
    # So that readers look at the file again, and not at what they remember of it.
    workspace.write("memory/new.md", "The cellar is blue.")
    async with asyncio.timeout(30):
        while not (tmp_path / "state" / "index.sqlite3.corrupt-1").exists():
            # Of a small memory words are kept, but what may be of a day is asked of the index.
            await followed.tried("kitchen on 2026-11-30")
            await asyncio.sleep(0.01)

    await followed.until_found("kitchen cellar", "MEMORY.md", "memory/new.md")
    assert "damaged" in (await followed.memory.status()).problems[0]


async def test_an_index_that_is_deleted_under_a_daemon_is_built_anew(
    tmp_path: Path, workspace: Workspace, follow: Follow
) -> None:
    workspace.write("MEMORY.md", "The kitchen is green.")
    followed = follow(workspace.folder(), refresh_ms=100)
    await followed.until_watching("events")
    before = followed.memory.revision("main")

    for file in (tmp_path / "state").iterdir():
        file.unlink()
    await followed.until((tmp_path / "state" / "index.sqlite3").exists)
    await followed.until_found("kitchen", "MEMORY.md")

    assert followed.memory.revision("main") != before
    assert "taken away" in (await followed.memory.status()).problems[0]
    assert [file.name for file in (tmp_path / "state").iterdir() if "corrupt" in file.name] == []
