"""The index of a real daemon: fresh, locked by others, spoiled, and shown."""

import asyncio
import contextlib
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.calls import Caller, eventually, over_unix
from tests.e2e.installation import Installation

pytestmark = pytest.mark.asyncio(loop_scope="package")

# So long that nothing is found by looking.
MEMORY: dict[str, Any] = {"refresh_ms": 3_600_000, "embedding": {"model": "off"}}


@pytest.fixture
def installation(tmp_path: Path) -> Installation:
    made = Installation(tmp_path)
    made.note("MEMORY.md", "- Mara prefers oolong tea in the afternoon.\n")
    folders = [{"path": str(made.memory), "name": "notes"}]
    made.configure({"model": {"use_turn_model": False}, "memory": {**MEMORY, "folders": folders}})
    return made


@contextlib.contextmanager
def writing(index_file: Path) -> Iterator[None]:
    """Hold the index as another process does that writes."""
    with contextlib.closing(sqlite3.connect(index_file)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("UPDATE folder SET revision = revision + 1")
        yield


async def followed(host: Caller) -> None:
    """Wait until the daemon is told of changes."""
    await eventually(
        host.status, lambda state: [each["watching"] for each in state["memory"]["folders"]] == ["events"]
    )


async def test_a_change_is_found_without_waiting_for_the_next_look(installation: Installation) -> None:
    async with installation.serving(), over_unix(installation.paths) as host:
        await followed(host)
        installation.note("memory/bike.md", "- The bike stands in the cellar of the school.\n")

        answer = await eventually(
            lambda: host.turn("Where does the bike stand?"), lambda answer: answer.body["status"] == "ok"
        )
        (installation.memory / "memory/bike.md").unlink()
        gone = await host.turn("So where does the bike stand?")

    assert "cellar" in answer.body["prependContext"]
    assert gone.body["status"] == "empty"


async def test_turns_are_answered_and_the_end_is_in_order_while_another_process_writes(
    installation: Installation,
) -> None:
    async with installation.serving() as daemon, over_unix(installation.paths) as host:
        await followed(host)
        with writing(installation.paths.index_file):
            installation.note("memory/bike.md", "- The bike stands in the cellar.\n")
            answer = await host.turn()
            daemon.process.terminate()
            code = await daemon.ended()

    assert answer.ending == (200, "ok", "no_model")
    assert code == 0


async def test_a_daemon_whose_index_is_spoiled_answers_again_by_itself(installation: Installation) -> None:
    async with installation.serving() as daemon, over_unix(installation.paths) as host:
        await followed(host)
        with contextlib.closing(sqlite3.connect(installation.paths.index_file)) as connection:
            connection.execute("DELETE FROM words_data WHERE id > 10")
            connection.commit()

        # A time is looked for in the tables themselves; words of a small memory are known without them.
        asked = "Which tea did Mara prefer yesterday?"
        answers = [await host.turn(asked)]
        while answers[-1].body["status"] != "ok":
            answers.append(await host.turn(asked))
            await asyncio.sleep(0.02)
        state = await host.status()

    assert {answer.status for answer in answers} == {200}
    assert {answer.ending[1:] for answer in answers[:-1]} <= {("unavailable", "memory"), ("empty", None)}
    assert "damaged" in state["memory"]["problems"][0]
    assert daemon.process.returncode == 0


async def test_the_state_of_the_index_is_shown(installation: Installation) -> None:
    async with installation.serving(), over_unix(installation.paths) as host:
        await followed(host)
        told = await installation.run("index", "status")
        memory = json.loads((await installation.run("index", "status", "--json")).stdout)

    assert told.returncode == 0, told.stderr
    assert "notes: 1 passages in 1 files, events" in told.stdout
    assert memory["bytesOnDisk"] > 0
    assert memory["reading"] is None
