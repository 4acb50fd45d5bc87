"""Keep finished turns on disk without ever making one wait.

A thread of its own owns the SQLite file; turns reach it through a bounded queue. When disk is slow, full or broken,
turns are left out of the history and counted: no turn notices.
"""

import asyncio
import logging
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from recall_sidecar.deadline import Clock, SystemClock
from recall_sidecar.errors import MemoryStoreError
from recall_sidecar.history_store import HistoryStore
from recall_sidecar.settings import TraceSettings
from recall_sidecar.trace import TurnTrace

__all__ = ["Job", "TraceHistory"]

T = TypeVar("T")
Job = Callable[[], None]

_MAX_WAITING = 1000
_PURGE_EVERY_S = 3600.0
_CLOSE_TIMEOUT_S = 5.0
_log = logging.getLogger("recall_sidecar")


class TraceHistory:
    """The turns on disk, a `TraceSink`; close it with `aclose`.

    Nothing is written, not even a file, unless `trace.history` is on. `dropped` counts turns that could not be kept
    and `problem` says why the last one could not, None when it could.
    """

    def __init__(
        self,
        path: Path,
        settings: TraceSettings,
        *,
        clock: Clock | None = None,
        max_waiting: int = _MAX_WAITING,
    ) -> None:
        self.dropped = 0
        self.problem: str | None = None
        self._path = path
        self._settings = settings
        self._clock = clock or SystemClock()
        # Simple: handing a turn over costs a fraction of what a queue takes that can make its callers wait.
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._max_waiting = max_waiting
        self._thread: threading.Thread | None = None
        self._store: HistoryStore | None = None
        self._purge_at = self._clock.monotonic() + _PURGE_EVERY_S
        self._closed = False

    def use(self, settings: TraceSettings) -> None:
        """Take changed settings into use."""
        self._settings = settings

    def keep(self, trace: TurnTrace) -> None:
        """Hand a finished turn to the thread."""
        settings = self._settings
        if not settings.history or self._closed:
            return

        def add() -> None:
            if not self._attempt(lambda: self._opened().add(trace, keep_texts=settings.keep_text_days > 0)):
                self.dropped += 1

        if not self._submit(add):
            self.dropped += 1

    async def recent(self, limit: int = 50, *, session_key: str | None = None) -> list[dict[str, Any]]:
        """Return the newest turns first in their JSON form; raises `MemoryStoreError`."""
        return await self._ask(lambda store: store.recent(limit, session_key=session_key), none=[])

    async def collect(
        self,
        take: Callable[[dict[str, Any]], T | None],
        limit: int,
        *,
        before: str | None = None,
        since: datetime | None = None,
    ) -> list[T]:
        """Return what `take` makes of the newest turns on disk, see `HistoryStore.collect`; raises `MemoryStoreError`.

        `take` runs beside the event loop.
        """
        return await self._ask(lambda store: store.collect(take, limit, before=before, since=since), none=[])

    async def find(self, trace_id: str) -> dict[str, Any] | None:
        """Return the turn of that id or unique beginning in its JSON form; raises `MemoryStoreError`."""
        return await self._ask(lambda store: store.find(trace_id), none=None)

    async def purge(self) -> int:
        """Delete what is past its days, also when the history is off by now; return how many turns went.

        Called at start, and by the thread every hour.
        """
        return await self._ask(self._purge_store, none=0)

    async def forget(self, is_meant: Callable[[dict[str, Any]], bool]) -> int:
        """Delete the words of the turns that `is_meant` says; return how many they were; raises `MemoryStoreError`."""
        return await self._ask(lambda store: store.forget(is_meant), none=0)

    async def aclose(self) -> None:
        """Write what waits, within seconds, and release file and thread."""
        self._closed = True
        await asyncio.to_thread(self._stop)

    async def _ask(self, question: Callable[[HistoryStore], T], *, none: T) -> T:
        answer: Future[T] = Future()

        def work() -> None:
            if not answer.set_running_or_notify_cancel():
                return
            try:
                answer.set_result(question(self._opened()) if self._path.exists() else none)
            except (MemoryStoreError, OSError) as error:
                answer.set_exception(error)

        if self._closed or not self._submit(work):
            message = "the trace history is closed or busy: ask again in a moment"
            raise MemoryStoreError(message)
        return await asyncio.wrap_future(answer)

    def _submit(self, job: Job) -> bool:
        if self._thread is None:
            self._thread = threading.Thread(target=self._serve, name="trace-history", daemon=True)
            self._thread.start()
        if self._jobs.qsize() >= self._max_waiting:
            return False
        self._jobs.put(job)
        return True

    def _stop(self) -> None:
        if self._thread is None:
            return
        self._jobs.put(None)
        self._thread.join(_CLOSE_TIMEOUT_S)

    def _serve(self) -> None:
        while True:
            try:
                job = self._jobs.get(timeout=_PURGE_EVERY_S)
            except queue.Empty:
                job = self._purge_when_due
            if job is None:
                break
            job()
            self._purge_when_due()
        if self._store is not None:
            self._store.close()

    def _opened(self) -> HistoryStore:
        if self._store is None:
            self._store = HistoryStore.open(self._path)
        return self._store

    def _purge_when_due(self) -> None:
        if self._clock.monotonic() >= self._purge_at and self._path.exists():
            self._purge_at = self._clock.monotonic() + _PURGE_EVERY_S
            self._attempt(lambda: self._purge_store(self._opened()))

    def _purge_store(self, store: HistoryStore) -> int:
        settings = self._settings
        return store.purge(
            self._clock.now(), history_days=settings.history_days, keep_text_days=settings.keep_text_days
        )

    def _attempt(self, work: Callable[[], object]) -> bool:
        try:
            work()
        except (MemoryStoreError, OSError) as error:
            if self.problem is None:
                _log.warning("history_failed", extra={"error": type(error).__name__})
            self.problem = f"turns are not kept on disk: {error}"
            return False
        self.problem = None
        return True
