"""One memory out of two: the index over the folders, and an OpenClaw gateway's own memory, asked at the same time.

The folders answer in any case. What the gateway cannot do ends as a warning of the search and a problem of the status,
never as an error.
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace

from recall_sidecar.deadline import Clock
from recall_sidecar.errors import MemoryStoreError
from recall_sidecar.memory.live import LiveMemory
from recall_sidecar.memory.merge import merge
from recall_sidecar.memory.openclaw.gateway import Found, Gateway
from recall_sidecar.memory.openclaw.passages import Measured, file_origin, is_open_to, measured, names_file
from recall_sidecar.memory.port import (
    IndexReport,
    MemoryStatus,
    ReadResult,
    SearchQuery,
    SearchResult,
    Viewer,
)
from recall_sidecar.memory.score import Corpus, Yardstick, weigh
from recall_sidecar.memory.terms import query_terms
from recall_sidecar.settings import GatewayMemorySettings, MemorySettings
from recall_sidecar.tasks import TaskSet

__all__ = ["CombinedMemory"]

# Nobody tells us when the gateway's memory changes: an answer from the cache is at most this much behind it.
_SLICE_S = 30


class CombinedMemory:
    """A `MemorySource`; `settings_of` gives the `[memory]` table of an agent. Close it with `aclose`."""

    def __init__(
        self,
        index: LiveMemory,
        settings: MemorySettings,
        *,
        settings_of: Callable[[str], MemorySettings],
        environment: Mapping[str, str],
        clock: Clock,
    ) -> None:
        self._index = index
        self._settings = settings
        self._settings_of = settings_of
        self._environment = environment
        self._clock = clock
        self._gateway = Gateway(settings.openclaw, environment, clock)
        # Counts the gateways there have been.
        self._epoch = 0
        self._tasks = TaskSet()

    def use(self, settings: MemorySettings) -> None:
        """Answer by changed settings from now on; a gateway whose settings changed is met anew."""
        self._index.use(settings)
        if settings.openclaw != self._settings.openclaw:
            _ = self._tasks.start(self._gateway.aclose(), name="gateway-close")
            self._gateway = Gateway(settings.openclaw, self._environment, self._clock)
            self._epoch += 1
        self._settings = settings

    async def search(self, query: SearchQuery) -> SearchResult:
        """Return the best hits of both at or above the floor.

        Raises:
            MemoryStoreError: The index cannot be read, and the gateway has nothing either.
        """
        settings = self._wanted(query.viewer)
        if settings is None:
            return await self._index.search(query)
        started = self._clock.monotonic()
        async with asyncio.TaskGroup() as group:
            own = group.create_task(self._search_index(query), name="memory-index")
            asked = group.create_task(
                self._gateway.search(query.text, query.viewer, settings, query.patience_s),
                name="memory-gateway",
            )
        result, found = own.result(), asked.result()
        others = await self._measured(query, found, settings)
        if isinstance(result, MemoryStoreError):
            if not others.hits:
                raise result
            result = SearchResult((), 0.0, str(result))
        limit = self._settings.max_hits if query.max_hits is None else query.max_hits
        return SearchResult(
            merge(result.hits, others.hits, limit),
            (self._clock.monotonic() - started) * 1000,
            "; ".join(filter(None, (result.warning, *found.problems))) or None,
            result.below_floor + others.below_floor,
            result.why,
        )

    async def read(
        self, path: str, viewer: Viewer, *, from_line: int = 1, lines: int = 40
    ) -> ReadResult | None:
        """Return lines of a memory file: of the folders, else of the gateway when it alone has the file.

        Raises:
            MemoryStoreError: The file is there and cannot be read.
        """
        found = await self._index.read(path, viewer, from_line=from_line, lines=lines)
        settings = self._wanted(viewer)
        if found is not None or settings is None or not names_file(path):
            return found
        first = max(from_line, 1)
        read = await self._gateway.read(path, viewer, from_line=first, lines=max(lines, 1), settings=settings)
        if read is None:
            return None
        text, following = read
        origin = file_origin(path, self._index.folders_of(viewer))
        # Of the text, empty lines at its ends are gone.
        last = first + text.count("\n") if following is None else following - 1
        return ReadResult(path, first, last, text, origin, following)

    def revision(self, agent_id: str) -> str:
        """Return the index's revision, and for an agent whose gateway is asked too what time it is, coarsely."""
        own = self._index.revision(agent_id)
        if self._asked_for(agent_id) is None:
            return own
        now = int(self._clock.monotonic() // _SLICE_S)
        return f"{own} openclaw:{self._epoch}:{self._gateway.changes}:{now}"

    async def status(self) -> MemoryStatus:
        """Return the state of the index, with what the gateway fails in among the problems."""
        status = await self._index.status()
        return replace(
            status, problems=(*status.problems, *(f"OpenClaw: {each}" for each in self._gateway.problems))
        )

    async def refresh(self, *, rebuild: bool = False) -> IndexReport:
        """Bring the index up to date with the files; the gateway keeps its own.

        Raises:
            MemoryStoreError: The index cannot be written.
        """
        return await self._index.refresh(rebuild=rebuild)

    async def aclose(self) -> None:
        """Close both."""
        await self._gateway.aclose()
        await self._tasks.finish()
        await self._index.aclose()

    def _wanted(self, viewer: Viewer) -> GatewayMemorySettings | None:
        """Return how the gateway is asked for `viewer`, None when it is not."""
        return self._asked_for(viewer.agent_id) if is_open_to(viewer) else None

    def _asked_for(self, agent_id: str) -> GatewayMemorySettings | None:
        settings = self._settings_of(agent_id).openclaw
        return settings if settings.enabled and {"*", agent_id} & {*settings.agents} else None

    async def _search_index(self, query: SearchQuery) -> SearchResult | MemoryStoreError:
        try:
            return await self._index.search(query)
        except MemoryStoreError as error:
            return error

    async def _measured(self, query: SearchQuery, found: Found, settings: GatewayMemorySettings) -> Measured:
        if not found.findings:
            return Measured(())
        viewer = query.viewer
        try:
            yardstick = await self._index.yardstick(query.text, viewer)
        except MemoryStoreError:
            yardstick = Yardstick(weigh(query_terms(query.text), {}, Corpus(0, 0)), Corpus(0, 0))
        # Cutting long passages into terms takes a while; the loop has other turns.
        return await asyncio.to_thread(
            measured,
            found.findings,
            query.text,
            viewer,
            self._index.folders_of(viewer),
            yardstick,
            min_score=self._settings.min_score if query.min_score is None else query.min_score,
            max_hits=settings.max_hits * len(settings.search_tools),
        )
