"""Run a past turn again, as things are now, for somebody who looks at it; nothing of it is kept.

What its trace holds of it is run, as long as the daemon has the trace with its words. A model's call is counted, because it costs.
"""

from recall_sidecar.pipeline import Pipeline
from recall_sidecar.replay import turn_of
from recall_sidecar.trace import Tracer
from recall_sidecar.traced import TurnTrace

__all__ = ["Rerun"]


class Rerun:
    """Runs the turns again that `tracer` has."""

    def __init__(self, tracer: Tracer, pipeline: Pipeline) -> None:
        self._tracer = tracer
        self._pipeline = pipeline

    def can(self, trace_id: str) -> bool:
        """Return whether the turn of that trace can be run again."""
        trace = self._tracer.find(trace_id)
        return trace is not None and turn_of(trace) is not None

    async def again(self, trace_id: str) -> TurnTrace | None:
        """Run the turn of that trace and return how it went now; None when it is not kept, or the gate had refused it."""
        trace = self._tracer.find(trace_id)
        turn = None if trace is None else turn_of(trace)
        if trace is None or turn is None:
            return None
        return await self._pipeline.replay(
            turn, since=None if trace.asker is None else trace.asker.turn_number
        )
