"""The JSON that our own routes are asked with; hosts' JSON is the dialects'.

Names are camelCase on the wire, and what is not known is ignored.
"""

from collections.abc import Mapping
from typing import Any, Final, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, RootModel, StrictBool, ValidationError
from pydantic.alias_generators import to_camel

from recall_sidecar import session_key
from recall_sidecar.dialects.wire import Id, agent_of, given
from recall_sidecar.errors import RequestRefused
from recall_sidecar.memory.port import Viewer

__all__ = ["Asking", "CommandBody", "GetBody", "HostEvent", "RefreshBody", "Request", "SearchBody", "parse"]


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

    def viewer(self) -> Viewer:
        """Return who asks, in memory's words."""
        is_shared = session_key.parse(self.session_key).kind in {"group", "channel"}
        return Viewer(
            agent_of(self.agent_id, self.session_key),
            self.chat or ("shared" if is_shared else "private"),
            given(self.sender_id),
            self.sender_is_owner,
            given(self.session_key),
        )


class SearchBody(Asking):
    """A search of memory."""

    query: str = Field(min_length=1, max_length=2000)
    """Words to look for."""
    max_results: int | None = Field(None, ge=1, le=20)
    """Passages at most; the settings decide when it is not given."""
    min_score: float | None = Field(None, ge=0.0, le=1.0)
    """Evidence floor; the settings decide when it is not given."""


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
