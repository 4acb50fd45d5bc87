"""What becomes of finished turns: they are kept for a while, counted, and written or sent where the owner wants it."""

from collections.abc import Mapping
from pathlib import Path

from recall_sidecar.deadline import Clock
from recall_sidecar.history import TraceHistory
from recall_sidecar.metrics.tally import Tally
from recall_sidecar.settings import TraceSettings
from recall_sidecar.telemetry import export
from recall_sidecar.telemetry.sender import SpanSender
from recall_sidecar.trace import Tracer

__all__ = ["Observation"]


class Observation:
    """The tracer and what it tells; close it with `aclose`.

    Attributes:
        history: Turns on disk, while the settings want them there.
        tally: What is counted for metrics.
        spans: Turns as OpenTelemetry's spans, where the environment names a collector.
        tracer: The turns of this process.
    """

    def __init__(
        self, history_file: Path, settings: TraceSettings, environment: Mapping[str, str], clock: Clock
    ) -> None:
        self.history = TraceHistory(history_file, settings, clock=clock)
        self.tally = Tally()
        self.spans = SpanSender(environment, export.open_exporter, is_installed=export.is_installed)
        self.tracer = Tracer(ring_turns=settings.ring_turns, sinks=(self.history, self.tally, self.spans))

    def left_out(self) -> dict[str, int]:
        """Return how many turns each store could not take."""
        return {"history": self.history.dropped, "telemetry": self.spans.state.left_out}

    def use(self, settings: TraceSettings) -> None:
        """Take changed settings into use."""
        self.history.use(settings)
        self.tracer.resize(settings.ring_turns)

    async def aclose(self) -> None:
        """Write and send what waits, within seconds."""
        await self.spans.aclose()
        await self.history.aclose()
