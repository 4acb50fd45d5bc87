"""`MemorySource` over memory files, with an SQLite index.

One thread writes, two read, each with its own connection; the event loop only waits. With an embedder a fourth gives
passages their vectors; until they have them, and whenever it fails, words alone decide. Searches see the index as the
last committed transaction left it, also while a refresh runs or another process holds the write lock.
"""

import asyncio
import contextlib
import logging
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Self, TypeVar

from recall_sidecar.deadline import Clock
from recall_sidecar.errors import MemoryStoreError
from recall_sidecar.memory import figures, files, index, known, search
from recall_sidecar.memory.backlog import forget_spares
from recall_sidecar.memory.conversations.store import ConversationStore
from recall_sidecar.memory.crew import Crew
from recall_sidecar.memory.folders import Folder, visible_to
from recall_sidecar.memory.lookup import look_up
from recall_sidecar.memory.meanings import Embedders, Meanings, no_embedder
from recall_sidecar.memory.openclaw.provenance import Provenance
from recall_sidecar.memory.places import Places
from recall_sidecar.memory.port import (
    IndexReport,
    MemoryStatus,
    ReadResult,
    SearchQuery,
    SearchResult,
    TriggerHit,
    Viewer,
)
from recall_sidecar.memory.record import Record
from recall_sidecar.memory.revisions import Revisions
from recall_sidecar.memory.roots import configured
from recall_sidecar.memory.score import Yardstick
from recall_sidecar.memory.scrub import delete_beside, scrub
from recall_sidecar.memory.seen import Seen
from recall_sidecar.memory.sources import Sources
from recall_sidecar.memory.standing import Standing
from recall_sidecar.memory.triggered import find_triggered
from recall_sidecar.memory.whereabouts import whereabouts
from recall_sidecar.memory.worker import Cancelled
from recall_sidecar.settings import MemorySettings

__all__ = ["SqliteMemory"]

T = TypeVar("T")
_log = logging.getLogger("recall_sidecar")


class SqliteMemory:
    """The memory files of `settings.folders`; make it with `open` and close it with `aclose`."""

    def __init__(
        self,
        index_file: Path,
        settings: MemorySettings,
        clock: Clock,
        embedders: Embedders = no_embedder,
        conversations: ConversationStore | None = None,
        on_damage: Callable[[], object] = lambda: None,
    ) -> None:
        self._file = index_file
        self._settings = settings
        self._sources = Sources(configured(settings), conversations)
        self._provenance = Provenance.configured(settings)
        self._clock = clock
        self._crew = Crew(index_file, on_damage=on_damage)
        self._meanings = Meanings(index_file, settings.embedding, embedders)
        self._revisions = Revisions()
        self._record = Record(clock)

    @classmethod
    async def open(
        cls,
        index_file: Path,
        settings: MemorySettings,
        *,
        clock: Clock,
        embedders: Embedders = no_embedder,
        conversations: ConversationStore | None = None,
        on_damage: Callable[[], object] = lambda: None,
    ) -> Self:
        """Open the index at `index_file`, or make it; `refresh` then brings it up to date with the files.

        A damaged index is kept beside it as `NAME.corrupt-N` and a new one begun, which `status` reports. Later damage is told
        to `on_damage`; the next refresh mends it.

        Raises:
            MemoryStoreError: The index belongs to a newer program, is locked, or its folder cannot be written.
        """
        memory = cls(index_file, settings, clock, embedders, conversations, on_damage)
        try:
            await memory._begin()
        except BaseException:
            await memory.aclose()
            raise
        return memory

    def use(self, settings: MemorySettings) -> None:
        """Answer by changed settings from now on.

        A folder that was taken out, or whose rules have changed, is not searched any more; under its new rules it is once
        the next refresh has read it. Reading a file goes by the new rules at once.
        """
        if settings != self._settings:
            self._settings, self._sources = settings, replace(self._sources, folders=configured(settings))
            self._provenance = Provenance.configured(settings)
            self._meanings.use(settings.embedding)
            self._revisions.begin_anew()

    async def search(self, query: SearchQuery) -> SearchResult:
        """Return the best hits at or above the floor; a file deleted since the last refresh is not among them; raises `MemoryStoreError`."""
        started = self._clock.monotonic()
        folders = self._sources.visible_to(query.viewer)
        # Before a reader is taken: a model on another machine may let it wait.
        meant = await self._meanings.of(query.text, query.patience_s)
        result = await self._crew.read(
            lambda connection, _: look_up(connection, query, folders, self._settings, meant.meaning)
        )
        took_s = self._clock.monotonic() - started
        return replace(result, elapsed_ms=took_s * 1000, warning=meant.why_not or None)

    async def triggered(
        self, message: str, query: SearchQuery, *, exact: bool = False
    ) -> tuple[TriggerHit, ...]:
        """Return the curated entries that `message` calls by a trigger phrase; see `TriggerSource`; raises `MemoryStoreError`."""
        viewer, folders = query.viewer, self._sources.visible_to(query.viewer)
        if viewer.chat == "shared" or not folders:
            return ()
        find = partial(find_triggered, exact=exact)
        return await self._crew.read(
            lambda connection, _: find(connection, message, query.text, viewer, folders)
        )

    async def yardstick(self, text: str, viewer: Viewer) -> Yardstick:
        """Return what measures passages of other stores against `text` as the index measures its own; raises `MemoryStoreError`."""
        folders = self._sources.visible_to(viewer)
        return await self._crew.read(
            lambda connection, _: search.yardstick(connection, text, viewer, folders)
        )

    async def whereabouts(self, fact: str, query: SearchQuery) -> Standing:
        """Return where `fact` stands in the index and in the search of `query`; raises `MemoryStoreError`."""
        meant = [(await self._meanings.of(text, query.patience_s)).meaning for text in (fact, query.text)]
        find = partial(whereabouts, fact=fact, query=query, settings=self._settings)
        return await self._crew.read(lambda connection, _: find(connection, self._sources, meant))

    async def read(
        self, path: str, viewer: Viewer, *, from_line: int = 1, lines: int = 40
    ) -> ReadResult | None:
        """Return lines of a memory file; `next_line` says where to go on when there is more.

        Line numbers are those of hits: an editor's, but a line of more than `lines.LONG_LINE_CHARS` counts as several.
        When two folders of the agent have the same path, hits name it `FOLDER/path`, and so does the caller.

        Raises:
            MemoryStoreError: The file is there and cannot be read.
        """
        folders = self._sources.visible_to(viewer)

        def job(connection: sqlite3.Connection, _: Cancelled) -> ReadResult | None:
            limits = {"from_line": from_line, "lines": lines, "max_file_bytes": self._settings.max_file_bytes}
            return files.read(folders, viewer, path, **limits, lowered=partial(known.origin_of, connection))

        try:
            return await self._crew.read(job)
        except OSError as error:
            reason = error.strerror or type(error).__name__
            message = f"The memory file {path!r} cannot be read: {reason}."
            raise MemoryStoreError(message) from error

    def revision(self, agent_id: str) -> str:
        """Return the revisions of the agent's folders, and how many meanings are known."""
        own = self._revisions.of(visible_to(self._sources.folders, Viewer(agent_id)))
        return " ".join(filter(None, (own, self._meanings.revision)))

    def folders(self) -> tuple[Folder, ...]:
        """Return the folders that are memory now, those of conversations among them; looks at the disk."""
        return self._sources.everything()

    def is_outdated(self, folder: Folder) -> bool:
        """Whether the host's record of origins says of a folder's files what the index does not know yet. For a thread."""
        return self._provenance.differs(folder)

    @property
    def seen(self) -> Seen:
        """What passes have seen of them; see `Seen`."""
        return self._record.seen

    async def status(self) -> MemoryStatus:
        """Return what the last refresh found, how far meanings are, and why they are not searched where they are not."""
        if self._crew.has_free_reader and not self._crew.is_damaged:
            with contextlib.suppress(MemoryStoreError):
                self._record.figures = await self._crew.read(
                    lambda connection, _: figures.of(connection, self._file)
                )
        status = self._record.status(self._sources.folders, self._meanings.problem)
        return replace(status, meanings=self._meanings.status)

    async def refresh(self, *, rebuild: bool = False, places: Places | None = None) -> IndexReport:
        """Bring the index up to date with the files, or with those at `places`; `rebuild` begins with nothing to find.

        Raises:
            MemoryStoreError: The index cannot be written; searches go on with what it holds.
        """
        if self._crew.is_damaged:
            await self._begin_anew()
            places = None
        sources, provenance, progress = self._sources, self._provenance, self._record.begun()

        def job(
            connection: sqlite3.Connection, cancelled: Cancelled
        ) -> tuple[IndexReport, Seen, tuple[Folder, ...]]:
            folders = sources.everything()
            if not self._meanings.wants_vectors:
                forget_spares(connection)
            found = index.Refresh(
                connection,
                folders,
                self._settings.max_file_bytes,
                int(self._clock.now().timestamp() * 1_000_000_000),
                cancelled,
                self._revisions.keep,
                places,
                progress,
                recorded=provenance.of,
            )
            return found.run(rebuild=rebuild), found.seen, folders

        try:
            report, seen, folders = await self._crew.write(job)
            return self._record.done(report, seen, folders, places)
        except MemoryStoreError as error:
            self._record.failed(error)
            raise
        finally:
            self._record.ended()
            self._meanings.wake(self._revisions.mark)

    @property
    def is_damaged(self) -> bool:
        """Whether the next refresh has to begin a new index."""
        return self._crew.is_damaged

    async def look(self, work: Callable[[], T]) -> T:
        """Return what `work` returns, done in the thread that reads the folders; see to the index file on the way."""
        found = await self._crew.look(work)
        if await self._crew.look(self._crew.is_replaced):
            self._crew.forsake()
        return found

    async def scrub(self) -> None:
        """Leave nothing on disk of what was deleted, nor damaged indexes that were kept; raises `MemoryStoreError`."""
        await self._crew.write(lambda connection, _: scrub(connection))
        await self._crew.look(lambda: delete_beside(self._file))
        self._crew.forget()
        # It waits for the thread that writes graphs, which would bring one back.
        await asyncio.to_thread(self._meanings.forget)

    async def embedded(self) -> None:
        """Wait until every passage has its vector, or until none can be had."""
        await self._meanings.settled()

    async def aclose(self) -> None:
        """Interrupt what runs, close the index and end the threads."""
        await self._meanings.aclose()
        await self._crew.aclose()

    async def _begin(self) -> None:
        """Connect, and begin a new index where the old one is damaged."""
        try:
            revisions, (files_, passages) = await self._crew.write(
                lambda connection, _: (figures.revisions(connection), figures.extent(connection))
            )
        except MemoryStoreError:
            if not self._crew.is_damaged:
                raise
            await self._begin_anew()
            revisions, (files_, passages) = {}, (0, 0)
        self._revisions.keep(revisions)  # what an earlier run stored can be searched at once
        self._record.opened(files_, passages)

    async def _begin_anew(self) -> None:
        """Leave an index that is damaged, or was taken away, and begin a new one."""
        # A connection that is closed later would take the new index's side files with it.
        await self._meanings.aclose()
        try:
            kept = await self._crew.begin_anew()
        finally:
            self._meanings.begin()
        self._revisions.begin_anew()
        self._record.begun_anew(kept)
        _log.warning("memory_index_begun_anew", extra={"kept_as": kept and kept.name})
