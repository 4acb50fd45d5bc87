"""The whole memory: threads, locks, damage, cancellation, closing."""

import asyncio
import random
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from recall_sidecar.block import render
from recall_sidecar.deadline import SystemClock
from recall_sidecar.errors import MemoryStoreError
from recall_sidecar.memory import lots, search
from recall_sidecar.memory.port import SearchQuery, Viewer
from recall_sidecar.memory.sqlite_memory import SqliteMemory
from recall_sidecar.settings import MemorySettings
from recall_sidecar.tasks import TaskSet
from tests.memory.conftest import NOW, OpenMemory, Workspace

HOLD_LOCK = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN EXCLUSIVE")
print("locked", flush=True)
sys.stdin.read()
"""


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not condition():
            await asyncio.sleep(0)


async def test_searches_answer_while_another_process_holds_the_write_lock(
    workspace: Workspace, open_memory: OpenMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lots, "_LOCK_WAIT_S", 0.2)
    workspace.write("MEMORY.md", "The kitchen is green.")
    memory = await open_memory(workspace.folder())
    with subprocess.Popen(
        [sys.executable, "-c", HOLD_LOCK, str(memory.index_file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"locked\n"

        workspace.write("memory/new.md", "The kitchen is blue.")
        with pytest.raises(MemoryStoreError, match="locked by another process"):
            await memory.source.refresh()
        found = await memory.paths("kitchen")
        again = await SqliteMemory.open(
            memory.index_file, MemorySettings(folders=(workspace.folder(),)), clock=memory.clock
        )
        await again.aclose()
        other.communicate()

    assert found == ["MEMORY.md"]
    assert (await memory.source.status()).problems != ()
    await memory.source.refresh()
    assert (await memory.source.status()).problems == ()


async def test_an_injected_block_in_a_note_is_not_memory(
    workspace: Workspace, open_memory: OpenMemory
) -> None:
    injected = render("The kitchen is red.", form="openclaw")
    workspace.write("MEMORY.md", f"# Notes\n{injected}\nThe garden is green.\n")
    memory = await open_memory(workspace.folder())

    assert await memory.paths("red kitchen") == []
    assert await memory.paths("green garden") == ["MEMORY.md"]


async def test_an_index_is_searched_at_once_after_a_restart(
    workspace: Workspace, open_memory: OpenMemory
) -> None:
    workspace.write("MEMORY.md", "The kitchen is green.")
    await open_memory(workspace.folder())

    again = await open_memory(workspace.folder(), refresh=False)

    assert (await again.source.status()).ready
    assert await again.paths("kitchen") == ["MEMORY.md"]


async def test_status_says_what_the_last_refresh_found(workspace: Workspace, open_memory: OpenMemory) -> None:
    workspace.write("MEMORY.md", "The kitchen is green.")
    workspace.write("memory/binary.md", b"\0")
    memory = await open_memory(workspace.folder(), refresh=False)

    before = await memory.source.status()
    report = await memory.source.refresh()
    after = await memory.source.status()

    assert (before.ready, before.refreshed_at) == (False, None)
    assert (after.ready, after.files, after.passages) == (True, 2, 1)
    assert after.refreshed_at == memory.clock.now()
    assert after.problems == report.problems != ()


async def test_a_memory_without_folders_is_ready_and_says_so(open_memory: OpenMemory) -> None:
    memory = await open_memory()

    status = await memory.source.status()

    assert status.ready
    assert "[[memory.folders]]" in status.detail
    assert await memory.paths("kitchen") == []


async def test_the_revision_follows_the_agent_s_own_memory(tmp_path: Path, open_memory: OpenMemory) -> None:
    mine, other = Workspace(tmp_path / "mine"), Workspace(tmp_path / "other")
    mine.write("MEMORY.md", "one")
    other.write("MEMORY.md", "one")
    memory = await open_memory(mine.folder(agents=("a",)), other.folder(agents=("b",)))

    def revisions() -> tuple[str, str]:
        return memory.source.revision("a"), memory.source.revision("b")

    before = revisions()
    await memory.source.refresh()
    unchanged = revisions()
    mine.write("MEMORY.md", "another one")
    await memory.source.refresh()
    changed = revisions()
    (mine.root / "MEMORY.md").unlink()
    await memory.source.refresh()
    removed = revisions()
    await memory.source.refresh(rebuild=True)
    rebuilt = revisions()

    assert before == unchanged
    assert changed[1] == before[1]
    assert len({before[0], changed[0], removed[0], rebuilt[0]}) == 4


async def test_the_revision_follows_what_another_process_indexed(
    workspace: Workspace, open_memory: OpenMemory
) -> None:
    workspace.write("MEMORY.md", "one")
    daemon = await open_memory(workspace.folder())
    before = daemon.source.revision("main")

    workspace.write("MEMORY.md", "two words")
    await open_memory(workspace.folder())
    await daemon.source.refresh()

    assert daemon.source.revision("main") != before


async def test_a_file_that_is_no_database_is_kept_aside_and_built_anew(
    workspace: Workspace, open_memory: OpenMemory, tmp_path: Path
) -> None:
    workspace.write("MEMORY.md", "The kitchen is green.")
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "index.sqlite3").write_bytes(b"no database at all " * 100)

    memory = await open_memory(workspace.folder())

    assert await memory.paths("kitchen") == ["MEMORY.md"]
    assert (tmp_path / "state" / "index.sqlite3.corrupt-1").read_bytes().startswith(b"no database")
    assert "index.sqlite3.corrupt-1" in (await memory.source.status()).problems[0]


async def test_damage_found_by_a_search_is_mended_by_the_next_refresh(
    workspace: Workspace, open_memory: OpenMemory
) -> None:
    workspace.write("MEMORY.md", "The kitchen is green.")
    memory = await open_memory(workspace.folder())
    before = memory.source.revision("main")
    with closing(sqlite3.connect(memory.index_file)) as connection:
        connection.execute("DELETE FROM words_data WHERE id > 10")
        connection.commit()

    # Of a small memory words are kept, but what may be of a day is asked of the index.
    with pytest.raises(MemoryStoreError, match="damaged"):
        await memory.paths("kitchen on 2026-11-30")
    await memory.source.refresh()

    assert await memory.paths("kitchen") == ["MEMORY.md"]
    assert memory.source.revision("main") != before
    assert "damaged" in (await memory.source.status()).problems[0]


async def test_an_index_of_a_newer_program_is_refused_and_left_alone(
    open_memory: OpenMemory, tmp_path: Path
) -> None:
    file = tmp_path / "state" / "index.sqlite3"
    file.parent.mkdir()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA user_version = 99")

    with pytest.raises(MemoryStoreError, match="newer"):
        await open_memory()

    assert [path.name for path in file.parent.iterdir() if "corrupt" in path.name] == []


async def test_a_state_folder_that_cannot_be_made_is_an_error_with_its_reason(
    open_memory: OpenMemory, tmp_path: Path
) -> None:
    (tmp_path / "state").write_text("a file in its place")

    with pytest.raises(MemoryStoreError, match="File exists"):
        await open_memory()


async def test_a_full_disk_stops_the_refresh_and_not_the_search(
    workspace: Workspace, open_memory: OpenMemory
) -> None:
    workspace.write("MEMORY.md", "The kitchen is green.")
    memory = await open_memory(workspace.folder())
    await memory.source._crew._writer.run(
        lambda connection, _: connection.execute("PRAGMA max_page_count = 1").fetchone()
    )

    workspace.write("memory/big.md", "\n\n".join(f"paragraph{n} " + "word " * 100 for n in range(300)))
    with pytest.raises(MemoryStoreError, match="disk is full"):
        await memory.source.refresh()

    assert await memory.paths("kitchen") == ["MEMORY.md"]


async def test_an_unreadable_note_is_an_error_with_its_reason(
    workspace: Workspace, open_memory: OpenMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = await open_memory(workspace.folder())

    def refuse(_root: str, _path: str, *, max_bytes: int) -> None:
        raise PermissionError(13, "Permission denied", str(max_bytes))

    monkeypatch.setattr("recall_sidecar.memory.documents.read", refuse)
    with pytest.raises(MemoryStoreError, match=r"'MEMORY\.md' cannot be read: Permission denied"):
        await memory.source.read("MEMORY.md", Viewer("main"))


async def test_a_cancelled_search_ends_and_the_next_one_is_answered(
    workspace: Workspace, open_memory: OpenMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace.write("MEMORY.md", "The kitchen is green.")
    memory = await open_memory(workspace.folder())
    started = threading.Event()
    real = search.find

    def endless(connection: sqlite3.Connection, *_: object, **__: object) -> search.Found:
        started.set()
        connection.execute(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
        ).fetchone()
        raise AssertionError

    monkeypatch.setattr(search, "find", endless)
    tasks = TaskSet()
    for _ in range(4):
        task = tasks.start(memory.paths("kitchen"), name="endless search")
        await until(started.is_set)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        started.clear()

    monkeypatch.setattr(search, "find", real)
    assert await memory.paths("kitchen") == ["MEMORY.md"]


async def test_closing_during_a_refresh_ends_it_and_every_thread(
    workspace: Workspace, tmp_path: Path
) -> None:
    before = threading.active_count()
    for number in range(300):
        workspace.write(f"memory/{number}.md", f"# note {number}\n" + "some words here\n\n" * 300)
    memory = await SqliteMemory.open(
        tmp_path / "index.sqlite3", MemorySettings(folders=(workspace.folder(),)), clock=SystemClock()
    )
    refresh = TaskSet().start(memory.refresh(), name="refresh")
    await until(lambda: memory.revision("main") != "0 workspace:0")

    await memory.aclose()

    await asyncio.wait([refresh])
    assert threading.active_count() == before


async def test_parallel_searches_during_changes_never_mix(tmp_path: Path, open_memory: OpenMemory) -> None:
    spaces = [Workspace(tmp_path / f"agent{number}") for number in range(5)]
    for space in spaces:
        space.write("MEMORY.md", f"The secret word is {space.root.name}.")
    memory = await open_memory(*(space.folder(agents=(space.root.name,)) for space in spaces))
    order = random.Random(7)  # noqa: S311 - a fixed shuffle

    async def ask(name: str) -> None:
        for hit in await memory.hits("secret word", agent=name):
            assert name in hit.passage.text

    async with asyncio.TaskGroup() as group:
        for round_ in range(5):
            names = [space.root.name for space in spaces] * 4
            order.shuffle(names)
            for name in names:
                group.create_task(ask(name))
            spaces[round_].write("MEMORY.md", f"The secret word, again, is {spaces[round_].root.name}.")
            group.create_task(memory.source.refresh())


async def test_time_is_the_clock_s(workspace: Workspace, open_memory: OpenMemory) -> None:
    workspace.write("MEMORY.md", "The kitchen is green.")
    memory = await open_memory(workspace.folder())

    result = await memory.source.search(SearchQuery("kitchen", Viewer("main"), NOW))

    assert result.elapsed_ms == 0.0


async def test_a_match_at_the_end_of_a_huge_line_is_found_and_can_be_read(
    workspace: Workspace, open_memory: OpenMemory
) -> None:
    workspace.write("memory/huge.md", "lorem ipsum dolor " * 110_000 + "the zeppelin landed")
    memory = await open_memory(workspace.folder())

    (hit,) = await memory.hits("where did the zeppelin land")
    read = await memory.source.read(
        hit.passage.path, Viewer("main"), from_line=hit.passage.from_line, lines=2
    )

    assert "zeppelin" in hit.passage.text
    assert len(hit.passage.text) <= 1200
    assert read is not None
    assert "zeppelin" in read.text


async def test_machine_files_are_neither_indexed_nor_read(
    workspace: Workspace, open_memory: OpenMemory
) -> None:
    for path in ("memory/.dreams/x.txt", "memory/.dreams/x.md", "memory/active-memory/t.md", ".git/x.md"):
        workspace.write(path, "The kitchen is green.")
    memory = await open_memory(workspace.folder(), workspace.folder(layout="plain", name="plain"))

    assert (await memory.source.status()).files == 0
    assert await memory.paths("kitchen") == []
    assert await memory.source.read("memory/.dreams/x.txt", Viewer("main")) is None
