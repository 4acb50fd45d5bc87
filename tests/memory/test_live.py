"""The memory of a running daemon: opened late, in step with settings that change, closed once."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from recall_sidecar.deadline import SystemClock
from recall_sidecar.errors import MemoryStoreError
from recall_sidecar.memory.live import LiveMemory
from recall_sidecar.memory.port import SearchQuery, Viewer
from recall_sidecar.settings import MemorySettings
from recall_sidecar.testing import FakeClock
from tests.memory.conftest import LATER, Workspace

NOW = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
TEA = SearchQuery("oolong tea", Viewer("main", sender_is_owner=True), NOW)


def _table(*folders: Workspace) -> MemorySettings:
    return MemorySettings.model_validate({"folders": [folder.folder() for folder in folders]})


@pytest.fixture
def other(tmp_path: Path) -> Workspace:
    """Return a second workspace."""
    root = tmp_path / "other"
    root.mkdir()
    return Workspace(root)


@pytest.fixture
async def live(tmp_path: Path, workspace: Workspace) -> AsyncIterator[LiveMemory]:
    """Return a memory over one note that has not been opened yet."""
    workspace.write("MEMORY.md", "Mara likes oolong tea.\n")
    memory = LiveMemory(tmp_path / "state" / "index.sqlite3", _table(workspace), clock=FakeClock(LATER))
    yield memory
    await memory.aclose()


async def _paths(memory: LiveMemory) -> list[str]:
    return [hit.passage.path for hit in (await memory.search(TEA)).hits]


async def test_a_search_that_comes_early_waits_for_the_index(live: LiveMemory) -> None:
    search = asyncio.get_running_loop().create_task(_paths(live))
    await asyncio.sleep(0)
    assert not search.done()

    await live.refresh()

    assert await search in ([], ["MEMORY.md"])
    assert await _paths(live) == ["MEMORY.md"]


async def test_trigger_phrases_do_not_wait_for_the_index(live: LiveMemory, workspace: Workspace) -> None:
    workspace.write("USER.md", "No cloud. <!-- trigger: cloud -->\n")

    early = await live.triggered("cloud", TEA)
    await live.refresh()

    assert early == ()
    assert [found.hit.passage.path for found in await live.triggered("cloud", TEA)] == ["USER.md"]
    assert [found.exact for found in await live.triggered('"oolong tea"', TEA, exact=True)] == [True]


async def test_its_state_is_told_before_and_after(live: LiveMemory) -> None:
    before = await live.status()
    report = await live.refresh()
    after = await live.status()

    assert (before.ready, before.detail) == (False, "the index is being opened")
    assert (report.files, report.added) == (1, 1)
    assert (after.ready, after.files) == (True, 1)


async def test_a_file_is_read_as_the_index_reads_it(live: LiveMemory) -> None:
    await live.refresh()

    found = await live.read("MEMORY.md", TEA.viewer, from_line=1, lines=1)

    assert found is not None
    assert found.text.strip() == "Mara likes oolong tea."


async def test_an_index_that_cannot_be_opened_says_why_to_everyone(
    tmp_path: Path, workspace: Workspace
) -> None:
    (tmp_path / "file").write_text("no folder")
    memory = LiveMemory(tmp_path / "file" / "index.sqlite3", _table(workspace), clock=FakeClock(LATER))

    with pytest.raises(MemoryStoreError) as at_start:
        await memory.refresh()
    with pytest.raises(MemoryStoreError) as at_search:
        await memory.search(TEA)
    with pytest.raises(MemoryStoreError) as at_triggers:
        await memory.triggered("tea", TEA)

    status = await memory.status()
    assert at_search.value is at_start.value
    assert at_triggers.value is at_start.value
    assert (status.ready, status.detail) == (False, str(at_start.value))
    await memory.aclose()


async def test_an_index_that_could_not_be_opened_is_tried_again(tmp_path: Path, workspace: Workspace) -> None:
    workspace.write("MEMORY.md", "Mara likes oolong tea.\n")
    barrier = tmp_path / "state"
    barrier.write_text("no folder")
    memory = LiveMemory(barrier / "index.sqlite3", _table(workspace), clock=FakeClock(LATER))
    with pytest.raises(MemoryStoreError):
        await memory.refresh()

    barrier.unlink()
    await memory.refresh()

    assert await _paths(memory) == ["MEMORY.md"]
    await memory.aclose()


async def test_a_folder_that_was_taken_out_answers_no_more_and_a_new_one_after_the_next_refresh(
    live: LiveMemory, other: Workspace
) -> None:
    other.write("memory/tea.md", "Oolong tea is in the tin.\n")
    await live.refresh()

    live.use(_table(other))
    at_once = (await _paths(live), await live.read("MEMORY.md", TEA.viewer))
    await live.refresh()

    assert at_once == ([], None)
    assert await _paths(live) == ["memory/tea.md"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param({"visibility": "shared"}, {"visibility": "private"}, id="a folder made private"),
        pytest.param(
            {"visibility": "shared"},
            {"visibility": "shared", "rules": [{"paths": "MEMORY.md", "visibility": "private"}]},
            id="a file made private by a rule",
        ),
        pytest.param(
            {"visibility": "shared"}, {"visibility": "shared", "agents": ["cook"]}, id="another agent's now"
        ),
    ],
)
async def test_what_may_no_longer_be_seen_is_hidden_at_once_and_stays_so(
    live: LiveMemory, workspace: Workspace, before: dict[str, object], after: dict[str, object]
) -> None:
    live.use(MemorySettings(folders=(workspace.folder(**before),)))
    await live.refresh()
    group = Viewer("main", "shared", sender_id="u1")
    query = SearchQuery(TEA.text, group, NOW)
    open_to_all = (await live.search(query)).hits

    live.use(MemorySettings(folders=(workspace.folder(**after),)))
    at_once = ((await live.search(query)).hits, await live.read("MEMORY.md", group))
    await live.refresh()
    later = ((await live.search(query)).hits, await live.read("MEMORY.md", group))

    assert [hit.passage.path for hit in open_to_all] == ["MEMORY.md"]
    assert at_once == later == ((), None)


async def test_a_folder_whose_rules_did_not_change_answers_all_the_while(
    live: LiveMemory, workspace: Workspace, other: Workspace
) -> None:
    other.write("memory/tea.md", "Oolong tea is in the tin.\n")
    await live.refresh()

    live.use(_table(workspace, other))
    at_once = await _paths(live)
    await live.refresh()

    assert at_once == ["MEMORY.md"]
    assert sorted(await _paths(live)) == ["MEMORY.md", "memory/tea.md"]


async def test_a_refresh_that_fails_does_not_bring_back_what_was_taken_out(
    live: LiveMemory, tmp_path: Path, workspace: Workspace, other: Workspace
) -> None:
    await live.refresh()
    live.use(_table(other))

    with closing(sqlite3.connect(tmp_path / "state" / "index.sqlite3")) as stranger:
        stranger.execute(
            "CREATE TRIGGER stuck BEFORE DELETE ON folder BEGIN SELECT raise(ABORT, 'stuck'); END"
        )
    with pytest.raises(MemoryStoreError):
        await live.refresh()

    assert await _paths(live) == []
    live.use(_table(workspace))
    assert await _paths(live) == ["MEMORY.md"]


async def test_settings_that_change_while_the_index_is_opened_are_the_ones_in_force(
    live: LiveMemory, other: Workspace
) -> None:
    other.write("memory/tea.md", "Oolong tea is in the tin.\n")

    opening = asyncio.get_running_loop().create_task(live.refresh())
    await asyncio.sleep(0)
    live.use(_table(other))
    await opening

    assert await _paths(live) == ["memory/tea.md"]


async def test_a_change_of_settings_changes_the_revision_and_an_equal_table_does_not(
    live: LiveMemory, workspace: Workspace, other: Workspace
) -> None:
    revisions = [live.revision("main")]
    await live.refresh()
    revisions.append(live.revision("main"))

    live.use(_table(workspace))
    await live.refresh()
    unchanged = live.revision("main")
    live.use(_table(other))
    revisions.append(live.revision("main"))
    await live.refresh()

    assert unchanged == revisions[1]
    assert len(set(revisions)) == 3


async def test_after_its_end_nothing_is_found_and_nobody_waits(live: LiveMemory) -> None:
    await live.refresh()

    await live.aclose()

    await live.aclose()
    with pytest.raises(MemoryStoreError, match="closed"):
        await live.search(TEA)
    assert (await live.status()).detail == "the memory is closed"


async def test_a_search_that_still_waits_is_told_of_the_end(live: LiveMemory) -> None:
    search = asyncio.get_running_loop().create_task(live.search(TEA))
    await asyncio.sleep(0)

    await live.aclose()

    with pytest.raises(MemoryStoreError, match="closed"):
        await search


async def test_a_search_does_not_wait_for_long_for_an_index_that_is_being_opened(tmp_path: Path) -> None:
    live = LiveMemory(tmp_path / "index.sqlite3", MemorySettings(), clock=SystemClock(), opens_within_s=0.01)

    with pytest.raises(MemoryStoreError, match="still being opened"):
        await live.search(SearchQuery("tea", Viewer("main"), NOW))
    await live.aclose()
