"""What the HTTP side needs from the rest of the program, and nothing of how it is made.

The composition root fills `Services` once; handlers read it from the application.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from aiohttp import web

from recall_sidecar.breaker import BreakerState
from recall_sidecar.commands import CommandReply, CommandRequest
from recall_sidecar.deadline import Clock
from recall_sidecar.errors import SettingsProblem
from recall_sidecar.events import HookNotice, TurnEvent
from recall_sidecar.instance import Instance
from recall_sidecar.llm.port import ModelClient
from recall_sidecar.llm.spend import SpendTotals
from recall_sidecar.loss.verdict import Explained
from recall_sidecar.memory.conversations.port import TurnKeeper
from recall_sidecar.memory.edits import Found, Remembered, ToForget, ToRemember
from recall_sidecar.memory.port import MemorySource
from recall_sidecar.observation import Observation
from recall_sidecar.outcomes import RecallOutcome
from recall_sidecar.page import Page
from recall_sidecar.settings.tables import QueryMode, ServerSettings
from recall_sidecar.trace import Tracer, TurnTrace

__all__ = ["SERVICES", "Answer", "CommandRunner", "Inquirer", "MemoryEditor", "Services", "TurnRunner"]


class Answer(Protocol):
    """How a turn ended and what the host shall see of it; texts are empty when there is none."""

    @property
    def outcome(self) -> RecallOutcome:
        """How the turn ended."""

    @property
    def trace_id(self) -> str:
        """The turn's id in the trace."""

    @property
    def block(self) -> str:
        """The block, in the host's form."""

    @property
    def status_line(self) -> str:
        """One line for people."""

    @property
    def debug_line(self) -> str:
        """One line more."""

    @property
    def query_mode(self) -> QueryMode:
        """How much of the conversation the agent's turns need to send."""


class TurnRunner(Protocol):
    """The pipeline as the handlers use it."""

    async def run(
        self,
        turn: TurnEvent,
        *,
        started_at: float | None = None,
        trace_id: str | None = None,
        lent_model: ModelClient | None = None,
    ) -> Answer:
        """Answer one turn; raises nothing but `CancelledError`."""

    async def replay(self, turn: TurnEvent, *, since: int | None = None) -> TurnTrace:
        """Return what would become of a turn now, and keep nothing of it; see `Pipeline.replay`."""

    def observe(self, notice: HookNotice) -> None:
        """Take what a host tells of a session; quick, raises nothing."""

    def overloaded(self, turn: TurnEvent) -> Answer:
        """Return the traced answer to a turn that there was no room for."""


class CommandRunner(Protocol):
    """The chat commands as the handlers use them."""

    async def run(self, request: CommandRequest) -> CommandReply:
        """Answer one command."""


class MemoryEditor(Protocol):
    """Writes memory and takes out of it. Raises `MemoryStoreError` when it cannot."""

    async def remember(self, wanted: ToRemember, agent_id: str) -> Remembered:
        """Write an entry and have it found at once."""

    async def find(self, wanted: ToForget, agent_id: str) -> list[Found]:
        """Return what would be forgotten."""

    async def forget(self, found: Sequence[Found], session_key: str) -> int:
        """Forget it, and everything that repeats it; return how many turns of the trace went with it."""


class Inquirer(Protocol):
    """Says why turns ended as they did. Raises `MemoryStoreError` when it cannot look."""

    async def of_turn(self, trace_id: str, expected: str) -> Explained | None:
        """Return what became of a turn that is kept and why it did not tell what was expected; None when there is none."""

    async def of_message(self, turn: TurnEvent, expected: str) -> Explained:
        """Return the same of a turn as it would go now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """Everything a handler may touch.

    Attributes:
        conversations: Keeps the turns that hosts hand over.
        editor: Writes memory and takes out of it.
        inquiry: Says why turns ended as they did.
        query_mode: How much of the conversation an agent's turns need to send.
        asks_host_model: Whether an agent's turns may need the model that their host lends.
        model_word: The state of the model worker, `host` when hosts lend the only models that are asked.
        mask: Takes secrets out of a text that leaves through the memory routes.
        observed: What becomes of finished turns.
        reload: Reads the settings anew and returns what `problems` then has.
        problems: Why the newest settings are not in force, or which keys wait for a restart.
        breakers: Circuit breakers that have counted a time-out.
        spend: Model calls of the last 24 hours.
        cache: Counters of the answer cache.
        page: What stands behind the trace page.
    """

    instance: Instance
    limits: ServerSettings
    clock: Clock
    pipeline: TurnRunner
    commands: CommandRunner
    memory: MemorySource
    conversations: TurnKeeper
    editor: MemoryEditor
    inquiry: Inquirer
    query_mode: Callable[[str], QueryMode]
    asks_host_model: Callable[[str], bool]
    mask: Callable[[str], str]
    model: ModelClient
    model_word: Callable[[], str]
    tracer: Tracer
    observed: Observation
    reload: Callable[[], Awaitable[Sequence[SettingsProblem]]]
    problems: Callable[[], Sequence[SettingsProblem]]
    breakers: Callable[[], Sequence[BreakerState]]
    spend: Callable[[], SpendTotals]
    cache: Callable[[], Mapping[str, int]]
    page: Page


SERVICES: web.AppKey[Services] = web.AppKey("services", Services)
