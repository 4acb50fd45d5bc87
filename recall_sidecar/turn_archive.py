"""Past turns from both places that keep them: the daemon's memory, with their words, and the history on disk."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final, Protocol, TypeVar

from recall_sidecar.errors import MemoryStoreError
from recall_sidecar.trace import Tracer
from recall_sidecar.trace_json import to_json
from recall_sidecar.turn_rows import RowFilter, TurnRow, newest, row_of, row_of_record

__all__ = ["History", "TurnArchive"]

T = TypeVar("T")

# What figures are made of at most: two weeks of a busy agent, read in about a second beside the event loop.
_MOST_TURNS: Final = 20_000


class History(Protocol):
    """The turns on disk; each raises `MemoryStoreError` when they cannot be read."""

    async def collect(
        self,
        take: Callable[[dict[str, Any]], T | None],
        limit: int,
        *,
        before: str | None = None,
        since: datetime | None = None,
    ) -> list[T]:
        """Return what `take` makes of the newest turns."""

    async def find(self, trace_id: str) -> dict[str, Any] | None:
        """Return the turn of that id, or of the only id that begins so."""


class TurnArchive:
    """Finds past turns. A history that cannot be read leaves the turns in memory, and is told."""

    def __init__(self, tracer: Tracer, history: History) -> None:
        self._tracer = tracer
        self._history = history

    async def rows(self, wanted: RowFilter, limit: int) -> tuple[list[TurnRow], str]:
        """Return the newest turns that are wanted, and why older ones are missing, empty when none are."""
        in_memory: list[TurnRow] = []
        for trace in self._tracer.all():
            if len(in_memory) < limit and wanted.takes(row := row_of(trace)):
                in_memory.append(row)

        def take(record: Mapping[str, Any]) -> TurnRow | None:
            row = _row(record)
            return row if row is not None and wanted.takes(row) else None

        try:
            on_disk = await self._history.collect(take, limit, before=wanted.before, since=wanted.since)
        except MemoryStoreError as error:
            return newest([in_memory], limit), str(error)
        return newest([in_memory, on_disk], limit), ""

    async def since(self, now: datetime, *, hours: int) -> tuple[list[TurnRow], str]:
        """Return the turns of the last hours, the newest first, and why older ones are missing."""
        first = now - timedelta(hours=hours)
        return await self.rows(RowFilter(since=first), _MOST_TURNS)

    async def find(self, trace_id: str) -> dict[str, Any] | None:
        """Return a turn in its JSON form by its id, or the only one whose id begins so.

        Raises:
            MemoryStoreError: It is not in memory, and the history cannot be read.
        """
        trace = self._tracer.find(trace_id)
        return await self._history.find(trace_id) if trace is None else to_json(trace)


def _row(record: Mapping[str, Any]) -> TurnRow | None:
    try:
        return row_of_record(record)
    except KeyError:
        # Kept by another version.
        return None
