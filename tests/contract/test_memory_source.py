"""What every `MemorySource` does: held against the fake that others test with, and the real one."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from recall_sidecar.memory.combined import CombinedMemory
from recall_sidecar.memory.live import LiveMemory
from recall_sidecar.memory.port import MemorySource, SearchQuery, Viewer
from recall_sidecar.memory.sqlite_memory import SqliteMemory
from recall_sidecar.outcomes import Origin
from recall_sidecar.settings import FolderSettings, MemorySettings
from recall_sidecar.testing import FakeClock, MemoryFixture

TEXT = "walnuts make anna ill"
NOW = datetime(2026, 11, 30, tzinfo=UTC)
VIEWER = Viewer("main")


async def sqlite_memory(folder: Path) -> MemorySource:
    (folder / "notes").mkdir()
    (folder / "notes" / "MEMORY.md").write_text(TEXT)
    settings = MemorySettings(folders=(FolderSettings(path=str(folder / "notes")),))
    return await SqliteMemory.open(folder / "index.sqlite3", settings, clock=FakeClock())


async def fixture_memory(_: Path) -> MemorySource:
    memory = MemoryFixture()
    memory.add(TEXT)
    return memory


async def combined_memory(folder: Path) -> MemorySource:
    """Return a memory whose other stores are never there: what they lack must not show."""
    (folder / "notes").mkdir()
    (folder / "notes" / "MEMORY.md").write_text(TEXT)
    settings = MemorySettings.model_validate(
        {
            "folders": [{"path": str(folder / "notes")}],
            "openclaw": {"enabled": True, "url": "http://127.0.0.1:1", "config": ""},
            "mcp": [{"name": "gone", "url": "http://127.0.0.1:1/mcp", "search_tool": "search"}],
        }
    )
    clock = FakeClock()
    return CombinedMemory(
        LiveMemory(folder / "index.sqlite3", settings, clock=clock),
        settings,
        settings_of=lambda _: settings,
        environment={"OPENCLAW_GATEWAY_TOKEN": "tok"},
        mask=str,
        clock=clock,
    )


@pytest.fixture(
    params=[fixture_memory, sqlite_memory, combined_memory],
    ids=["MemoryFixture", "SqliteMemory", "CombinedMemory"],
)
async def memory(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[MemorySource]:
    source: MemorySource = await request.param(tmp_path)
    await source.refresh()
    yield source
    await source.aclose()


def asks(text: str, *, max_hits: int | None = None, min_score: float | None = None) -> SearchQuery:
    return SearchQuery(text, VIEWER, NOW, max_hits, min_score)


async def test_a_shared_word_finds_the_passage(memory: MemorySource) -> None:
    (hit,) = (await memory.search(asks("walnuts"))).hits

    assert (hit.passage.path, hit.passage.from_line, hit.passage.text) == ("MEMORY.md", 1, TEXT)
    assert (hit.passage.origin, hit.passage.visibility) == (Origin.OWNER, "private")
    assert hit.rank == 1


async def test_the_parts_explain_a_score_between_0_and_1(memory: MemorySource) -> None:
    (hit,) = (await memory.search(asks("walnuts anna"))).hits

    assert 0.0 < hit.score <= 1.0
    assert sum(part.value for part in hit.parts) == hit.score


async def test_nothing_shared_finds_nothing(memory: MemorySource) -> None:
    result = await memory.search(asks("zeppelin"))

    assert (result.hits, result.below_floor) == ((), 0)


async def test_hits_below_the_floor_are_counted_and_left_out(memory: MemorySource) -> None:
    result = await memory.search(asks("walnuts zeppelin", min_score=0.99))

    assert (result.hits, result.below_floor) == ((), 1)


async def test_what_a_hit_names_can_be_read(memory: MemorySource) -> None:
    result = await memory.read("MEMORY.md", VIEWER)

    assert result is not None
    assert (result.text, result.origin, result.next_line) == (TEXT, Origin.OWNER, None)


async def test_what_is_not_there_reads_as_none(memory: MemorySource) -> None:
    assert await memory.read("memory/2026-11-30.md", VIEWER) is None


async def test_the_revision_stays_while_nothing_changes(memory: MemorySource) -> None:
    before = memory.revision("main")
    await memory.refresh()

    assert memory.revision("main") == before


async def test_refresh_and_status_count_the_same(memory: MemorySource) -> None:
    report = await memory.refresh()
    status = await memory.status()

    assert status.ready
    assert (report.files, report.passages) == (status.files, status.passages) == (1, 1)


async def test_many_may_search_at_once(memory: MemorySource) -> None:
    results = await asyncio.gather(*(memory.search(asks("walnuts")) for _ in range(20)))

    assert all(len(result.hits) == 1 for result in results)
