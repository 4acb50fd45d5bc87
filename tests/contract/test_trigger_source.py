"""What every `TriggerSource` does: held against the fake that others test with, and the real ones."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from recall_sidecar.memory.live import LiveMemory
from recall_sidecar.memory.port import SearchQuery, TriggerSource, Viewer
from recall_sidecar.memory.sqlite_memory import SqliteMemory
from recall_sidecar.settings import FolderSettings, MemorySettings
from recall_sidecar.testing import FakeClock, MemoryFixture

TEXT = "walnuts make anna ill"
NOW = datetime(2026, 11, 30, tzinfo=UTC)


def settings(folder: Path) -> MemorySettings:
    """Write the note and return where it stands."""
    (folder / "notes").mkdir()
    (folder / "notes" / "USER.md").write_text(f"{TEXT} <!-- trigger: food allergies -->")
    return MemorySettings(folders=(FolderSettings(path=str(folder / "notes")),))


@pytest.fixture
def fixture_memory() -> MemoryFixture:
    """Return the fake, with the note."""
    memory = MemoryFixture()
    memory.triggers["food allergies"] = memory.add(TEXT)
    return memory


@pytest.fixture(params=["MemoryFixture", "SqliteMemory", "LiveMemory"])
async def memory(
    request: pytest.FixtureRequest, tmp_path: Path, fixture_memory: MemoryFixture
) -> AsyncIterator[TriggerSource]:
    index = tmp_path / "index.sqlite3"
    source: MemoryFixture | SqliteMemory | LiveMemory = fixture_memory
    if request.param == "SqliteMemory":
        source = await SqliteMemory.open(index, settings(tmp_path), clock=FakeClock())
    if request.param == "LiveMemory":
        source = LiveMemory(index, settings(tmp_path), clock=FakeClock())
    await source.refresh()
    yield source
    await source.aclose()


def asks(text: str, viewer: Viewer | None = None) -> SearchQuery:
    return SearchQuery(text, viewer or Viewer("main"), NOW)


async def test_a_message_that_holds_a_phrase_calls_its_entry(memory: TriggerSource) -> None:
    (found,) = await memory.triggered("about her food allergies", asks("about her food allergies"))

    assert (found.hit.passage.text, found.held, found.terms, found.exact) == (TEXT, 2, 2, False)


@pytest.mark.parametrize("message", ["food", "walnuts", ""])
async def test_half_a_phrase_calls_nothing(memory: TriggerSource, message: str) -> None:
    assert await memory.triggered(message, asks("food allergies")) == ()


async def test_in_a_shared_chat_nothing_is_called(memory: TriggerSource) -> None:
    viewer = Viewer("main", "shared", sender_id="42")

    assert await memory.triggered("food allergies", asks("food allergies", viewer), exact=True) == ()


async def test_what_is_named_exactly_is_found_when_it_is_wanted(memory: TriggerSource) -> None:
    message = f'in which of my notes did somebody write "{TEXT}"?'

    assert await memory.triggered(message, asks(message)) == ()
    (found,) = await memory.triggered(message, asks(message), exact=True)
    assert (found.hit.passage.text, found.exact) == (TEXT, True)
