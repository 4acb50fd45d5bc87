"""What stands behind the trace page: past turns, how one runs again, and the switches."""

from dataclasses import dataclass
from typing import Protocol

from recall_sidecar.switchboard import Switchboard
from recall_sidecar.traced import TurnTrace
from recall_sidecar.turn_archive import TurnArchive

__all__ = ["Page"]


class _Rerun(Protocol):
    def can(self, trace_id: str) -> bool:
        """Return whether the turn of that trace can be run again."""

    async def again(self, trace_id: str) -> TurnTrace | None:
        """Run the turn of that trace again, None when it cannot be."""


@dataclass(frozen=True, slots=True)
class Page:
    """The page's own services."""

    archive: TurnArchive
    switchboard: Switchboard
    rerun: _Rerun

    def can_replay(self, trace_id: str) -> bool:
        """Return whether the turn of that trace can be run again."""
        return self.rerun.can(trace_id)

    async def replay(self, trace_id: str) -> TurnTrace | None:
        """Run the turn of that trace again, None when it cannot be."""
        return await self.rerun.again(trace_id)
