"""The JSON of our own wire, version 1, and how a body that does not fit is refused.

A request carries the host's event and context as the host has them: whatever is missing or null is left open,
whatever is unknown is ignored. Messages are not validated, only read from the end as far as they are needed.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictBool, ValidationError
from pydantic.alias_generators import to_camel

from recall_sidecar import ids, session_key
from recall_sidecar.dialects.history import text_of_parts
from recall_sidecar.errors import RequestRefused
from recall_sidecar.events import BlockLifetime

__all__ = [
    "MAX_ID_CHARS",
    "MAX_PROJECTS",
    "HostName",
    "Id",
    "MessageText",
    "NoticeBody",
    "NoticeContext",
    "NoticeRequest",
    "PluginInfo",
    "Provenance",
    "TurnBody",
    "TurnContext",
    "TurnRequest",
    "WireModel",
    "agent_of",
    "fit",
    "given",
]

MAX_ID_CHARS: Final = 2048
MAX_PROJECTS: Final = 256
_MAX_LENT: Final = 16
_DEFAULT_AGENT: Final = "main"
_M = TypeVar("_M", bound=BaseModel)

# Some hosts send chat, sender and message ids as numbers.
Id = Annotated[str, Field(max_length=MAX_ID_CHARS, coerce_numbers_to_str=True)]
# A message may come as text or as parts, of which those with text count.
MessageText = Annotated[
    str, BeforeValidator(lambda value: text_of_parts(value) if isinstance(value, list) else value)
]
HostName = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,39}$")]


class WireModel(BaseModel):
    """Base of what we read: camelCase, open to unknown fields, numbers taken where text is expected."""

    model_config = ConfigDict(
        frozen=True,
        extra="ignore",
        alias_generator=to_camel,
        coerce_numbers_to_str=True,
        use_attribute_docstrings=True,
    )


class Provenance(WireModel):
    """Where the user-role input of the turn came from."""

    kind: Id | None = None
    """external_user, inter_session or internal_system."""


class TurnBody(WireModel):
    """The host's event."""

    prompt: MessageText | None = None
    """The prompt as the host assembled it; used when `currentUserMessage` is absent."""
    messages: list[Any] | None = None
    """Earlier messages of the conversation, oldest first, content as text or as parts."""
    current_user_message: MessageText | None = None
    """The user's own words; an empty string says that there are none."""
    current_user_message_id: Id | None = None
    """Id of that message, the same in every retry."""


class TurnContext(WireModel):
    """The host's context: who, where, by which model, and how long there is."""

    agent_id: Id | None = None
    """Agent that answers; taken from the session key when absent, else `main`."""
    session_key: Id | None = None
    """Routing key of the session, for example `agent:main:telegram:direct:42`."""
    session_id: Id | None = None
    """Id of the session's transcript."""
    run_id: Id | None = None
    """Id of this agent run."""
    trigger: Id | None = None
    """What started the turn; only `user`, a person, may recall."""
    input_provenance: Provenance | None = None
    """Where the input came from, when the host knows."""
    message_provider: Id | None = None
    """Messaging channel, for example `telegram` or `webchat`."""
    channel_id: Id | None = None
    """Id of the conversation."""
    chat_id: Id | None = None
    """Id of the conversation, where the host tells it apart from `channelId`."""
    chat_type: Id | None = None
    """direct, group, channel or explicit; beats what the session key says. Hosts without OpenClaw's keys must send it."""
    sender_id: Id | None = None
    """Who wrote the message."""
    sender_is_owner: StrictBool | None = None
    """Whether that is the owner; absent when the host does not know."""
    model_provider_id: Id | None = None
    """Provider of the main model."""
    model_id: Id | None = None
    """The main model."""
    active_project_keys: list[Id] | None = Field(None, max_length=MAX_PROJECTS)
    """Projects the turn is in."""
    budget_ms: float | None = Field(None, allow_inf_nan=False)
    """Milliseconds that are left of the host's own limit; 0 or less is none."""
    memory_allowed: StrictBool | None = None
    """Whether the host's tool policy allows memory_search in this turn; absent is yes."""


class PluginInfo(WireModel):
    """The plugin within the host that sends the turn."""

    version: Annotated[str, Field(max_length=64)] | None = None
    """Its version."""


class TurnRequest(WireModel):
    """A turn that is about to be answered."""

    v: Literal[1] | None = None
    """Version of this format; 1 when absent."""
    host: HostName | None = None
    """Name of the host; `openclaw` when absent."""
    block_lifetime: BlockLifetime | None = None
    """Whether the block stays in the history (`session`) or for this turn only (`turn`, the default)."""
    plugin: PluginInfo | None = None
    """The plugin that sends this."""
    lends: list[Id] | None = Field(None, max_length=_MAX_LENT)
    """What the host lends for this turn: `model`, when it runs a prompt on a model of its own."""
    event: TurnBody | None = None
    ctx: TurnContext | None = None


class NoticeBody(WireModel):
    """The host's event, as far as it is needed here."""

    session_key: Id | None = None
    session_id: Id | None = None
    run_id: Id | None = None
    messages: list[Any] | None = None
    """`agent_end` alone: the turn, from the user's message on, when the daemon says that it keeps turns."""
    current_user_message: MessageText | None = None
    """The user's own words, where the host has them apart from the messages."""
    success: StrictBool | None = None
    """Whether the run came to its end; absent is yes."""


class NoticeContext(TurnContext):
    """The host's context; its ids go before those of the event. For a turn that is kept it says who, where and why."""

    sender_name: Id | None = None
    """Who wrote the message, by name."""


class NoticeRequest(WireModel):
    """Something that happened in a session: a run ended, history is about to be compacted, a session was reset."""

    v: Literal[1] | None = None
    """Version of this format; 1 when absent."""
    host: HostName | None = None
    """Name of the host; `openclaw` when absent."""
    event: NoticeBody | None = None
    ctx: NoticeContext | None = None


# What to send instead, by pydantic's error type. Its own sentences are not used: some repeat what was sent.
_REMEDIES: Final = {
    "bool_type": "send true, false or null",
    "dict_type": "send a JSON object",
    "float_parsing": "send a number",
    "float_type": "send a number",
    "list_type": "send a JSON array",
    "model_type": "send a JSON object",
    "string_too_long": f"send at most {MAX_ID_CHARS} characters",
    "string_type": "send a string, or leave the field out",
    "string_unicode": "send text without half a surrogate pair",
    "too_long": f"send at most {MAX_PROJECTS} entries",
}
_FIELD_REMEDIES: Final = {
    "v": "send 1, the only version this program speaks; update the plugin or the program so that both speak it",
    "host": "send a short name of letters, digits, '_', '.' and '-', for example \"openclaw\"",
    "blockLifetime": 'send "turn" or "session"',
}


def agent_of(stated: str | None, key: str | None) -> str:
    """Return the agent that a request is about: the one it names, else the session key's, else `main`.

    It is in lower case: settings, folders, caches and breakers all compare it as it is.
    """
    return ids.folded(given(stated) or session_key.parse(key).agent or _DEFAULT_AGENT)


def given(value: str | None) -> str | None:
    """Return `value` without surrounding space, None when nothing is left."""
    return (value.strip() or None) if value else None


def fit(model: type[_M], body: Mapping[str, Any]) -> _M:
    """Return `body` as `model`.

    Raises:
        RequestRefused: It does not fit; field and remedy name the first problem and repeat nothing of the body.
    """
    try:
        return model.model_validate(body)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    field = ".".join(str(part) for part in first["loc"])
    remedy = _FIELD_REMEDIES.get(field) or _REMEDIES.get(first["type"], "see the OpenAPI document")
    message = f"{field or 'the body'} cannot be used: {remedy}"
    raise RequestRefused(message, field=field, remedy=remedy)
