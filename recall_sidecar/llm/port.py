"""What the sub-agent asks of a model, whatever provider is behind it."""

from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias

__all__ = [
    "AssistantText",
    "ChatMessage",
    "Finished",
    "ModelChunk",
    "ModelClient",
    "ModelRef",
    "ModelReply",
    "ModelRequest",
    "ModelState",
    "TextDelta",
    "ToolCall",
    "ToolCalls",
    "ToolResult",
    "ToolSpec",
    "Usage",
    "UserText",
]


@dataclass(frozen=True, slots=True)
class ModelRef:
    """A model as settings or the host name it: `provider/model`, in OpenClaw's words.

    The provider `host` stands for the host's own way to a model; `model` is then empty, or `provider/model` again.
    `origin` says which entry of the order chose it, for the trace.
    """

    provider: str
    model: str
    origin: Literal["name", "turn", "primary", "fallback"] = "name"

    def __str__(self) -> str:
        return f"{self.provider}/{self.model}" if self.model else self.provider

    @property
    def is_lent(self) -> bool:
        """Whether the turn's host runs it."""
        return self.provider == "host"


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool offered to the model; `parameters` is its JSON schema."""

    name: str
    description: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call the model makes. `arguments` is None when the model's JSON does not parse to an object."""

    id: str
    name: str
    arguments: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class UserText:
    """What the user side says."""

    text: str


@dataclass(frozen=True, slots=True)
class AssistantText:
    """What the model said earlier in this run."""

    text: str


@dataclass(frozen=True, slots=True)
class ToolCalls:
    """Tool calls of the model: in a request the earlier ones, in a stream the finished ones, arguments complete."""

    calls: tuple[ToolCall, ...]


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a tool call gave; `text` is what the model reads."""

    call_id: str
    name: str
    text: str


ChatMessage: TypeAlias = UserText | AssistantText | ToolCalls | ToolResult


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """One model call.

    `messages` may begin with a search that we ran ourselves, as `ToolCalls` and its `ToolResult`; where a provider
    refuses calls it did not make, the client turns them into text of the user message. `useful_ms` is how long a reply
    is of use, for a client that hands the call on; it ends no call by itself.
    """

    model: ModelRef
    system: str
    messages: tuple[ChatMessage, ...]
    tools: tuple[ToolSpec, ...] = ()
    thinking: str = "off"
    fast_mode: bool = False
    max_output_tokens: int = 400
    useful_ms: int = 0


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens and US dollars of one call; `cost` is None where the price is not known."""

    input_tokens: int = 0
    output_tokens: int = 0
    reasoning_tokens: int = 0
    cached_tokens: int = 0
    cost: float | None = None


@dataclass(frozen=True, slots=True)
class TextDelta:
    """The next piece of the model's text, thinking left out."""

    text: str


@dataclass(frozen=True, slots=True)
class Finished:
    """The end of a reply. `reason` is `stop`, `length`, `tool_calls` or the provider's own word.

    `model` names who answered where that is not the model that was asked.
    """

    reason: str
    usage: Usage
    model: str = ""


ModelChunk: TypeAlias = TextDelta | ToolCalls | Finished
ModelState = Literal["off", "warming", "ready", "failed"]


@dataclass(frozen=True, slots=True)
class ModelReply:
    """A whole reply, for callers that do not stream."""

    text: str
    calls: tuple[ToolCall, ...]
    usage: Usage
    reason: str = "stop"


class ModelClient(Protocol):
    """Runs model calls.

    Leaving the context closes the connection to the provider at once, also in the middle of a stream and when the
    caller is cancelled. Raises `ModelError` and its kinds, on entering or while iterating; never a time-out of its
    own making that is shorter than the caller's deadline.
    """

    @property
    def state(self) -> ModelState:
        """Whether a call can be made now."""

    def can_reach(self, model: ModelRef) -> bool:
        """Whether the provider of `model` is known and has what it needs: a base URL, a key where one is required."""

    def is_local(self, model: ModelRef) -> bool:
        """Whether calls to `model` stay on this machine."""

    def takes_tools(self, model: ModelRef) -> bool:
        """Whether tools of a request are passed on to `model`; otherwise they are left out of the call."""

    def stream(self, request: ModelRequest) -> AbstractAsyncContextManager[AsyncIterator[ModelChunk]]:
        """Run one call and yield its reply as it arrives; the last chunk is `Finished`."""

    async def aclose(self) -> None:
        """End the worker and every call."""
