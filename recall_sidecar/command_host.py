"""What the chat commands ask of the running program, answered from its parts."""

from collections.abc import Mapping
from typing import Literal

from recall_sidecar import session_key
from recall_sidecar.breaker import CircuitBreaker
from recall_sidecar.cross_check import model_tables
from recall_sidecar.llm import order
from recall_sidecar.llm.client import LiteLLMClient
from recall_sidecar.llm.port import ModelState
from recall_sidecar.memory.port import MemorySource, MemoryStatus
from recall_sidecar.settings import Settings
from recall_sidecar.settings.live import LiveSettings
from recall_sidecar.trace import Tracer, TurnTrace

__all__ = ["CommandHost"]


class CommandHost:
    """A `commands.Host` over the parts of a daemon."""

    def __init__(
        self,
        *,
        memory: MemorySource,
        settings: LiveSettings,
        model: LiteLLMClient,
        breaker: CircuitBreaker,
        tracer: Tracer,
    ) -> None:
        self._memory = memory
        self._settings = settings
        self._model = model
        self._breaker = breaker
        self._tracer = tracer

    async def memory_status(self) -> MemoryStatus:
        """Return the state of the memory."""
        return await self._memory.status()

    def model_state(self, agent_id: str) -> ModelState | Literal["none", "host"]:
        """Return whether the agent's model can be called: `none` when it has none of its own, `host` when a host lends it."""
        table = self._settings.for_agent(agent_id).model
        chosen, _ = order.choose(
            None, table, can_reach=self._model.can_reach, is_local=self._model.is_local, lends=True
        )
        if chosen is None:
            return "none"
        return "host" if chosen.is_lent else self._model.state

    def model_word(self) -> str:
        """Return the state of the model worker; `host` when hosts lend the only models that are asked."""
        lends = any(order.may_ask_host(table) for table in model_tables(self._settings.loaded))
        return "host" if lends and self._model.state == "off" else self._model.state

    def resting_models(self, agent_id: str) -> Mapping[str, float]:
        """Return the agent's models whose breaker is open, with the seconds until one is tried again."""
        return {
            state.model: state.retry_in_ms / 1000
            for state in self._breaker.states()
            if state.agent_id == agent_id and state.state != "closed"
        }

    def chat_type(self, key: str, settings: Settings) -> str | None:
        """Return the kind of chat that a session key names, None when it does not tell."""
        kind = session_key.parse(key, main_key=settings.gate.main_key).kind
        return kind if kind in {"direct", "group", "channel", "explicit"} else None

    def last_turn(self, key: str) -> TurnTrace | None:
        """Return the newest finished turn of a session, None when there is none."""
        return next(iter(self._tracer.recent(1, session_key=key)), None)
