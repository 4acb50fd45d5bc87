"""A thread that owns one SQLite connection and does one job at a time.

SQLite and files never touch the event loop. A caller that is cancelled interrupts the statement that runs for it,
and no one else's.
"""

import asyncio
import logging
import sqlite3
import threading
import time
from collections.abc import Callable
from typing import TypeVar

from recall_sidecar.memory.thread import OneThread

__all__ = ["Cancelled", "Job", "Worker", "WorkerBusy"]

T = TypeVar("T")
Cancelled = threading.Event
# SQLite's own steps; some milliseconds of work.
_STEPS_BETWEEN_LOOKS = 100_000
# A thread that waits for a file system that does not answer is left behind; nothing in this process can end it.
_CLOSES_WITHIN_S = 2.0
Job = Callable[[sqlite3.Connection, Cancelled], T]
_log = logging.getLogger("recall_sidecar")


class WorkerBusy(Exception):
    """The thread did not get to a job in time; the job will not be done."""


class Worker:
    """The thread `name`; it connects with `connect` at its first job. End it with `aclose`."""

    def __init__(
        self,
        name: str,
        connect: Callable[[], sqlite3.Connection],
        *,
        closes_within_s: float = _CLOSES_WITHIN_S,
    ) -> None:
        self._name = name
        self._connect = connect
        self._closes_within_s = closes_within_s
        self._connection: sqlite3.Connection | None = None
        self._running: Cancelled | None = None
        self._since = 0.0
        self._begun: set[Cancelled] = set()
        self._pending: set[Cancelled] = set()
        self._pool = OneThread(name)

    @property
    def load(self) -> int:
        """Jobs that wait or run."""
        return len(self._pending)

    @property
    def busy_s(self) -> float:
        """For how long it has been at the present job, 0 when there is none."""
        return 0.0 if self._running is None else time.monotonic() - self._since

    async def run(self, job: Job[T], *, begins_within_s: float | None = None) -> T:
        """Return what `job` returns; it gets the connection, and an event that is set when nobody waits for it.

        Raises:
            WorkerBusy: Earlier jobs took longer than `begins_within_s`.
            sqlite3.Error: As the job or the connecting raised it.
        """
        cancelled = Cancelled()
        self._pending.add(cancelled)
        done = asyncio.get_running_loop().run_in_executor(self._pool, self._do, job, cancelled)
        try:
            if begins_within_s is not None and self.load > 1:
                await self._begins(cancelled, done, begins_within_s)
            return await done
        except (asyncio.CancelledError, WorkerBusy):
            done.cancel()
            self._interrupt(cancelled)
            raise
        finally:
            self._pending.discard(cancelled)

    async def apart(self, work: Callable[[], T]) -> T:
        """Return what `work` returns, done in the thread and without a connection."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    async def disconnect(self) -> None:
        """Close the connection; the next job connects anew."""
        await self.apart(self._disconnect)

    async def aclose(self) -> None:
        """Interrupt what runs, close the connection and end the thread; one that hangs is left behind."""
        for cancelled in tuple(self._pending):
            self._interrupt(cancelled)
        try:
            async with asyncio.timeout(self._closes_within_s):
                await self.disconnect()
        except TimeoutError:
            _log.warning("memory_thread_hangs", extra={"worker": self._name})
            self._pool.shutdown(wait=False)
            return
        self._pool.shutdown(wait=False)
        # It has nothing left to do and ends within a moment; `join` would block the loop for it.
        while self._pool.is_alive:  # noqa: ASYNC110
            await asyncio.sleep(0.001)

    async def _begins(self, cancelled: Cancelled, done: asyncio.Future[T], within_s: float) -> None:
        await asyncio.wait({done}, timeout=within_s)
        if not done.done() and cancelled not in self._begun:
            raise WorkerBusy

    def _do(self, job: Job[T], cancelled: Cancelled) -> T:
        self._since = time.monotonic()
        self._running = cancelled
        self._begun.add(cancelled)
        try:
            return self._attempt(job, cancelled)
        except sqlite3.OperationalError as error:
            # An interrupt meant for the job before may arrive late; jobs can be done again from the start.
            if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT or cancelled.is_set():
                raise
            return self._attempt(job, cancelled)
        finally:
            self._running = None
            self._begun.discard(cancelled)

    def _attempt(self, job: Job[T], cancelled: Cancelled) -> T:
        if self._connection is None:
            self._connection = self._connect()
            self._connection.set_progress_handler(self._is_unwanted, _STEPS_BETWEEN_LOOKS)
        try:
            return job(self._connection, cancelled)
        finally:
            if self._connection.in_transaction:
                self._connection.rollback()

    def _is_unwanted(self) -> bool:
        """Tell SQLite to stop: an interrupt that comes just before a statement begins is lost, this is not."""
        return self._running is not None and self._running.is_set()

    def _interrupt(self, cancelled: Cancelled) -> None:
        cancelled.set()
        connection = self._connection
        if self._running is cancelled and connection is not None:
            connection.interrupt()

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
