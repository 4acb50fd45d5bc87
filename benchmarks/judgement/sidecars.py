"""A sidecar without its daemon: the product's own pipeline over an index that is there."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

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
from recall_sidecar.recall.need.trained import trained
from recall_sidecar.recall.sub_agent import SubAgent
from recall_sidecar.settings.live import LiveSettings
from recall_sidecar.styles import Styles, load_styles
from recall_sidecar.toggles import SessionToggles
from recall_sidecar.trace import Tracer
from recall_sidecar.transcripts import Transcripts

__all__ = ["Sidecar"]


class Sidecar:
    """One pipeline with settings of its own; make it with `open` and close it with `aclose`."""

    def __init__(
        self,
        paths: Paths,
        settings: LiveSettings,
        styles: Styles,
        memory: SqliteMemory,
        model: ModelClient,
        clock: Clock,
    ) -> None:
        breaker = CircuitBreaker(clock)
        self._spend = SpendLedger(paths.spend_file, clock, {})
        self._cache: RecallCache[Progress] = RecallCache(clock, max_entries=1000, max_detached=8)
        self.tracer = Tracer(ring_turns=1)
        sub_agent = SubAgent(
            memory=memory, model=model, styles=lambda: styles, mask=str, spend=self._spend, clock=clock
        )
        ladder = Ladder(
            memory=memory,
            curated=memory,
            model=model,
            sub_agent=sub_agent,
            breaker=breaker,
            mask=str,
            weights=trained(),
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

    @classmethod
    async def open(
        cls, home: Path, memory: SqliteMemory, model: ModelClient, flags: Mapping[str, Any], clock: Clock
    ) -> Self:
        """Read what is read from files, and put the parts together; `flags` are settings by dotted key."""
        paths = Paths.below(home)

        def read() -> tuple[LiveSettings, Styles]:
            settings = LiveSettings(paths, {}, {"model.max_calls_per_hour": 0, **flags})
            return settings, load_styles(shipped("prompt_styles"), paths.styles_dir)

        settings, styles = await asyncio.to_thread(read)
        return cls(paths, settings, styles, memory, model, clock)

    async def aclose(self) -> None:
        """Close what runs."""
        await self._cache.aclose()
        await self.pipeline.aclose()
        await self._spend.aclose()
