"""A sidecar without its daemon: the product's own pipeline over an index that is there."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from recall_sidecar.breaker import CircuitBreaker
from recall_sidecar.cache import RecallCache
from recall_sidecar.deadline import Clock
from recall_sidecar.llm.port import ModelClient
from recall_sidecar.llm.spend import SpendLedger
from recall_sidecar.memory.sqlite_memory import SqliteMemory
from recall_sidecar.paths import Paths, shipped
from recall_sidecar.pipeline import Pipeline, Services
from recall_sidecar.recall.ask import Progress
from recall_sidecar.recall.ladder import Ladder
from recall_sidecar.recall.sub_agent import SubAgent
from recall_sidecar.settings.live import LiveSettings
from recall_sidecar.styles import load_styles
from recall_sidecar.toggles import SessionToggles
from recall_sidecar.trace import Tracer
from recall_sidecar.transcripts import Transcripts

__all__ = ["Sidecar"]


class Sidecar:
    """One pipeline with settings of its own; close it with `aclose`."""

    def __init__(
        self, home: Path, memory: SqliteMemory, model: ModelClient, flags: Mapping[str, Any], clock: Clock
    ) -> None:
        paths = Paths.below(home)
        settings = LiveSettings(paths, {}, {"model.max_calls_per_hour": 0, **flags})
        styles = load_styles(shipped("prompt_styles"), paths.styles_dir)
        breaker = CircuitBreaker(clock)
        self._spend = SpendLedger(paths.spend_file, clock, {})
        self._cache: RecallCache[Progress] = RecallCache(clock, max_entries=1000, max_detached=8)
        self.tracer = Tracer(ring_turns=1)
        sub_agent = SubAgent(
            memory=memory, model=model, styles=lambda: styles, mask=str, spend=self._spend, clock=clock
        )
        ladder = Ladder(
            memory=memory, curated=memory, model=model, sub_agent=sub_agent, breaker=breaker, mask=str
        )
        self.pipeline = Pipeline(
            Services(
                settings=settings,
                toggles=SessionToggles(paths.toggles_file, clock=clock),
                memory=memory,
                ladder=ladder,
                cache=self._cache,
                mask=str,
                tracer=self.tracer,
                transcripts=Transcripts(paths.transcripts_dir),
                clock=clock,
            )
        )

    async def aclose(self) -> None:
        """Close what runs."""
        await self._cache.aclose()
        await self.pipeline.aclose()
        await self._spend.aclose()
