"""Readers that hang, a file that is taken away, and connections that are closed in order."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from recall_sidecar.errors import MemoryStoreError
from recall_sidecar.memory.crew import Crew
from recall_sidecar.memory.laid import Laid
from recall_sidecar.memory.reader import begin
from recall_sidecar.memory.worker import Cancelled
from recall_sidecar.tasks import TaskSet
from tests.waiting import until

HANGS_AFTER_S = 0.05


@pytest.fixture
async def crew(tmp_path: Path) -> AsyncIterator[Crew]:
    made = Crew(tmp_path / "index.sqlite3", on_damage=lambda: None, hangs_after_s=HANGS_AFTER_S)
    await made.write(counted)
    yield made
    await made.aclose()


def counted(connection: sqlite3.Connection, _: Cancelled) -> int:
    return int(connection.execute("SELECT count(*) FROM file").fetchone()[0])


def hanging(go_on: threading.Event) -> Callable[[sqlite3.Connection, Cancelled], bool]:
    """Return a job that waits as a look at a network's folder does, whoever is cancelled."""
    return lambda *_: go_on.wait(60)


async def test_while_all_readers_hang_searches_are_refused_and_afterwards_answered(crew: Crew) -> None:
    go_on = threading.Event()
    tasks = TaskSet()
    for _ in range(2):
        tasks.start(crew.read(hanging(go_on)), name="hangs").cancel()
        _ = tasks.start(crew.read(hanging(go_on)), name="hangs")
    await until(lambda: not crew.has_free_reader)
    try:
        for _ in range(50):
            with pytest.raises(MemoryStoreError, match="does not answer"):
                await crew.read(counted)
    finally:
        go_on.set()
    await tasks.finish()

    await until(lambda: crew.has_free_reader)
    assert await crew.read(counted) == 0


async def test_one_reader_that_hangs_leaves_the_other_to_everybody(crew: Crew) -> None:
    go_on = threading.Event()
    tasks = TaskSet()
    _ = tasks.start(crew.read(hanging(go_on)), name="hangs")
    await until(lambda: any(reader.busy_s > HANGS_AFTER_S for reader in crew._readers))
    try:
        async with asyncio.TaskGroup() as group:
            asked = [group.create_task(crew.read(counted)) for _ in range(20)]
    finally:
        go_on.set()
    await tasks.finish()

    assert {each.result() for each in asked} == {0}


async def test_who_waits_behind_a_reader_that_turns_out_to_hang_is_refused_too(crew: Crew) -> None:
    go_on = threading.Event()
    tasks = TaskSet()
    first = [tasks.start(crew.read(hanging(go_on)), name="hangs") for _ in range(2)]
    behind = [tasks.start(crew.read(counted), name="waits") for _ in range(4)]
    await asyncio.wait(behind)
    go_on.set()
    await asyncio.wait(first)

    assert {type(each.exception()) for each in behind} == {MemoryStoreError}
    assert [each.result() for each in first] == [True, True]


async def test_the_end_does_not_wait_for_a_reader_that_hangs(tmp_path: Path) -> None:
    crew = Crew(tmp_path / "index.sqlite3", on_damage=lambda: None)
    await crew.write(counted)
    for reader in crew._readers:
        reader._closes_within_s = 0.05
    go_on = threading.Event()
    tasks = TaskSet()
    _ = tasks.start(crew.read(hanging(go_on)), name="hangs")
    await until(lambda: any(reader.busy_s for reader in crew._readers))

    await crew.aclose()

    assert len(tasks) == 1
    go_on.set()
    await tasks.finish()


async def test_damage_is_told_once_and_mended(tmp_path: Path) -> None:
    told: list[int] = []
    crew = Crew(tmp_path / "index.sqlite3", on_damage=lambda: told.append(1))
    await crew.write(counted)

    def damaged(*_: object) -> None:
        error = sqlite3.DatabaseError("database disk image is malformed")
        error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise error

    for _ in range(2):
        with pytest.raises(MemoryStoreError, match="damaged"):
            await crew.read(damaged)
    kept = await crew.begin_anew()

    assert (told, crew.is_damaged) == ([1], False)
    assert kept == tmp_path / "index.sqlite3.corrupt-1"
    assert await crew.write(counted) == 0
    await crew.aclose()


async def test_nobody_reads_half_of_an_index(crew: Crew) -> None:
    beginning = TaskSet().start(crew.begin_anew(), name="anew")
    await asyncio.sleep(0)

    with pytest.raises(MemoryStoreError, match="being built anew"):
        await crew.read(counted)
    await beginning

    assert await crew.read(counted) == 0


@pytest.mark.parametrize("with_another", [False, True], ids=["taken away", "replaced"])
async def test_an_index_file_that_is_no_longer_the_opened_one_is_noticed(
    with_another: bool, crew: Crew, tmp_path: Path
) -> None:
    before = await crew.look(crew.is_replaced)
    (tmp_path / "index.sqlite3").rename(tmp_path / "aside")
    if with_another:
        (tmp_path / "index.sqlite3").write_bytes(b"")

    assert (before, await crew.look(crew.is_replaced)) == (False, True)
    assert await crew.begin_anew() is None
    assert await crew.write(counted) == 0


async def test_a_folder_that_cannot_be_made_is_an_error_with_its_reason(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file in its place")
    crew = Crew(tmp_path / "state" / "index.sqlite3", on_damage=lambda: None)

    with pytest.raises(MemoryStoreError, match="File exists"):
        await crew.write(counted)
    await crew.aclose()


async def test_what_was_deleted_for_good_is_forgotten(crew: Crew) -> None:
    def laid(connection: sqlite3.Connection, _: Cancelled) -> Laid | None:
        return begin(connection).laid

    await crew.write(lambda connection, _: connection.execute("INSERT INTO folder(id, key) VALUES (1, 'a')"))
    first = await crew.read(laid)
    await crew.write(lambda connection, _: connection.execute("INSERT INTO folder(id, key) VALUES (2, 'b')"))
    assert await crew.read(laid) is first

    crew.forget()
    await crew.write(lambda connection, _: connection.execute("INSERT INTO folder(id, key) VALUES (3, 'c')"))
    assert await crew.read(laid) not in {first, None}
