"""What the rest of the program asks of whoever keeps conversations."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol

from recall_sidecar.events import TurnEnd, TurnEvent

__all__ = ["CaptureState", "Kept", "NotKept", "Purged", "TurnKeeper"]

# Why a turn that could be kept is not worth it.
NotKept = Literal["failed", "silent", "command", "no_words", "small_talk"]
# `off`: the agent's turns are not kept; `gate`: the turn may not recall; `nobody`: nobody knows whose it is.
Kept = Literal["kept", "known", "off", "gate", "nobody", "busy", "failed_to_write"] | NotKept


@dataclass(frozen=True, slots=True)
class Purged:
    """What was deleted: files that were too old, and files for want of room."""

    old: int = 0
    crowded: int = 0


@dataclass(frozen=True, slots=True)
class CaptureState:
    """What has become of the turns that were handed over since the start, and why the last one could not be written."""

    counts: Mapping[str, int] = field(default_factory=dict)
    purged: Purged = Purged()
    problem: str = ""


class TurnKeeper(Protocol):
    """Keeps the turns that hosts hand over."""

    @property
    def state(self) -> CaptureState:
        """What has been done so far."""

    def wants(self, agent_id: str) -> bool:
        """Return whether turns of an agent are kept."""

    def note(self, turn: TurnEvent) -> None:
        """Take note of a turn whose end will not say what it was about."""

    async def keep(self, ended: TurnEnd) -> Kept:
        """Keep a turn that has ended, and say what became of it; raises nothing but `CancelledError`."""
