"""Run a past turn again, as things are now, and leave nothing of it behind.

It goes through a pipeline of its own, whose cache, trace, ledger and transcripts are thrown away, before a breaker that it
reports nothing to; settings, switches and visibility are those of now. A model's call is counted, because it costs. What
the session had been told before the turn is not known any more, so only the turn's own conversation counts as visible.
"""

from dataclasses import replace

from recall_sidecar.breaker import Bystander, CircuitBreaker
from recall_sidecar.cache import RecallCache
from recall_sidecar.pipeline import Pipeline
from recall_sidecar.recall.ask import Progress
from recall_sidecar.trace import Tracer
from recall_sidecar.traced import TurnTrace
from recall_sidecar.turn_services import Services
from recall_sidecar.turn_shelf import TurnShelf

__all__ = ["Rerun"]


class Rerun:
    """Runs turns again that are kept as their hosts sent them."""

    def __init__(self, services: Services, breaker: CircuitBreaker) -> None:
        self._services = services
        self._breaker = breaker

    async def again(self, trace_id: str) -> TurnTrace | None:
        """Run the turn of that trace and return how it went now; None when it is not kept any more.

        No host is there to lend its model, so a turn that would need it ends without one.
        """
        turn = self._services.shelf.find(trace_id)
        if turn is None:
            return None
        services = self._thrown_away()
        pipeline = Pipeline(services)
        try:
            await pipeline.run(replace(turn, lends_model=False))
        finally:
            await services.cache.aclose()
            await pipeline.aclose()
        return services.tracer.recent(1)[0]

    def _thrown_away(self) -> Services:
        cache: RecallCache[Progress] = RecallCache(self._services.clock, max_entries=1, max_detached=0)
        return replace(
            self._services,
            ladder=self._services.ladder.reporting_to(Bystander(self._breaker)),
            cache=cache,
            tracer=Tracer(ring_turns=1),
            shelf=TurnShelf(),
            transcripts=None,
        )
