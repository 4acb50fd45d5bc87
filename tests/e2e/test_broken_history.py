"""A history that cannot be written, locked by another program or on a full disk, touches no turn; it goes on when it can."""

import asyncio
import contextlib
import resource
import sqlite3
from pathlib import Path

import pytest

from tests.e2e.calls import over_unix
from tests.e2e.installation import Installation
from tests.waiting import until

pytestmark = pytest.mark.asyncio(loop_scope="package")
TURNS = 20


def _kept(history_file: Path) -> int:
    with contextlib.closing(sqlite3.connect(history_file)) as connection:
        try:
            return int(connection.execute("SELECT count(*) FROM turns").fetchone()[0])
        except sqlite3.OperationalError:
            # The daemon has made the file and not its tables yet.
            return 0


def _locked(history_file: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(history_file, check_same_thread=False, isolation_level=None)
    connection.execute("BEGIN EXCLUSIVE")
    return connection


def _installed(root: Path) -> Installation:
    installation = Installation(root)
    installation.note("MEMORY.md", "- Mara prefers oolong tea in the afternoon.\n")
    installation.configure(
        {"model": {"use_turn_model": False}, "trace": {"history": True, "keep_text_days": 1}}
    )
    return installation


async def test_a_locked_history_touches_no_turn(tmp_path: Path) -> None:
    installation = _installed(tmp_path)
    history_file = installation.paths.history_file

    async with installation.serving(), over_unix(installation.paths) as caller:
        await caller.turn("Which tea does Mara prefer?")
        await until(lambda: history_file.exists() and _kept(history_file) == 1)
        with contextlib.closing(await asyncio.to_thread(_locked, history_file)):
            # Whoever waited for the lock would wait for ever: it is released when all are answered.
            answers = [await caller.turn(f"Which tea does Mara prefer, {number}?") for number in range(TURNS)]
        await caller.turn("Which tea does Mara prefer in the end?")
        await until(lambda: _kept(history_file) > 1)

    assert {answer.ending for answer in answers} == {(200, "ok", "no_model")}


async def test_a_full_disk_touches_no_turn(tmp_path: Path) -> None:
    installation = _installed(tmp_path)
    history_file = installation.paths.history_file

    async with installation.serving() as daemon, over_unix(installation.paths) as caller:
        await caller.turn("Which tea does Mara prefer?")
        await until(lambda: history_file.exists() and _kept(history_file) == 1)
        pid = daemon.process.pid
        before = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        # From here on the daemon can make no file larger than nothing, which fails as a full disk does.
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, before[1]))
        answers = [await caller.turn(f"Which tea does Mara prefer, {number}?") for number in range(TURNS)]
        kept = _kept(history_file)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, before)
        await caller.turn("Which tea does Mara prefer in the end?")
        await until(lambda: _kept(history_file) > kept)

    assert {answer.ending for answer in answers} == {(200, "ok", "no_model")}
    assert kept == 1
