"""Fakes of what stands behind the trace page."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeVar

from recall_sidecar.errors import MemoryStoreError
from recall_sidecar.traced import TurnTrace

__all__ = ["FakeHistory", "FakeRerun"]

T = TypeVar("T")


@dataclass
class FakeHistory:
    """Turns on disk, in their JSON form, the newest first; `fails` is raised by every question."""

    records: list[dict[str, Any]] = field(default_factory=list)
    fails: MemoryStoreError | None = None

    async def collect(
        self,
        take: Callable[[dict[str, Any]], T | None],
        limit: int,
        *,
        before: str | None = None,
        since: datetime | None = None,
    ) -> list[T]:
        if self.fails is not None:
            raise self.fails
        asked = [record for record in self.records if before is None or record["traceId"] < before]
        return [taken for record in asked if (taken := take(record)) is not None][:limit]

    async def find(self, trace_id: str) -> dict[str, Any] | None:
        if self.fails is not None:
            raise self.fails
        return next((record for record in self.records if record["traceId"].startswith(trace_id)), None)


@dataclass
class FakeRerun:
    """Runs a turn again as `now` says."""

    now: TurnTrace | None = None
    asked: list[str] = field(default_factory=list)

    def can(self, trace_id: str) -> bool:
        return self.now is not None and trace_id == self.now.trace_id

    async def again(self, trace_id: str) -> TurnTrace | None:
        self.asked.append(trace_id)
        return self.now
