"""The threads of the index: one that writes, two that read, and what is known of the file they have open.

Readers may hang, in a folder of a network that does not answer. Then whoever comes later is refused at once, and not
before a queue; when they are free again they are used again.
"""

import asyncio
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from recall_sidecar.errors import MemoryStoreError
from recall_sidecar.memory import schema
from recall_sidecar.memory.laid import laying
from recall_sidecar.memory.worker import Job, Worker, WorkerBusy

__all__ = ["Crew"]

T = TypeVar("T")
_READERS = 2
# A search takes milliseconds; no index that is in order makes one take this long.
_HANGS_AFTER_S = 5.0


class Crew:
    """Who works on the index at `index_file`; end it with `aclose`.

    Attributes:
        is_damaged: The file is damaged, or no longer the one that was opened; `begin_anew` mends that.
    """

    def __init__(
        self, index_file: Path, *, on_damage: Callable[[], object], hangs_after_s: float = _HANGS_AFTER_S
    ) -> None:
        self._file = index_file
        self._on_damage = on_damage
        self._hangs_after_s = hangs_after_s
        self.is_damaged = False
        self._is_between = False
        self._opened: tuple[int, int] | None = None
        self._writer = Worker("memory-writer", self._connect_writer)
        self._laid = laying()
        self._readers = tuple(
            Worker(f"memory-reader-{number}", lambda: schema.connect_reader(index_file, self._laid))
            for number in range(1, _READERS + 1)
        )

    @property
    def has_free_reader(self) -> bool:
        """Whether a job for a reader would be taken."""
        return any(reader.busy_s < self._hangs_after_s for reader in self._readers)

    async def read(self, job: Job[T]) -> T:
        """Return what `job` returns, done by the reader that has least to do.

        Raises:
            MemoryStoreError: All readers hang, or the index cannot be read or is just being replaced.
        """
        if self._is_between:
            message = "the memory index is being built anew; ask again in a moment"
            raise MemoryStoreError(message)
        able = [reader for reader in self._readers if reader.busy_s < self._hangs_after_s]
        if not able:
            raise self._hang()
        reader = min(able, key=lambda reader: reader.load)
        try:
            return await self._ask(reader, job, begins_within_s=self._hangs_after_s)
        except WorkerBusy:
            raise self._hang() from None

    async def write(self, job: Job[T]) -> T:
        """Return what `job` returns, done by the writer.

        Raises:
            MemoryStoreError: The index cannot be written.
        """
        try:
            return await self._ask(self._writer, job)
        except OSError as error:
            raise schema.explain(error, self._file) from error

    async def look(self, work: Callable[[], T]) -> T:
        """Return what `work` returns, done in the writer's thread without its connection."""
        return await self._writer.apart(work)

    def is_replaced(self) -> bool:
        """Return whether another file, or none, stands where the index was opened. For threads."""
        return self._opened is not None and _identity(self._file) != self._opened

    def forsake(self) -> None:
        """Take note that the index cannot be used any more, and tell who mends it."""
        if not self.is_damaged:
            self.is_damaged = True
            self._on_damage()

    async def begin_anew(self) -> Path | None:
        """Close every connection, move a damaged index aside, begin a new one, and return where the old one is.

        None when there was no file to move. Nobody reads meanwhile: half of an index would be an error.

        Raises:
            MemoryStoreError: A new index cannot be made.
        """
        self._is_between = True
        try:
            for reader in self._readers:
                await reader.disconnect()
            await self._writer.disconnect()
            kept = None
            if not await self._writer.apart(self.is_replaced):
                kept = await self._writer.apart(lambda: schema.set_aside(self._file))
            self._opened = None
            self.forget()
            await self.write(lambda *_: None)
            self.is_damaged = False
        finally:
            self._is_between = False
        return kept

    def forget(self) -> None:
        """Keep in memory nothing of what readers have read: some of it was deleted for good."""
        self._laid.forget()

    async def aclose(self) -> None:
        """Interrupt what runs, close the index and end the threads."""
        # Readers first: the connection that is closed last cleans up, and must be one that may write.
        await asyncio.gather(*(reader.aclose() for reader in self._readers))
        await self._writer.aclose()

    async def _ask(self, worker: Worker, job: Job[T], *, begins_within_s: float | None = None) -> T:
        try:
            return await worker.run(job, begins_within_s=begins_within_s)
        except sqlite3.Error as error:
            if schema.is_corrupt(error):
                self.forsake()
            raise schema.explain(error, self._file) from error

    def _connect_writer(self) -> sqlite3.Connection:
        connection = schema.connect_writer(self._file)
        self._opened = _identity(self._file)
        return connection

    def _hang(self) -> MemoryStoreError:
        return MemoryStoreError(
            f"Searches have been waiting for {self._hangs_after_s:g} s or longer, as for a folder of a network that does "
            "not answer; bring it back, or take it out of [[memory.folders]]."
        )


def _identity(file: Path) -> tuple[int, int] | None:
    try:
        found = os.stat(file)  # noqa: PTH116 - both numbers in one call
    except OSError:
        return None
    return found.st_dev, found.st_ino
