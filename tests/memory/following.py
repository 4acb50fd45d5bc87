"""A memory over real folders that a task keeps up to date as the daemon's job does."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from recall_sidecar.deadline import SystemClock
from recall_sidecar.errors import MemoryStoreError
from recall_sidecar.memory.live import LiveMemory
from recall_sidecar.memory.port import SearchQuery, Viewer
from recall_sidecar.settings import FolderSettings, MemorySettings
from recall_sidecar.tasks import TaskSet
from tests.memory.conftest import NOW

__all__ = ["NEVER_MS", "Follow", "Followed", "follow"]

# Far beyond what an event takes: what is found sooner was not found by looking.
NEVER_MS = 3_600_000


@dataclass
class Followed:
    """A memory that a task keeps up to date as the daemon's job does."""

    memory: LiveMemory
    due: asyncio.Event
    every_s: float
    tasks: TaskSet = field(default_factory=TaskSet)

    async def run(self) -> None:
        while True:
            # As the daemon's job does: what fails is tried again in the next round.
            with contextlib.suppress(MemoryStoreError):
                await self.memory.catch_up()
            try:
                async with asyncio.timeout(self.every_s):
                    await self.due.wait()
            except TimeoutError:
                continue
            self.due.clear()

    async def paths(self, text: str) -> list[str]:
        found = await self.memory.search(SearchQuery(text, Viewer("main"), NOW))
        return sorted(hit.passage.path for hit in found.hits)

    async def until_found(self, text: str, *paths: str) -> None:
        async with asyncio.timeout(30):
            while await self.tried(text) != sorted(paths):
                await asyncio.sleep(0.01)

    async def tried(self, text: str) -> list[str] | None:
        """Return None while the index cannot be read."""
        with contextlib.suppress(MemoryStoreError):
            return await self.paths(text)
        return None

    async def until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(30):
            while not condition():
                await asyncio.sleep(0.01)

    async def watching(self) -> list[str]:
        return [folder.watching for folder in (await self.memory.status()).folders]

    async def until_watching(self, *words: str) -> None:
        async with asyncio.timeout(30):
            while await self.watching() != list(words):
                await asyncio.sleep(0.01)


Follow = Callable[..., Followed]


@pytest.fixture
async def follow(tmp_path: Path) -> AsyncIterator[Follow]:
    made: list[Followed] = []

    def start(*folders: FolderSettings, **settings: object) -> Followed:
        table = MemorySettings.model_validate({"folders": folders, "refresh_ms": NEVER_MS, **settings})
        due = asyncio.Event()
        memory = LiveMemory(tmp_path / "state" / "index.sqlite3", table, clock=SystemClock(), due=due.set)
        followed = Followed(memory, due, table.refresh_ms / 1000)
        _ = followed.tasks.start(followed.run(), name="memory")
        made.append(followed)
        return followed

    yield start
    for followed in made:
        await followed.tasks.aclose()
        await followed.memory.aclose()
