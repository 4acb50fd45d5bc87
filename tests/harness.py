"""A pipeline over fakes: a scripted model, a small memory, and settings in a temporary folder."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from recall_sidecar.breaker import CircuitBreaker
from recall_sidecar.cache import RecallCache
from recall_sidecar.deadline import Clock, SystemClock
from recall_sidecar.events import TurnEvent
from recall_sidecar.llm.spend import SpendLedger
from recall_sidecar.paths import Paths, shipped
from recall_sidecar.pipeline import Pipeline, Services
from recall_sidecar.recall.ask import Progress
from recall_sidecar.recall.ladder import Ladder
from recall_sidecar.recall.need.weights import Weights
from recall_sidecar.recall.sub_agent import SubAgent
from recall_sidecar.settings.live import LiveSettings
from recall_sidecar.styles import load_styles
from recall_sidecar.testing import MemoryFixture, ScriptedModel
from recall_sidecar.toggles import SessionToggles
from recall_sidecar.trace import Tracer
from recall_sidecar.transcripts import Transcripts
from recall_sidecar.turn_shelf import TurnShelf

# One memory, the reply that rests on it, and a chat in which others read along.
TEA = "Mara drinks oolong tea which she likes in the morning."
ANSWER = "[1] Mara likes oolong tea in the morning."
GROUP = "agent:main:telegram:group:77"
# How many recalls may go on without a caller.
DETACHED = 32
# Weights that find any evidence worth a look, so that a test is about what it says.
HELPFUL = Weights({}, 10.0, {"eager": 0.5, "balanced": 0.5, "frugal": 0.5})
SECRET = "sk-live-4242"  # the stand-in for whatever the real masker knows


def mask(text: str) -> str:
    """Mask the one secret that these tests use."""
    return text.replace(SECRET, "[secret]")


@dataclass
class Harness:
    """Everything a test of the pipeline wants to look at; make one with `make`."""

    pipeline: Pipeline
    services: Services
    model: ScriptedModel
    memory: MemoryFixture
    breaker: CircuitBreaker
    spend: SpendLedger
    toggles: SessionToggles
    turns: int = field(default=0)

    def turn(self, text: str = "which tea does Mara like?", **changes: Any) -> TurnEvent:  # noqa: ANN401
        """Return an ordinary turn in a direct chat; each has a run of its own."""
        self.turns += 1
        fields: dict[str, Any] = {
            "host": "openclaw",
            "agent_id": "main",
            "text": text,
            "session_key": "agent:main:telegram:direct:42",
            "run_id": f"run-{self.turns}",
            "trigger": "user",
            "message_provider": "telegram",
            "channel_id": "42",
            "sender_id": "42",
            "sender_is_owner": True,
        }
        return TurnEvent(**{**fields, **changes})

    async def aclose(self) -> None:
        """Close what runs."""
        await self.services.cache.aclose()
        await self.pipeline.aclose()
        await self.spend.aclose()


def make(
    home: Path,
    flags: Mapping[str, Any] | None = None,
    *,
    clock: Clock | None = None,
    model: ScriptedModel | None = None,
    memory: MemoryFixture | None = None,
) -> Harness:
    """Build a pipeline; `flags` are settings by dotted key. The model is `mock/fast` unless they say otherwise."""
    paths = Paths.below(home)
    clock = clock or SystemClock()
    model = model or ScriptedModel()
    memory = memory or MemoryFixture()
    settings = LiveSettings(paths, {}, {"model.name": "mock/fast", **(flags or {})})
    styles = load_styles(shipped("prompt_styles"), paths.styles_dir)
    spend = SpendLedger(paths.spend_file, clock, {})
    breaker = CircuitBreaker(clock)
    toggles = SessionToggles(paths.toggles_file, clock=clock)
    sub_agent = SubAgent(
        memory=memory, model=model, styles=lambda: styles, mask=mask, spend=spend, clock=clock
    )
    cache: RecallCache[Progress] = RecallCache(clock, max_entries=100, max_detached=DETACHED)
    services = Services(
        settings=settings,
        toggles=toggles,
        memory=memory,
        ladder=Ladder(
            memory=memory,
            curated=memory,
            model=model,
            sub_agent=sub_agent,
            breaker=breaker,
            mask=mask,
            weights=HELPFUL,
        ),
        cache=cache,
        mask=mask,
        tracer=Tracer(ring_turns=50),
        shelf=TurnShelf(),
        transcripts=Transcripts(paths.transcripts_dir),
        clock=clock,
    )
    return Harness(Pipeline(services), services, model, memory, breaker, spend, toggles)


# The fixture `build`: as `make`, off the loop, with `TEA` in memory, closed after the test.
Build = Callable[..., Awaitable[Harness]]
