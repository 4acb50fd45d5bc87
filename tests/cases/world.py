"""A whole turn as a host sees it: its JSON goes in, its answer comes out, over real files, index, masker and styles.

Only the model follows a script, and only the clock may be a fake. Nothing stands between: dialect, pipeline, ladder,
index and block are the product's own.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

# The first search loads it, and the budgets here are short.
import numpy as np  # noqa: F401

from recall_sidecar.breaker import CircuitBreaker
from recall_sidecar.cache import RecallCache
from recall_sidecar.deadline import Clock, SystemClock
from recall_sidecar.dialects import openclaw
from recall_sidecar.llm.spend import SpendLedger
from recall_sidecar.masking import SecretMasker
from recall_sidecar.memory.conversations.capture import Told
from recall_sidecar.memory.conversations.keeper import ConversationKeeper
from recall_sidecar.memory.conversations.store import ConversationStore
from recall_sidecar.memory.meanings import Embedders, no_embedder
from recall_sidecar.memory.sqlite_memory import SqliteMemory
from recall_sidecar.outcomes import Origin, RecallOutcome
from recall_sidecar.paths import Paths, shipped
from recall_sidecar.pipeline import Pipeline, Services
from recall_sidecar.recall.ask import Progress
from recall_sidecar.recall.ladder import Ladder
from recall_sidecar.recall.sub_agent import SubAgent
from recall_sidecar.settings.live import LiveSettings
from recall_sidecar.styles import Styles, load_styles
from recall_sidecar.testing import ScriptedModel
from recall_sidecar.toggles import SessionToggles
from recall_sidecar.trace import Tracer, TurnTrace
from recall_sidecar.transcripts import Transcripts
from tests.harness import HELPFUL

DIRECT = "agent:main:telegram:direct:42"


@dataclass(frozen=True, slots=True)
class Answer:
    """What a turn came to: our outcome, the JSON for the host, and the trace."""

    outcome: RecallOutcome
    wire: Mapping[str, Any]
    trace: TurnTrace

    @property
    def block(self) -> str:
        """The block before the prompt, empty when there is none."""
        return self.wire["prependContext"] or ""

    @property
    def said(self) -> tuple[str, str | None]:
        """Status and reason, as the host reads them."""
        return self.wire["status"], self.wire["reason"]


@dataclass
class World:
    """A workspace of notes and a sidecar over it; `start` once the notes are written, `aclose` at the end."""

    home: Path
    workspace: Path
    clock: Clock = field(default_factory=SystemClock)
    model: ScriptedModel = field(default_factory=ScriptedModel)
    embedders: Embedders = no_embedder
    turns: int = 0
    _started: bool = False

    def write(self, path: str, text: str | bytes) -> Path:
        """Write a note below the workspace and return where it stands."""
        file = self.workspace / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return file

    async def start(
        self,
        flags: Mapping[str, Any] | None = None,
        *,
        model: bool = True,
        embedders: Embedders | None = None,
    ) -> None:
        """Read settings, index the notes and put the parts together.

        `model` says whether one is configured, `embedders` what finds meanings; as before when left out.
        """
        self.embedders = embedders or self.embedders
        folder = {"path": str(self.workspace), **dict((flags or {}).get("folder", {}))}
        rest = {key: value for key, value in (flags or {}).items() if key != "folder"}
        named = {"model.name": "mock/fast"} if model else {}
        paths = Paths.below(self.home)
        # Settings and styles are read from files, which the loop must not wait for.
        settings, styles = await asyncio.to_thread(
            _read, paths, {"memory.folders": [folder], **named, **rest}
        )
        self.conversations = ConversationStore(paths.conversations_dir)
        self.memory = await SqliteMemory.open(
            paths.index_file,
            settings.base.memory,
            clock=self.clock,
            embedders=self.embedders,
            conversations=self.conversations,
        )
        self._started = True
        await self.memory.refresh()
        await self.memory.embedded()
        self.settings = settings
        self.breaker = CircuitBreaker(self.clock)
        self.toggles = SessionToggles(paths.toggles_file, clock=self.clock)
        self.tracer = Tracer(ring_turns=500)
        self.spend = SpendLedger(paths.spend_file, self.clock, {})
        self.cache: RecallCache[Progress] = RecallCache(self.clock, max_entries=1000, max_detached=32)
        mask = SecretMasker(settings.base.privacy.secret_patterns).mask
        self.keeper = ConversationKeeper(
            self.conversations,
            settings_of=settings.for_agent,
            is_off=self.toggles.is_off,
            mask=mask,
            clock=self.clock,
            on_kept=lambda *_: None,
            told=lambda turn: Told(tuple(map(Origin, self.tracer.told(turn.session_key)))),
        )
        sub_agent = SubAgent(
            memory=self.memory,
            model=self.model,
            styles=lambda: styles,
            mask=mask,
            spend=self.spend,
            clock=self.clock,
        )
        self.pipeline = Pipeline(
            Services(
                settings=settings,
                toggles=self.toggles,
                memory=self.memory,
                ladder=Ladder(
                    memory=self.memory,
                    curated=self.memory,
                    model=self.model,
                    sub_agent=sub_agent,
                    breaker=self.breaker,
                    mask=mask,
                    weights=HELPFUL,
                ),
                cache=self.cache,
                mask=mask,
                tracer=self.tracer,
                transcripts=Transcripts(paths.transcripts_dir),
                clock=self.clock,
            )
        )

    def body(self, text: str | None, *, event: Mapping[str, Any] | None = None, **ctx: Any) -> dict[str, Any]:  # noqa: ANN401
        """Return a turn as OpenClaw sends it; each has a run of its own."""
        self.turns += 1
        context = {
            "agentId": "main",
            "sessionKey": DIRECT,
            "sessionId": "s-1",
            "runId": f"run-{self.turns}",
            "trigger": "user",
            "messageProvider": "telegram",
            "channelId": "42",
            "senderId": "42",
            "senderIsOwner": True,
            "inputProvenance": {"kind": "external_user"},
        }
        said = {} if text is None else {"prompt": text, "currentUserMessage": text}
        return {"v": 1, "event": {**said, **(event or {})}, "ctx": {**context, **ctx}}

    async def turn(
        self,
        text: str | None = None,
        *,
        event: Mapping[str, Any] | None = None,
        **ctx: Any,  # noqa: ANN401
    ) -> Answer:
        """Run one turn from JSON to JSON."""
        return await self.send(self.body(text, event=event, **ctx))

    async def send(self, body: Mapping[str, Any]) -> Answer:
        """Run the turn that `body` holds."""
        answer = await self.pipeline.run(openclaw.read_turn(body))
        trace = self.tracer.find(answer.trace_id)
        assert trace is not None
        wire = openclaw.write_answer(
            outcome=answer.outcome,
            trace_id=answer.trace_id,
            block=answer.block,
            status_line=answer.status_line,
            debug_line=answer.debug_line,
            query_mode=answer.query_mode,
        )
        return Answer(answer.outcome, wire, trace)

    async def hand_over(self, asked: str, answered: str, *others: Mapping[str, Any], **ctx: Any) -> str:  # noqa: ANN401
        """Hand over a turn that has ended, have it indexed, and return what became of it."""
        body = self.body(None, **ctx)
        messages = [{"role": "user", "content": asked}, *others, {"role": "assistant", "content": answered}]
        ended = openclaw.read_end({**body, "event": {"messages": messages, "success": True}})
        assert ended is not None
        word = await self.keeper.keep(ended)
        await self.memory.refresh()
        return word

    def shown_to_model(self) -> str:
        """Return everything that reached the model, in all calls."""
        return "\n".join(f"{request.system}\n{request.messages}" for request in self.model.requests)

    async def aclose(self) -> None:
        """Close what was started."""
        if self._started:
            await self.cache.aclose()
            await self.pipeline.aclose()
            await self.spend.aclose()
            await self.memory.aclose()
            await self.keeper.aclose()


def _read(paths: Paths, flags: Mapping[str, Any]) -> tuple[LiveSettings, Styles]:
    return LiveSettings(paths, {}, flags), load_styles(shipped("prompt_styles"), paths.styles_dir)
