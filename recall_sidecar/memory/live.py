"""The memory of a running daemon: opened after the daemon listens, in step with settings that change.

A search that comes before it is open waits for it, for a moment.
"""

import asyncio
from collections.abc import Callable
from datetime import date
from pathlib import Path

from recall_sidecar.deadline import Clock
from recall_sidecar.errors import MemoryStoreError
from recall_sidecar.memory.conversations.folder import scope_key
from recall_sidecar.memory.conversations.scopes import Scope
from recall_sidecar.memory.conversations.store import ConversationStore
from recall_sidecar.memory.folders import Folder, visible_to
from recall_sidecar.memory.follow import Follower
from recall_sidecar.memory.meanings import Embedders, no_embedder
from recall_sidecar.memory.port import (
    IndexReport,
    MemoryStatus,
    ReadResult,
    SearchQuery,
    SearchResult,
    TriggerHit,
    Viewer,
)
from recall_sidecar.memory.roots import configured
from recall_sidecar.memory.score import Yardstick
from recall_sidecar.memory.sqlite_memory import SqliteMemory
from recall_sidecar.memory.standing import Standing
from recall_sidecar.memory.unread import look_in_files
from recall_sidecar.settings import MemorySettings

__all__ = ["LiveMemory"]


class LiveMemory:
    """A `MemorySource` that opens the index behind it at the first refresh; close it with `aclose`.

    `due` is called when `catch_up` has something to do before its next turn.
    """

    def __init__(
        self,
        index_file: Path,
        settings: MemorySettings,
        *,
        clock: Clock,
        embedders: Embedders = no_embedder,
        conversations: ConversationStore | None = None,
        opens_within_s: float = 1.0,
        due: Callable[[], object] = lambda: None,
    ) -> None:
        self._file = index_file
        self._owed = index_file.with_name(f"{index_file.name}.unscrubbed")
        self._settings = settings
        self._clock = clock
        self._embedders = embedders
        self._conversations = conversations
        self._opens_within_s = opens_within_s
        self._due = due
        self._follower = Follower(clock, due)
        self._opened = asyncio.Event()
        self._memory: SqliteMemory | None = None
        self._failure: MemoryStoreError | None = None
        self._one_at_a_time = asyncio.Lock()

    def use(self, settings: MemorySettings) -> None:
        """Answer by changed settings from now on; see `SqliteMemory.use`."""
        self._settings = settings
        if self._memory is not None:
            self._memory.use(settings)

    async def search(self, query: SearchQuery) -> SearchResult:
        """Search the index; see `SqliteMemory.search`."""
        return await (await self._ready()).search(query)

    async def triggered(
        self, message: str, query: SearchQuery, *, exact: bool = False
    ) -> tuple[TriggerHit, ...]:
        """Return the entries that `message` calls; see `SqliteMemory.triggered`. None before the index is open.

        Raises:
            MemoryStoreError: The index cannot be opened or read.
        """
        if self._memory is None:
            if self._failure is not None:
                raise self._failure
            return ()
        return await self._memory.triggered(message, query, exact=exact)

    async def yardstick(self, text: str, viewer: Viewer) -> Yardstick:
        """Return what measures passages of other stores; see `SqliteMemory.yardstick`."""
        return await (await self._ready()).yardstick(text, viewer)

    async def whereabouts(self, fact: str, query: SearchQuery, *, in_files: bool) -> Standing:
        """Return where a fact stands, in the index or else in a file; see `standing.FactFinder`."""
        found = await (await self._ready()).whereabouts(fact, query)
        if found.passage is not None or not in_files:
            return found
        settings = self._settings
        seen = await asyncio.to_thread(look_in_files, fact, configured(settings), settings.max_file_bytes)
        return Standing(file=seen.file, unread=seen.why, unreadable=seen.unreadable)

    def folders_of(self, viewer: Viewer) -> tuple[Folder, ...]:
        """Return the folders that are memory of the viewer's agent, whether they have been read or not."""
        return visible_to(configured(self._settings), viewer)

    async def read(
        self, path: str, viewer: Viewer, *, from_line: int = 1, lines: int = 40
    ) -> ReadResult | None:
        """Read a memory file; see `SqliteMemory.read`."""
        return await (await self._ready()).read(path, viewer, from_line=from_line, lines=lines)

    def revision(self, agent_id: str) -> str:
        """Return the revision of the agent's memory; empty before it is open."""
        return "" if self._memory is None else self._memory.revision(agent_id)

    async def status(self) -> MemoryStatus:
        """Return the state of the index, or why there is none."""
        if self._memory is not None:
            return self._follower.described(await self._memory.status())
        detail = "the index is being opened" if self._failure is None else str(self._failure)
        return MemoryStatus(ready=False, detail=detail)

    async def refresh(self, *, rebuild: bool = False) -> IndexReport:
        """Open the index if need be and bring it up to date with the files.

        Raises:
            MemoryStoreError: It cannot be opened or written.
        """
        async with self._one_at_a_time:
            # Searches may begin with what the last run left in the index.
            memory = self._memory or await self._open()
            return await memory.refresh(rebuild=rebuild)

    async def catch_up(self) -> None:
        """Open the index if need be, read what has changed, and have `due` called when more does.

        Raises:
            MemoryStoreError: It cannot be opened or written.
        """
        async with self._one_at_a_time:
            memory = self._memory or await self._open()
            await self._follower.catch_up(memory, self._settings)

    def has_kept(self, scope: Scope, day: date) -> None:
        """Have the conversations of a scope read that were kept on `day`; `due` is called."""
        self._follower.heed({scope_key(scope.name): (day.isoformat(),)})

    async def owe_scrub(self) -> None:
        """Have it known, over a kill too, that something is being deleted for good; the next `scrub` that succeeds ends it."""
        await asyncio.to_thread(_touch, self._owed)

    async def owes_scrub(self) -> bool:
        """Return whether something was deleted for good that the index file may still hold."""
        return await asyncio.to_thread(self._owed.exists)

    async def scrub(self) -> None:
        """Leave nothing on disk of what was deleted; see `SqliteMemory.scrub`."""
        async with self._one_at_a_time:
            await (await self._ready()).scrub()
        await asyncio.to_thread(self._owed.unlink, missing_ok=True)

    async def aclose(self) -> None:
        """Close the index, also under those who search; a second time does nothing."""
        memory, self._memory = self._memory, None
        self._failure = MemoryStoreError("the memory is closed")
        self._opened.set()
        await self._follower.aclose()
        if memory is not None:
            await memory.aclose()

    async def _open(self) -> SqliteMemory:
        try:
            memory = await SqliteMemory.open(
                self._file,
                self._settings,
                clock=self._clock,
                embedders=self._embedders,
                conversations=self._conversations,
                on_damage=self._due,
            )
        except MemoryStoreError as error:
            self._failure = error
            self._opened.set()
            raise
        # They may have changed while it was being opened.
        memory.use(self._settings)
        self._memory, self._failure = memory, None
        self._opened.set()
        return memory

    async def _ready(self) -> SqliteMemory:
        try:
            # Opening takes milliseconds, or a lock that another process holds: the turn has better use for its time.
            async with asyncio.timeout(self._opens_within_s):
                await self._opened.wait()
        except TimeoutError:
            message = "the memory index is still being opened; ask again in a moment"
            raise MemoryStoreError(message) from None
        if self._memory is None:
            raise self._failure or MemoryStoreError("the memory is closed")
        return self._memory


def _touch(file: Path) -> None:
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    file.touch(mode=0o600)
