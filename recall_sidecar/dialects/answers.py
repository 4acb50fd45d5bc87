"""What a turn is answered in our own wire, version 1: how it ended, or a prompt for the host's model before it can end."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, RootModel
from pydantic.alias_generators import to_camel

from recall_sidecar.outcomes import Origin
from recall_sidecar.settings.tables import QueryMode

__all__ = ["AnswerSource", "ModelOrder", "ModelWanted", "TurnReply", "TurnResponse"]


class _Answer(BaseModel):
    """Base of what we answer: camelCase, closed to other fields, so that the OpenAPI document is exact."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        alias_generator=to_camel,
        populate_by_name=True,
        use_attribute_docstrings=True,
    )


class AnswerSource(_Answer):
    """A passage that the block rests on: where it stands, not what it says."""

    source: str
    """The folder or store, as it is named in the settings."""
    path: str
    from_line: int
    to_line: int
    origin: Origin


class TurnResponse(_Answer):
    """The answer to a turn; it is the same shape whatever the outcome."""

    v: Literal[1]
    status: Literal["ok", "empty", "timeout", "timeout_partial", "unavailable", "failed", "skipped"]
    """How recall ended, in OpenClaw's words."""
    reason: str | None
    """Named reason of an outcome that has one."""
    trace_id: str
    """Id under which the turn's trace is kept."""
    trust: Origin | None
    """Least trusted origin that the block rests on; null without a recalled text."""
    sources: tuple[AnswerSource, ...]
    """The passages that the block rests on; empty without one."""
    prepend_context: str | None
    """The block, in the form this host keeps apart from the user's words; null when there is none."""
    status_line: str
    """One line on how it went, for people."""
    debug_line: str
    """One line on why, for people who ask."""
    query_mode: QueryMode
    """How much of the conversation the next turns need to send: `message`, `recent` or `full`."""


class ModelOrder(_Answer):
    """A prompt that the host shall run on a model of its own, without tools."""

    ref: str | None
    """The model as `provider/model`; null for the one the host answers the turn with."""
    system: str
    prompt: str
    max_tokens: int
    reasoning: str
    """How much the model may think: `off`, `minimal`, `low`, `medium`, `high`, `xhigh`, `adaptive` or `max`."""


class ModelWanted(_Answer):
    """The turn waits for the host's model; its reply goes to `/v1/model-replies/{ticket}`."""

    v: Literal[1] = 1
    status: Literal["model_wanted"] = "model_wanted"
    trace_id: str
    """Id under which the turn's trace will be kept."""
    ticket: str
    """Opens `/v1/model-replies/{ticket}` once."""
    wait_ms: int
    """Milliseconds for which the reply is of any use."""
    model: ModelOrder
    query_mode: QueryMode


class TurnReply(RootModel[TurnResponse | ModelWanted]):
    """How the turn ended; or a prompt for the host's model, before it can end."""
