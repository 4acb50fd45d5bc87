"""A workspace of notes in a temp folder, and memories over it that are closed at the end."""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

import pytest

from recall_sidecar.memory.port import Hit, SearchQuery, SearchResult, Viewer
from recall_sidecar.memory.sqlite_memory import SqliteMemory
from recall_sidecar.settings import FolderSettings, MemorySettings
from recall_sidecar.testing import FakeClock

NOW = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
# Far ahead of any file written by a test, so that every file counts as settled.
LATER = datetime(2199, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Workspace:
    """A folder of notes."""

    root: Path

    def write(self, path: str, text: str | bytes) -> Path:
        """Write a note, with the folders it needs, and return where it stands."""
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return file

    def folder(self, **settings: object) -> FolderSettings:
        """Return the settings of a memory folder over this workspace."""
        return FolderSettings.model_validate({"path": str(self.root), **settings})


@dataclass
class Opened:
    """A memory with short words for what tests do with it."""

    source: SqliteMemory
    index_file: Path
    clock: FakeClock

    async def search(
        self,
        text: str,
        *,
        agent: str = "main",
        chat: Literal["private", "shared"] = "private",
        max_hits: int | None = None,
        min_score: float | None = None,
    ) -> SearchResult:
        """Search as a turn does."""
        return await self.source.search(
            SearchQuery(text, Viewer(agent, chat, sender_id="42"), NOW, max_hits, min_score)
        )

    async def hits(self, text: str, *, agent: str = "main") -> tuple[Hit, ...]:
        """Return the hits in a private chat."""
        return (await self.search(text, agent=agent)).hits

    async def paths(self, text: str, *, agent: str = "main") -> list[str]:
        """Return the paths of the hits in a private chat."""
        return [hit.passage.path for hit in await self.hits(text, agent=agent)]


OpenMemory = Callable[..., Awaitable[Opened]]


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    """Return an empty workspace."""
    root = tmp_path / "workspace"
    root.mkdir()
    return Workspace(root)


@pytest.fixture
async def open_memory(tmp_path: Path) -> AsyncIterator[OpenMemory]:
    """Return a function that opens a memory over folders and refreshes it."""
    sources: list[SqliteMemory] = []

    async def open_(
        *folders: FolderSettings, index: str = "index.sqlite3", refresh: bool = True, **settings: object
    ) -> Opened:
        table = MemorySettings.model_validate({"folders": folders, **settings})
        clock = FakeClock(LATER)
        opened = Opened(
            await SqliteMemory.open(tmp_path / "state" / index, table, clock=clock),
            tmp_path / "state" / index,
            clock,
        )
        sources.append(opened.source)
        if refresh:
            await opened.source.refresh()
        return opened

    yield open_
    for source in sources:
        await source.aclose()
