"""The JSON that our own routes are asked with; hosts' JSON is the dialects'.

Names are camelCase on the wire, and what is not known is ignored.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, RootModel, StrictBool, ValidationError
from pydantic.alias_generators import to_camel

from recall_sidecar import session_key
from recall_sidecar.dialects.wire import MAX_PROJECTS, Id, agent_of, given
from recall_sidecar.errors import RequestRefused
from recall_sidecar.llm.lent_reply import LentFailure, LentReply
from recall_sidecar.llm.port import Usage
from recall_sidecar.llm.replies import MAX_REPLY_CHARS
from recall_sidecar.memory.port import Viewer
from recall_sidecar.memory.projects import active

__all__ = [
    "Asking",
    "CommandBody",
    "GetBody",
    "HostEvent",
    "ModelReplyBody",
    "RefreshBody",
    "ReplyUsage",
    "Request",
    "SearchBody",
    "parse",
]


# Of one call. What is beyond would spoil the sums that limits are held against, and is no count at all.
_MOST_TOKENS: Final = 100_000_000
_MOST_USD: Final = 10_000


class Request(BaseModel):
    """Base of what we are sent."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        populate_by_name=True,
        extra="ignore",
        frozen=True,
        use_attribute_docstrings=True,
        # Made at first use: the daemon listens sooner, and most of these are for operators.
        defer_build=True,
    )

    v: Literal[1] = 1
    """Version of the wire format."""


class Asking(Request):
    """Who asks of memory, which decides what may be seen."""

    agent_id: Id | None = None
    """Whose memory; taken from the session key when absent, else `main`."""
    chat: Literal["private", "shared"] | None = None
    """private: a direct chat; shared: any other. When absent, shared if the session key is a group's or channel's."""
    sender_id: Id | None = None
    """Who speaks; a shared chat whose sender is unknown sees nothing."""
    sender_is_owner: StrictBool | None = None
    """Whether that is the owner; null when the host does not know. A private chat with somebody else sees nothing."""
    session_key: Id | None = None
    """The conversation being answered."""
    session_id: Id | None = None
    """Its present part, since the last reset."""
    channel: Id | None = None
    """The messaging channel; the session key's when absent. Captured conversations of a sender are one channel's."""
    project_keys: list[Id] | None = Field(None, max_length=MAX_PROJECTS)
    """Projects it is about; memory of other projects is not seen."""

    def viewer(self) -> Viewer:
        """Return who asks, in memory's words."""
        agent_id = agent_of(self.agent_id, self.session_key)
        key = session_key.parse(self.session_key, agent_id=agent_id)
        is_shared = key.kind in {"group", "channel"}
        return Viewer(
            agent_id,
            self.chat or ("shared" if is_shared else "private"),
            given(self.sender_id),
            self.sender_is_owner,
            given(self.session_key),
            given(self.session_id),
            channel=(given(self.channel) or key.channel or "").lower() or None,
            chat_id=f"{key.kind}:{key.peer}" if is_shared and key.peer else None,
            projects=active(self.project_keys or ()),
        )


class SearchBody(Asking):
    """A search of memory."""

    query: str = Field(min_length=1, max_length=2000)
    """Words to look for."""
    max_results: int | None = Field(None, ge=1, le=20)
    """Passages at most; the settings decide when it is not given."""
    min_score: float | None = Field(None, ge=0.0, le=1.0)
    """Evidence floor; the settings decide when it is not given."""
    explain: StrictBool = False
    """Say what each part of a score comes from, and what was left out."""


class GetBody(Asking):
    """A reading of lines of a memory file."""

    path: str = Field(min_length=1, max_length=1024)
    """The file, as a hit names it."""
    from_line: int = Field(1, ge=1, alias="from")
    """First line."""
    lines: int = Field(40, ge=1, le=2000)
    """Lines at most."""


class RefreshBody(Request):
    """A look at the memory folders, now instead of in a moment."""

    rebuild: StrictBool = False
    """Start the index anew."""


class CommandBody(Request):
    """A chat command, as the user typed it."""

    text: str = Field(max_length=4000)
    """The command with its words."""
    session_key: Id | None = None
    """The session it was typed in."""
    agent_id: Id | None = None
    """The agent of that session; taken from the session key when absent, else `main`."""
    sender_id: Id | None = None
    """Who typed it."""
    sender_is_owner: StrictBool | None = None
    """Whether that is the owner; null when the host does not know."""
    admin: StrictBool = False
    """The host vouches that the sender has admin scope."""


class ReplyUsage(Request):
    """What the host's model used, as far as the host knows; a number that cannot be true counts as not known."""

    input_tokens: float | None = Field(None, allow_inf_nan=False)
    output_tokens: float | None = Field(None, allow_inf_nan=False)
    cost_usd: float | None = Field(None, allow_inf_nan=False)

    def usage(self) -> Usage:
        """Return it in our words."""
        return Usage(
            int(_within(self.input_tokens, _MOST_TOKENS) or 0),
            int(_within(self.output_tokens, _MOST_TOKENS) or 0),
            cost=_within(self.cost_usd, _MOST_USD),
        )


class ModelReplyBody(Request):
    """What became of the prompt that a turn had the host run: `text`, or `error`."""

    text: str | None = None
    """The model's reply."""
    stop_reason: Id | None = None
    """Why the reply ended: `stop`, `length`, or the host's own word."""
    model: Id | None = None
    """The model that answered, as `provider/model`."""
    usage: ReplyUsage | None = None
    error: Literal["aborted", "timeout", "refused", "failed"] | None = None
    """Why there is no reply; `aborted` ends the turn."""
    detail: Id | None = None
    """A class or a code that says more about the error, never text of the conversation."""

    def answer(self, mask: Callable[[str], str]) -> LentReply | LentFailure:
        """Return it in our words, which `mask` has taken the secrets out of; a reply that its host says is broken is none."""
        detail = mask(_word(self.detail))
        if self.error in {"timeout", "refused"}:
            return LentFailure(self.error, detail)
        reason = mask(_word(self.stop_reason)) or "stop"
        if self.error is not None or self.text is None or reason in {"error", "aborted"}:
            return LentFailure("failed", detail or (reason if self.error is None else ""))
        return LentReply(
            self.text[:MAX_REPLY_CHARS],
            _ENDINGS.get(reason, reason),
            mask(_word(self.model)),
            Usage() if self.usage is None else self.usage.usage(),
        )


class HostEvent(RootModel[dict[str, Any]]):
    """A hook event in the host's own JSON."""


# By pydantic's error type. Its own sentences speak to programmers, and some repeat what was sent.
_LOOK_IT_UP: Final = "GET /openapi.json says what it takes."
_REMEDIES: Final = {
    "bool_type": "Send true or false.",
    "float_parsing": "Send a number.",
    "float_type": "Send a number.",
    "greater_than_equal": "Send {ge} or more.",
    "int_from_float": "Send a whole number.",
    "int_parsing": "Send a whole number.",
    "int_type": "Send a whole number.",
    "less_than_equal": "Send {le} or less.",
    "literal_error": "Send {expected}.",
    "missing": "Send it; it is needed.",
    "string_too_long": "Send at most {max_length} characters.",
    "string_too_short": "Send some text.",
    "string_type": "Send a string.",
}
# Other words for a reply that ran into its limit.
_ENDINGS: Final = {"max_tokens": "length", "maxTokens": "length"}
_WORD: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:/@+-]{0,79}")
RequestT = TypeVar("RequestT", bound=Request)


def parse(model: type[RequestT], body: Mapping[str, Any]) -> RequestT:
    """Return `body` as `model`.

    Raises:
        RequestRefused: Names the first field that is wrong; never echoes its value.
    """
    try:
        return model.model_validate(body)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        field = ".".join(str(part) for part in first["loc"])
        message = f"the field {field} cannot be used"
        remedy = _REMEDIES.get(first["type"], _LOOK_IT_UP).format_map(first.get("ctx", {}))
        raise RequestRefused(message, field=field, remedy=remedy) from error


def _within(number: float | None, most: float) -> float | None:
    return number if number is not None and 0 <= number <= most else None


def _word(text: str | None) -> str:
    """Return `text` if it can be a class, a code or a model's name; anything else may be words of somebody."""
    return text if text and _WORD.fullmatch(text) else ""
