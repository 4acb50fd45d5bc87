"""The memory of a running daemon: opened after the daemon listens, opened anew when its settings change.

A search that comes before it is open waits for it, for a moment. Whoever searches while it is
swapped keeps the old one until the new one has been read.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from recall_sidecar.deadline import Clock
from recall_sidecar.errors import MemoryStoreError
from recall_sidecar.memory.port import (
    IndexReport,
    MemoryStatus,
    ReadResult,
    SearchQuery,
    SearchResult,
    Viewer,
)
from recall_sidecar.memory.sqlite_memory import SqliteMemory
from recall_sidecar.settings import MemorySettings

__all__ = ["LiveMemory"]


class LiveMemory:
    """A `MemorySource` that opens, refreshes and swaps the index behind it; close it with `aclose`."""

    def __init__(
        self, index_file: Path, settings: MemorySettings, *, clock: Clock, opens_within_s: float = 1.0
    ) -> None:
        self._file = index_file
        self._wanted = settings
        self._clock = clock
        self._opens_within_s = opens_within_s
        self._opened = asyncio.Event()
        self._memory: SqliteMemory | None = None
        self._settings: MemorySettings | None = None
        self._failure: MemoryStoreError | None = None
        self._users: dict[SqliteMemory, int] = {}
        self._one_at_a_time = asyncio.Lock()
        self._swaps = 0

    def use(self, settings: MemorySettings) -> None:
        """Take changed settings into use at the next refresh."""
        self._wanted = settings

    async def search(self, query: SearchQuery) -> SearchResult:
        """Search the index; see `SqliteMemory.search`."""
        async with self._borrowed() as memory:
            return await memory.search(query)

    async def read(
        self, path: str, viewer: Viewer, *, from_line: int = 1, lines: int = 40
    ) -> ReadResult | None:
        """Read a memory file; see `SqliteMemory.read`."""
        async with self._borrowed() as memory:
            return await memory.read(path, viewer, from_line=from_line, lines=lines)

    def revision(self, agent_id: str) -> str:
        """Return the revision of the agent's memory; a swap changes it too."""
        return f"{self._swaps} {'' if self._memory is None else self._memory.revision(agent_id)}"

    async def status(self) -> MemoryStatus:
        """Return the state of the index, or why there is none."""
        if self._memory is not None:
            return await self._memory.status()
        detail = "the index is being opened" if self._failure is None else str(self._failure)
        return MemoryStatus(ready=False, detail=detail)

    async def refresh(self, *, rebuild: bool = False) -> IndexReport:
        """Open the index if need be and bring it up to date with the files.

        Raises:
            MemoryStoreError: It cannot be opened or written.
        """
        async with self._one_at_a_time:
            if self._memory is not None and self._wanted == self._settings:
                return await self._memory.refresh(rebuild=rebuild)
            return await self._reopen(rebuild=rebuild)

    async def aclose(self) -> None:
        """Close every index that is open, also under those who search; a second time does nothing."""
        self._memory = None
        self._failure = MemoryStoreError("the memory is closed")
        self._opened.set()
        while self._users:
            memory, _ = self._users.popitem()
            await memory.aclose()

    async def _reopen(self, *, rebuild: bool) -> IndexReport:
        wanted = self._wanted
        try:
            fresh = await SqliteMemory.open(self._file, wanted, clock=self._clock)
        except MemoryStoreError as error:
            if self._memory is None:
                self._failure = error
                self._opened.set()
            raise
        self._users[fresh] = 1
        old = self._memory
        if old is None:
            # Searches may begin with what the last run left in the index.
            self._take(fresh, wanted)
        try:
            report = await fresh.refresh(rebuild=rebuild)
        except BaseException:
            if old is not None:
                await self._release(fresh)
            raise
        if old is not None:
            self._take(fresh, wanted)
            await self._release(old)
        return report

    def _take(self, fresh: SqliteMemory, settings: MemorySettings) -> None:
        self._memory, self._settings, self._failure = fresh, settings, None
        self._swaps += 1
        self._opened.set()

    @contextlib.asynccontextmanager
    async def _borrowed(self) -> AsyncIterator[SqliteMemory]:
        try:
            # Opening takes milliseconds, or a lock that another process holds: the turn has better use for its time.
            await asyncio.wait_for(self._opened.wait(), self._opens_within_s)
        except TimeoutError:
            message = "the memory index is still being opened; ask again in a moment"
            raise MemoryStoreError(message) from None
        memory = self._memory
        if memory is None:
            raise self._failure or MemoryStoreError("the memory is closed")
        self._users[memory] += 1
        try:
            yield memory
        finally:
            await self._release(memory)

    async def _release(self, memory: SqliteMemory) -> None:
        """Close an index once its last user is done with it, unless all were closed under him."""
        if memory not in self._users:
            return
        self._users[memory] -= 1
        if self._users[memory] == 0:
            del self._users[memory]
            await memory.aclose()
