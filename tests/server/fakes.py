"""A daemon's services without a daemon: the handlers' side of every port, each with a script and a memory of its calls."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from aiohttp import ClientSession, UnixConnector, web

from recall_sidecar.breaker import BreakerState
from recall_sidecar.commands import CommandReply, CommandRequest
from recall_sidecar.errors import ModelError, SettingsProblem
from recall_sidecar.events import HookNotice, TurnEnd, TurnEvent
from recall_sidecar.instance import Instance
from recall_sidecar.llm.port import (
    ModelChunk,
    ModelClient,
    ModelRef,
    ModelRequest,
    ToolCall,
    ToolCalls,
    ToolResult,
    UserText,
)
from recall_sidecar.llm.spend import SpendTotals
from recall_sidecar.loss.verdict import Explained, Verdict
from recall_sidecar.memory.conversations.port import CaptureState, Kept, Purged
from recall_sidecar.memory.edits import Found, Remembered, ToForget, ToRemember
from recall_sidecar.observation import Observation
from recall_sidecar.outcomes import (
    NothingRelevant,
    Recalled,
    RecallOutcome,
    Unavailable,
    UnavailableReason,
)
from recall_sidecar.page import Page
from recall_sidecar.server.app import application, runner
from recall_sidecar.server.services import Services
from recall_sidecar.settings import TraceSettings
from recall_sidecar.settings.tables import QueryMode, ServerSettings
from recall_sidecar.switchboard import Switchboard
from recall_sidecar.testing import FakeClock, MemoryFixture, ScriptedModel
from recall_sidecar.toggles import SessionToggles
from recall_sidecar.tokens import Tokens
from recall_sidecar.trace import Tracer, TurnRecorder
from recall_sidecar.traced import TurnTrace
from recall_sidecar.turn_archive import TurnArchive
from tests.server.page_fakes import FakeHistory, FakeRerun

T = TypeVar("T")

TOKENS = Tokens("full-token-full-token-full-token-full", "hook-token-hook-token-hook-token-hook")
FULL = {"Authorization": f"Bearer {TOKENS.full}"}
HOOKS = {"Authorization": f"Bearer {TOKENS.hooks}"}


LIMIT = 20
# What a turn asks of the host's model.
ORDER = ModelRequest(
    ModelRef("host", ""),
    "You judge memory.",
    (
        UserText("which tea?"),
        ToolCalls((ToolCall("c1", "memory_search", {"query": "tea"}),)),
        ToolResult("c1", "memory_search", "[1] oolong"),
    ),
    useful_ms=3900,
)
SESSION = "agent:main:direct:1"


def turn_body(text: str = "when is my dentist", **fields: object) -> dict[str, Any]:
    """Return a turn as OpenClaw posts it."""
    return {"event": {"currentUserMessage": text}, "ctx": {"sessionKey": SESSION}} | fields


def prompt_body(host: str) -> dict[str, Any]:
    """Return a turn as a terminal agent posts it."""
    event = "BeforeAgent" if host == "gemini" else "UserPromptSubmit"
    return {"session_id": "1", "hook_event_name": event, "prompt": "when is my dentist"}


@dataclass(frozen=True)
class FakeAnswer:
    """What a turn ended with."""

    outcome: RecallOutcome
    trace_id: str = "01TRACE"
    block: str = ""
    status_line: str = "status"
    debug_line: str = ""
    query_mode: QueryMode = "recent"


@dataclass
class FakePipeline:
    """Answers with `answer`, or with the turn's own text; waits for `gate` first when there is one.

    A model that is lent is asked each of `orders` before; `heard` is what came of it.
    """

    answer: FakeAnswer = FakeAnswer(NothingRelevant())
    gate: asyncio.Event | None = None
    fails: Exception | None = None
    turns: list[tuple[TurnEvent, float | None]] = field(default_factory=list)
    refused: list[TurnEvent] = field(default_factory=list)
    notices: list[HookNotice] = field(default_factory=list)
    replayed: list[tuple[TurnEvent, int | None]] = field(default_factory=list)
    echoes: bool = False
    orders: list[ModelRequest] = field(default_factory=list)
    heard: list[list[ModelChunk] | ModelError] = field(default_factory=list)
    cancelled: int = 0
    entered: asyncio.Event = field(default_factory=asyncio.Event)

    async def run(
        self,
        turn: TurnEvent,
        *,
        started_at: float | None = None,
        trace_id: str | None = None,
        lent_model: ModelClient | None = None,
    ) -> FakeAnswer:
        self.turns.append((turn, started_at))
        self.entered.set()
        if self.fails is not None:
            raise self.fails
        try:
            if lent_model is not None:
                for order in self.orders:
                    await self._ask(lent_model, order)
            if self.gate is not None:
                await self.gate.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        if self.echoes:
            await asyncio.sleep(0)
            return FakeAnswer(NothingRelevant(), block=turn.text)
        return self.answer if trace_id is None else replace(self.answer, trace_id=trace_id)

    async def _ask(self, model: ModelClient, order: ModelRequest) -> None:
        try:
            async with model.stream(order) as chunks:
                self.heard.append([chunk async for chunk in chunks])
        except ModelError as error:
            self.heard.append(error)

    async def replay(self, turn: TurnEvent, *, since: int | None = None) -> TurnTrace:
        self.replayed.append((turn, since))
        return TurnRecorder(turn, FakeClock(), trace_id="01REPLAY").finish(self.answer.outcome)

    def observe(self, notice: HookNotice) -> None:
        self.notices.append(notice)

    def overloaded(self, turn: TurnEvent) -> FakeAnswer:
        self.refused.append(turn)
        return FakeAnswer(Unavailable(UnavailableReason.OVERLOADED))


@dataclass
class Desk:
    """Takes commands and reloads, and remembers them."""

    commands: list[CommandRequest] = field(default_factory=list)
    reloads: int = 0
    problems: tuple[SettingsProblem, ...] = ()

    async def run(self, request: CommandRequest) -> CommandReply:
        self.commands.append(request)
        return CommandReply(handled=True, text="Active memory is on.")

    async def reload(self) -> tuple[SettingsProblem, ...]:
        self.reloads += 1
        return self.problems


@dataclass
class FakeKeeper:
    """Keeps the turns of the agents in `agents`, in memory."""

    agents: set[str] = field(default_factory=set)
    kept: list[TurnEnd] = field(default_factory=list)
    noted: list[TurnEvent] = field(default_factory=list)

    @property
    def state(self) -> CaptureState:
        return CaptureState({"kept": len(self.kept)}, Purged(2, 1), "the disk is full")

    def wants(self, agent_id: str) -> bool:
        return agent_id in self.agents

    def note(self, turn: TurnEvent) -> None:
        self.noted.append(turn)

    async def keep(self, ended: TurnEnd) -> Kept:
        self.kept.append(ended)
        return "kept"


@dataclass
class FakeEditor:
    """Remembers and forgets what it is told, and finds `found`."""

    remembered: list[tuple[ToRemember, str]] = field(default_factory=list)
    found: list[Found] = field(
        default_factory=lambda: [
            Found("/state/x.jsonl", "conversations/2026-11-30/x.jsonl", 1, 9, "Ada: x", is_whole=True)
        ]
    )
    forgotten: list[tuple[list[Found], str]] = field(default_factory=list)

    async def remember(self, wanted: ToRemember, agent_id: str) -> Remembered:
        self.remembered.append((wanted, agent_id))
        return Remembered("/notes/MEMORY.md", "MEMORY.md", 7)

    async def find(self, wanted: ToForget, agent_id: str) -> list[Found]:
        return [each for each in self.found if wanted.session_key or each.path == wanted.path]

    async def forget(self, found: Sequence[Found], session_key: str) -> int:
        self.forgotten.append((list(found), session_key))
        return 2


@dataclass
class FakeInquiry:
    """Explains the turns in `turns`, and every turn that is given to it, by one verdict."""

    turns: dict[str, TurnTrace] = field(default_factory=dict)
    asked: list[tuple[str | TurnEvent, str]] = field(default_factory=list)

    async def of_turn(self, trace_id: str, expected: str) -> Explained | None:
        self.asked.append((trace_id, expected))
        turn = self.turns.get(trace_id)
        return None if turn is None else self._explained(turn, expected)

    async def of_message(self, turn: TurnEvent, expected: str) -> Explained:
        self.asked.append((turn, expected))
        return self._explained(TurnRecorder(turn, FakeClock()).finish(NothingRelevant()), expected)

    def _explained(self, turn: TurnTrace, expected: str) -> Explained:
        verdict = Verdict(
            step="none", what="the model said NONE", do="ask again", place="MEMORY.md:3-4", rank=2
        )
        return Explained(turn, "The model read 1 passage.", verdict if expected else None)


@dataclass
class House:
    """All fakes of one application."""

    pipeline: FakePipeline = field(default_factory=FakePipeline)
    memory: MemoryFixture = field(default_factory=MemoryFixture)
    model: ScriptedModel = field(default_factory=lambda: ScriptedModel(state="off"))
    desk: Desk = field(default_factory=Desk)
    clock: FakeClock = field(default_factory=FakeClock)
    # Nothing is written: the history is off.
    observed: Observation = field(
        default_factory=lambda: Observation(
            Path("history.sqlite3"), TraceSettings(ring_turns=10), {}, FakeClock()
        )
    )
    limits: ServerSettings = field(
        default_factory=lambda: ServerSettings(max_turns_in_flight=LIMIT, max_body_bytes=100_000)
    )
    breakers: list[BreakerState] = field(default_factory=list)
    keeper: FakeKeeper = field(default_factory=FakeKeeper)
    editor: FakeEditor = field(default_factory=FakeEditor)
    inquiry: FakeInquiry = field(default_factory=FakeInquiry)
    history: FakeHistory = field(default_factory=FakeHistory)
    rerun: FakeRerun = field(default_factory=FakeRerun)
    toggles: SessionToggles = field(default_factory=lambda: SessionToggles(Path("nowhere")))

    @property
    def tracer(self) -> Tracer:
        return self.observed.tracer

    def services(self, port: int | None = 23517, socket: str = "/run/recall.sock") -> Services:
        instance = Instance(
            pid=42,
            version="0.1.0",
            started_at=datetime(2026, 11, 30, 9, tzinfo=UTC),
            started_monotonic=self.clock.monotonic(),
            port=port,
            socket=socket,
            tokens=TOKENS,
        )
        return self.services_of(instance)

    def services_of(self, instance: Instance) -> Services:
        return Services(
            instance=instance,
            limits=self.limits,
            clock=self.clock,
            pipeline=self.pipeline,
            commands=self.desk,
            memory=self.memory,
            conversations=self.keeper,
            editor=self.editor,
            inquiry=self.inquiry,
            query_mode=lambda agent_id: "full" if agent_id == "work" else "recent",
            asks_host_model=lambda _agent_id: bool(self.pipeline.orders),
            mask=lambda text: text.replace("hunter2", "[password removed]"),
            model=self.model,
            model_word=lambda: self.model.state,
            tracer=self.tracer,
            observed=self.observed,
            reload=self.desk.reload,
            problems=lambda: self.desk.problems,
            breakers=lambda: self.breakers,
            spend=lambda: SpendTotals(calls=3, input_tokens=900, output_tokens=30, cost=0.01, unpriced=1),
            cache=lambda: {"hits": 3, "entries": 1},
            page=Page(
                TurnArchive(self.tracer, self.history),
                Switchboard(toggles=self.toggles, tracer=self.tracer, commands=self.desk, is_on=lambda: True),
                self.rerun,
            ),
        )

    def finish_turn(self, session_key: str = "agent:main:direct:1", text: str = "hello") -> TurnTrace:
        """Put a finished turn into the trace."""
        turn = TurnEvent(host="openclaw", agent_id="main", text=text, session_key=session_key)
        trace = TurnRecorder(turn, self.clock).finish(Recalled("tea", ()))
        self.tracer.keep(trace)
        self.rerun.now = self.rerun.now or trace
        return trace


@dataclass
class Served:
    """An application that listens: `get` and `post` speak TCP with the full token unless told otherwise."""

    house: House
    services: Services
    app: web.Application
    port: int
    session: ClientSession
    unix: ClientSession

    full = FULL

    def replace(self, **parts: object) -> None:
        """Put other fakes in the place of the served ones."""
        for name, part in parts.items():
            object.__setattr__(self.services, name, part)

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    async def get(self, path: str, **headers: str) -> tuple[int, Any]:
        async with self.session.get(self.url(path), headers=FULL | headers) as response:
            return response.status, await response.json()

    async def post(self, path: str, body: object, **headers: str) -> tuple[int, Any]:
        async with self.session.post(self.url(path), json=body, headers=FULL | headers) as response:
            return response.status, await response.json()


@asynccontextmanager
async def served(house: House, socket_path: str, *, heartbeat_s: float = 15.0) -> AsyncIterator[Served]:
    """Serve the fakes of `house` on a free port and on a Unix socket."""
    services = house.services(socket=socket_path)
    app = application(services, heartbeat_s=heartbeat_s)
    http = runner(app)
    await http.setup()
    tcp = web.TCPSite(http, "127.0.0.1", 0)
    await tcp.start()
    await web.UnixSite(http, socket_path).start()
    port = next(name[1] for name in http.addresses if not isinstance(name, str))
    connector = UnixConnector(socket_path)
    try:
        async with ClientSession() as session, ClientSession(connector=connector) as unix:
            yield Served(house, services, app, port, session, unix)
    finally:
        services.instance.stopping.set()
        await http.cleanup()
