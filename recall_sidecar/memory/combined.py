"""One memory out of several: the index over the folders, and stores of other programs, asked at the same time.

The folders answer in any case. What another store cannot do ends as a warning of the search and a problem of the status,
never as an error.
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeAlias

from recall_sidecar.deadline import Clock
from recall_sidecar.errors import MemoryStoreError
from recall_sidecar.memory.beside.port import Brought, Measured, Store, is_open_to
from recall_sidecar.memory.live import LiveMemory
from recall_sidecar.memory.mcp.store import McpStore
from recall_sidecar.memory.merge import merge
from recall_sidecar.memory.openclaw.store import OpenClawStore
from recall_sidecar.memory.port import (
    IndexReport,
    MemoryStatus,
    ReadResult,
    SearchQuery,
    SearchResult,
    Viewer,
)
from recall_sidecar.memory.projects import seen_by
from recall_sidecar.memory.score import Corpus, Yardstick, weigh
from recall_sidecar.memory.terms import query_terms
from recall_sidecar.settings import GatewayMemorySettings, McpServerSettings, MemorySettings
from recall_sidecar.tasks import TaskSet

__all__ = ["CombinedMemory"]

# Nobody tells us when another program's memory changes: an answer from the cache is at most this much behind it.
_SLICE_S = 30
_Table: TypeAlias = GatewayMemorySettings | McpServerSettings


class CombinedMemory:
    """A `MemorySource`; `settings_of` gives the `[memory]` table of an agent, `mask` takes secrets out of what leaves.

    Close it with `aclose`.
    """

    def __init__(
        self,
        index: LiveMemory,
        settings: MemorySettings,
        *,
        settings_of: Callable[[str], MemorySettings],
        environment: Mapping[str, str],
        mask: Callable[[str], str],
        clock: Clock,
    ) -> None:
        self._index = index
        self._settings_of = settings_of
        self._environment = environment
        self._mask = mask
        self._clock = clock
        # Counts the sets of stores there have been.
        self._epoch = 0
        self._tasks = TaskSet()
        self._settings = settings
        self._stores: list[tuple[_Table, Store]] = [(table, self._made(table)) for table in _tables(settings)]

    def use(self, settings: MemorySettings) -> None:
        """Answer by changed settings from now on; a store whose settings changed is met anew."""
        self._index.use(settings)
        kept, self._stores = self._stores, []
        for table in _tables(settings):
            known = next((pair for pair in kept if pair[0] == table), None)
            if known is not None:
                kept.remove(known)
            self._stores.append(known or (table, self._made(table)))
            self._epoch += known is None
        for _table, store in kept:
            self._epoch += 1
            _ = self._tasks.start(store.aclose(), name="memory-store-close")
        self._settings = settings

    async def search(self, query: SearchQuery) -> SearchResult:
        """Return the best hits of all at or above the floor.

        Raises:
            MemoryStoreError: The index cannot be read, and no other store has anything either.
        """
        stores = self._open_to(query.viewer)
        # A model that obeys a stranger's passage could tell its server what stands in the others.
        stores = tuple(store for store in stores if not (query.by_model and store.is_foreign))
        if not stores:
            return await self._index.search(query)
        started = self._clock.monotonic()
        async with asyncio.TaskGroup() as group:
            own = group.create_task(self._search_index(query), name="memory-index")
            asked = [group.create_task(store.search(query), name=f"memory-{store.label}") for store in stores]
        result, brought = own.result(), [task.result() for task in asked]
        others = await self._measured(query, brought)
        found = tuple(hit for each in others for hit in each.hits)
        if isinstance(result, MemoryStoreError):
            if not found:
                raise result
            result = SearchResult((), 0.0, str(result))
        limit = self._settings.max_hits if query.max_hits is None else query.max_hits
        problems = (problem for each in brought for problem in each.problems)
        return SearchResult(
            merge(result.hits, found, limit),
            (self._clock.monotonic() - started) * 1000,
            "; ".join(filter(None, (result.warning, *problems))) or None,
            result.below_floor + sum(each.below_floor for each in others),
            result.why,
        )

    async def read(
        self, path: str, viewer: Viewer, *, from_line: int = 1, lines: int = 40
    ) -> ReadResult | None:
        """Return lines of a memory file: of the folders, else of the store that a hit of this path comes from.

        Raises:
            MemoryStoreError: The file is there and cannot be read.
        """
        found = await self._index.read(path, viewer, from_line=from_line, lines=lines)
        if found is not None:
            return found
        # Any path may be one of the gateway's, which stands first, so it is asked last.
        store = next((store for store in reversed(self._open_to(viewer)) if store.names(path)), None)
        if store is None:
            return None
        read = await store.read(path, viewer, from_line=max(from_line, 1), lines=max(lines, 1))
        return None if read is None else replace(read, text=seen_by(viewer.projects, read.text))

    def revision(self, agent_id: str) -> str:
        """Return the index's revision, and for an agent whose stores are asked too what time it is, coarsely."""
        own = self._index.revision(agent_id)
        stores = [store for _, store in self._stores if store.is_asked_for(agent_id)]
        if not stores:
            return own
        marks = (f"{store.label}:{store.changes}" for store in stores)
        now = int(self._clock.monotonic() // _SLICE_S)
        return " ".join((own, *marks, f"stores:{self._epoch}:{now}"))

    async def status(self) -> MemoryStatus:
        """Return the state of the index, with what the other stores fail in among the problems."""
        status = await self._index.status()
        problems = (f"{store.label}: {each}" for _, store in self._stores for each in store.problems)
        states = tuple(f"{store.label}: {store.state}" for _, store in self._stores if store.state)
        return replace(status, problems=(*status.problems, *problems), stores=states)

    async def refresh(self, *, rebuild: bool = False) -> IndexReport:
        """Bring the index up to date with the files; other programs keep their own memory.

        Raises:
            MemoryStoreError: The index cannot be written.
        """
        return await self._index.refresh(rebuild=rebuild)

    async def warm(self) -> None:
        """Have the stores ready before a turn asks them."""
        await asyncio.gather(*(store.warm() for _, store in self._stores))

    async def aclose(self) -> None:
        """Close all."""
        await asyncio.gather(*(store.aclose() for _, store in self._stores))
        await self._tasks.finish()
        await self._index.aclose()

    def _made(self, table: _Table) -> Store:
        if isinstance(table, McpServerSettings):
            return McpStore(table, environment=self._environment, mask=self._mask, clock=self._clock)
        return OpenClawStore(
            table,
            settings_of=lambda agent_id: self._settings_of(agent_id).openclaw,
            folders_of=self._index.folders_of,
            environment=self._environment,
            clock=self._clock,
        )

    def _open_to(self, viewer: Viewer) -> tuple[Store, ...]:
        """Return the stores that are asked for `viewer`."""
        if not is_open_to(viewer):
            return ()
        return tuple(store for _, store in self._stores if store.is_asked_for(viewer.agent_id))

    async def _search_index(self, query: SearchQuery) -> SearchResult | MemoryStoreError:
        try:
            return await self._index.search(query)
        except MemoryStoreError as error:
            return error

    async def _measured(self, query: SearchQuery, brought: list[Brought]) -> list[Measured]:
        measuring = [each.measure for each in brought if each.measure is not None]
        if not measuring:
            return []
        try:
            yardstick = await self._index.yardstick(query.text, query.viewer)
        except MemoryStoreError:
            yardstick = Yardstick(weigh(query_terms(query.text), {}, Corpus(0, 0)), Corpus(0, 0))
        floor = self._settings.min_score if query.min_score is None else query.min_score

        def measure() -> list[Measured]:
            return [each(yardstick, floor) for each in measuring]

        # Cutting long passages into terms takes a while; the loop has other turns.
        return await asyncio.to_thread(measure)


def _tables(settings: MemorySettings) -> tuple[_Table, ...]:
    """Return the tables of the stores beside the folders."""
    return (settings.openclaw, *settings.mcp)
