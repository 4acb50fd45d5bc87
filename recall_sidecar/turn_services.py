"""What a turn needs: the parts that the daemon builds once."""

from dataclasses import dataclass, field

from recall_sidecar.cache import RecallCache
from recall_sidecar.deadline import Clock
from recall_sidecar.memory.port import MemorySource
from recall_sidecar.recall.ask import Mask, Progress
from recall_sidecar.recall.ladder import Ladder
from recall_sidecar.settings.live import LiveSettings
from recall_sidecar.toggles import SessionToggles
from recall_sidecar.trace import Tracer
from recall_sidecar.transcripts import Transcripts
from recall_sidecar.turn_shelf import TurnShelf

__all__ = ["Services"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """What a turn needs; built once, by the daemon. Without `transcripts` none are kept."""

    settings: LiveSettings
    toggles: SessionToggles
    memory: MemorySource
    ladder: Ladder
    cache: RecallCache[Progress]
    mask: Mask
    tracer: Tracer
    shelf: TurnShelf = field(default_factory=TurnShelf)
    transcripts: Transcripts | None
    clock: Clock
