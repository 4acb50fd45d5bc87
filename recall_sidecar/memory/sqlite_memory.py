"""`MemorySource` over memory files, with an SQLite index.

One thread writes, two read, each with its own connection; the event loop only waits. With an embedder a fourth gives
passages their vectors; until they have them, and whenever it fails, words alone decide. Searches see the index as the
last committed transaction left it, also while a refresh runs or another process holds the write lock.
"""

import logging
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Self, TypeVar

from recall_sidecar.deadline import Clock
from recall_sidecar.errors import MemoryStoreError
from recall_sidecar.memory import files, index, schema, search
from recall_sidecar.memory.asked import ask
from recall_sidecar.memory.conversations.folder import is_conversation
from recall_sidecar.memory.conversations.store import ConversationStore
from recall_sidecar.memory.folders import visible_to
from recall_sidecar.memory.meanings import Embedders, Meanings, no_embedder
from recall_sidecar.memory.port import (
    IndexReport,
    MemoryStatus,
    ReadResult,
    SearchQuery,
    SearchResult,
    TriggerHit,
    Viewer,
)
from recall_sidecar.memory.score import Yardstick
from recall_sidecar.memory.scrub import delete_set_aside, scrub
from recall_sidecar.memory.sources import Sources, configured
from recall_sidecar.memory.triggered import find_triggered
from recall_sidecar.memory.worker import Cancelled, Job, Worker
from recall_sidecar.settings import MemorySettings

__all__ = ["SqliteMemory"]

T = TypeVar("T")
_READERS = 2
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
    ) -> None:
        self._file = index_file
        self._settings = settings
        self._sources = Sources(configured(settings), conversations)
        self._clock = clock
        self._writer = Worker("memory-writer", lambda: schema.connect_writer(index_file))
        self._readers = tuple(
            Worker(f"memory-reader-{number}", lambda: schema.connect_reader(index_file))
            for number in range(1, _READERS + 1)
        )
        self._meanings = Meanings(index_file, settings.embedding, embedders)
        self._revisions: dict[str, int] = {}
        self._report: IndexReport | None = None
        self._status = MemoryStatus(ready=False)
        self._notes: tuple[str, ...] = ()
        self._damaged = False
        # Counts what lets revisions start again at 0: other settings, an index begun anew.
        self._epoch = 0

    @classmethod
    async def open(
        cls,
        index_file: Path,
        settings: MemorySettings,
        *,
        clock: Clock,
        embedders: Embedders = no_embedder,
        conversations: ConversationStore | None = None,
    ) -> Self:
        """Open the index at `index_file`, or make it; `refresh` then brings it up to date with the files.

        A damaged index is kept beside it as `NAME.corrupt-N` and a new one begun, which `status` reports.

        Raises:
            MemoryStoreError: The index belongs to a newer program, is locked, or its folder cannot be written.
        """
        memory = cls(index_file, settings, clock, embedders, conversations)
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
            self._meanings.use(settings.embedding)
            self._epoch += 1

    async def search(self, query: SearchQuery) -> SearchResult:
        """Return the best hits at or above the floor; a file deleted since the last refresh is not among them.

        Raises:
            MemoryStoreError: The index cannot be read.
        """
        started = self._clock.monotonic()
        folders = self._sources.visible_to(query.viewer)

        def job(connection: sqlite3.Connection, _: Cancelled) -> search.Found:
            return search.find(
                connection,
                # Daily notes are named by the day of the machine they are written on.
                ask(query.text, query.now.astimezone().date()),
                query.viewer,
                folders,
                max_hits=self._settings.max_hits if query.max_hits is None else query.max_hits,
                min_score=self._settings.min_score if query.min_score is None else query.min_score,
                meaning=self._meanings.of(query.text),
            )

        found = await self._ask(self._idle_reader(), job)
        elapsed_ms = (self._clock.monotonic() - started) * 1000
        return SearchResult(found.hits, elapsed_ms, self._meanings.problem or None, found.below_floor)

    async def triggered(
        self, message: str, query: SearchQuery, *, exact: bool = False
    ) -> tuple[TriggerHit, ...]:
        """Return the curated entries that `message` calls by a trigger phrase; see `TriggerSource`.

        Raises:
            MemoryStoreError: The index cannot be read.
        """
        viewer, folders = query.viewer, self._sources.visible_to(query.viewer)
        if viewer.chat == "shared" or not folders:
            return ()

        def job(connection: sqlite3.Connection, _: Cancelled) -> tuple[TriggerHit, ...]:
            return find_triggered(connection, message, query.text, viewer, folders, exact=exact)

        return await self._ask(self._idle_reader(), job)

    async def yardstick(self, text: str, viewer: Viewer) -> Yardstick:
        """Return what measures passages of other stores against `text` as the index measures its own.

        Raises:
            MemoryStoreError: The index cannot be read.
        """
        folders = self._sources.visible_to(viewer)

        def job(connection: sqlite3.Connection, _: Cancelled) -> Yardstick:
            return search.yardstick(connection, text, viewer, folders)

        return await self._ask(self._idle_reader(), job)

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

        def job(_: sqlite3.Connection, __: Cancelled) -> ReadResult | None:
            limit = self._settings.max_file_bytes
            return files.read(folders, viewer, path, from_line=from_line, lines=lines, max_file_bytes=limit)

        try:
            return await self._ask(self._idle_reader(), job)
        except OSError as error:
            reason = error.strerror or type(error).__name__
            message = f"The memory file {path!r} cannot be read: {reason}."
            raise MemoryStoreError(message) from error

    def revision(self, agent_id: str) -> str:
        """Return the revisions of the agent's folders, and how many meanings are known."""
        folders = visible_to(self._sources.folders, Viewer(agent_id))
        marks = (f"{folder.name}:{self._revisions.get(folder.key, 0)}" for folder in folders)
        talk = sum(count for key, count in self._revisions.items() if is_conversation(key))
        return " ".join(filter(None, (str(self._epoch), *marks, f"talk:{talk}", self._meanings.revision)))

    async def status(self) -> MemoryStatus:
        """Return what the last refresh found, and why meanings are not searched where they are not."""
        problem = self._meanings.problem
        return replace(self._status, problems=(*self._status.problems, *filter(None, (problem,))))

    async def refresh(self, *, rebuild: bool = False) -> IndexReport:
        """Bring the index up to date with the files; `rebuild` starts it anew, with nothing to find until it is read.

        Raises:
            MemoryStoreError: The index cannot be written; searches go on with what it holds.
        """
        started = self._clock.monotonic()
        if self._damaged:
            await self._begin_anew()

        def job(connection: sqlite3.Connection, cancelled: Cancelled) -> IndexReport:
            return index.Refresh(
                connection,
                self._sources.everything(),
                self._settings.max_file_bytes,
                int(self._clock.now().timestamp() * 1_000_000_000),
                cancelled,
                self._keep_revisions,
            ).run(rebuild=rebuild)

        try:
            report = await self._ask(self._writer, job)
        except MemoryStoreError as error:
            self._status = replace(self._status, problems=(*self._notes, str(error)))
            raise
        self._meanings.wake(tuple(self._revisions.items()))
        report = replace(report, elapsed_ms=(self._clock.monotonic() - started) * 1000)
        self._status = MemoryStatus(
            ready=True,
            files=report.files,
            passages=report.passages,
            refreshed_at=self._clock.now(),
            problems=(*self._notes, *report.problems),
            detail=""
            if self._sources.folders
            else "No folder is configured; name one in [[memory.folders]].",
        )
        return report

    async def scrub(self) -> None:
        """Leave nothing on disk of what was deleted, nor damaged indexes that were kept; raises `MemoryStoreError`."""
        await self._ask(self._writer, lambda connection, _: scrub(connection))
        await self._writer.apart(lambda: delete_set_aside(self._file))
        self._meanings.forget()

    async def embedded(self) -> None:
        """Wait until every passage has its vector, or until none can be had."""
        await self._meanings.settled()

    async def aclose(self) -> None:
        """Interrupt what runs, close the index and end the threads."""
        await self._meanings.aclose()
        for worker in (*self._readers, self._writer):
            await worker.aclose()

    async def _begin(self) -> None:
        """Connect, and begin a new index where the old one is damaged."""

        def job(connection: sqlite3.Connection, _: Cancelled) -> tuple[dict[str, int], tuple[int, int]]:
            return index.revisions(connection), index.extent(connection)

        try:
            self._revisions, (files_, passages) = await self._writer.run(job)
        except (sqlite3.Error, OSError) as error:
            if not schema.is_corrupt(error):
                raise schema.explain(error, self._file) from error
            await self._begin_anew()
            self._revisions, (files_, passages) = {}, (0, 0)
        # What an earlier run stored can be searched at once; an empty index has nothing to say before a refresh.
        self._status = MemoryStatus(ready=passages > 0, files=files_, passages=passages, problems=self._notes)

    async def _begin_anew(self) -> None:
        """Move a damaged index aside; the next job begins a new one."""
        # A connection that is closed later would take the new index's side files with it.
        await self._meanings.aclose()
        for reader in self._readers:
            await reader.disconnect()
        await self._writer.disconnect()
        kept = await self._writer.apart(lambda: schema.set_aside(self._file))
        self._meanings.begin()
        self._damaged = False
        self._epoch += 1
        self._notes = (f"The index was damaged; it is kept as {kept.name} and was built anew.",)
        _log.warning("memory_index_damaged", extra={"kept_as": kept.name})

    async def _ask(self, worker: Worker, job: Job[T]) -> T:
        try:
            return await worker.run(job)
        except sqlite3.Error as error:
            self._damaged = self._damaged or schema.is_corrupt(error)
            raise schema.explain(error, self._file) from error

    def _idle_reader(self) -> Worker:
        return min(self._readers, key=lambda reader: reader.load)

    def _keep_revisions(self, revisions: dict[str, int]) -> None:
        self._revisions = revisions
