"""Another process holds the index for writing for as long as it likes: turns are answered, and the daemon still ends."""

import asyncio
import contextlib
import sqlite3
from pathlib import Path

import pytest

from tests.e2e.calls import over_unix
from tests.e2e.installation import Installation

pytestmark = pytest.mark.asyncio(loop_scope="package")


def _locked(index_file: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(index_file, check_same_thread=False, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("UPDATE folder SET revision = revision + 1")
    return connection


async def test_i_091_a_locked_index_answers_and_a_signal_ends_the_daemon(tmp_path: Path) -> None:
    installation = Installation(tmp_path)
    installation.note("MEMORY.md", "- Mara prefers oolong tea in the afternoon.\n")
    installation.configure({"model": {"use_turn_model": False}})

    async with installation.serving() as daemon, over_unix(installation.paths) as caller:
        with contextlib.closing(await asyncio.to_thread(_locked, installation.paths.index_file)):
            # There is something to write, so that the writer waits for the lock when the signal comes.
            installation.note("memory/2026-11-30.md", "- The kitchen is green.\n")
            answers = [await caller.turn(f"Which tea does Mara prefer, {number}?") for number in range(5)]
            daemon.process.terminate()
            code = await daemon.ended(within_s=20)

    assert {answer.ending for answer in answers} == {(200, "ok", "no_model")}
    assert all("oolong" in answer.body["prependContext"] for answer in answers)
    assert code == 0
