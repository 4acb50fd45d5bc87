"""Why memory is quiet in a chat, and how to turn it back on.

Pure: every reason is one row of `tests/test_quiet.py`. They are ordered so that the one a person can lift first
stands first; an empty answer means that nothing keeps memory from speaking.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from recall_sidecar.llm.port import ModelState
from recall_sidecar.memory.port import MemoryStatus
from recall_sidecar.settings import Settings

__all__ = ["Situation", "reasons"]


_NO_MODEL = "No model is set, so only extracts answer. Set model.name."
_MODEL_WORDS: Mapping[str, str] = {
    "none": _NO_MODEL,
    "off": _NO_MODEL,
    "warming": "The model is still starting; extracts answer until then.",
    "failed": "The model worker failed. Run: recall-sidecar doctor",
}


@dataclass(frozen=True, slots=True)
class Situation:
    """What is known of one chat at this moment.

    Attributes:
        settings: The settings of the chat's agent.
        chat_type: Kind of chat, None when the session key does not tell.
        session_off: The session was switched off.
        memory: State of the memory.
        model: State of the model worker, `none` when no model is set, `host` when the host lends it with each turn.
        resting: Models whose circuit breaker is open, with the seconds until one is tried again.
    """

    settings: Settings
    agent_id: str
    session_off: bool
    memory: MemoryStatus
    chat_type: str | None = None
    model: ModelState | Literal["none", "host"] = "none"
    resting: Mapping[str, float] = field(default_factory=dict)

    @property
    def targeted(self) -> bool:
        """Whether the agent may recall at all."""
        gate = self.settings.gate
        return gate.enabled and bool({"*", self.agent_id} & {*gate.agents})


def reasons(now: Situation) -> tuple[str, ...]:
    """Return a sentence for each reason, with its remedy."""
    return (*_switches(now), *_memory(now.memory), *_model(now))


def _switches(now: Situation) -> Iterator[str]:
    gate = now.settings.gate
    if now.session_off:
        yield "This session is switched off. Turn it on: /active-memory on"
    if not gate.enabled:
        yield "Memory is off globally. Turn it on: /active-memory on --global"
    elif not now.targeted:
        yield f"Agent {now.agent_id} is not listed. Add it to gate.agents."
    if now.chat_type is not None and now.chat_type not in gate.allowed_chat_types:
        allowed = ", ".join(gate.allowed_chat_types) or "none"
        yield f"Chats of type {now.chat_type} may not recall (allowed: {allowed}). Change gate.allowed_chat_types."


def _memory(status: MemoryStatus) -> Iterator[str]:
    if not status.ready:
        yield "The memory index is not ready. Wait a moment, or run: recall-sidecar doctor"
    elif status.passages == 0:
        yield "Memory holds no passages. Name its folder in [[memory.folders]]."


def _model(now: Situation) -> Iterator[str]:
    if now.settings.recall.mode == "off":
        return
    for model, seconds in now.resting.items():
        yield f"Model {model} timed out too often and rests for {max(round(seconds), 0)} s; it is tried again by itself."
    if words := _MODEL_WORDS.get(now.model):
        yield words
