"""The JSON that our own routes are asked with; hosts' JSON is the dialects'.

Names are camelCase on the wire, and what is not known is ignored.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, RootModel, StrictBool, StringConstraints, ValidationError
from pydantic.alias_generators import to_camel

from recall_sidecar.errors import RequestRefused
from recall_sidecar.memory.port import Viewer

__all__ = ["Asking", "CommandBody", "GetBody", "HostEvent", "RefreshBody", "Request", "SearchBody", "parse"]

# Agents are compared in lower case everywhere behind this border.
_AgentId = Annotated[str, StringConstraints(strip_whitespace=True, to_lower=True)]


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

    agent_id: _AgentId = Field("main", min_length=1, max_length=256)
    """Whose memory."""
    chat: Literal["private", "shared"] = "private"
    """private: a direct chat; shared: any other."""
    sender_id: str | None = Field(None, max_length=256)
    """Who speaks."""
    sender_is_owner: StrictBool | None = None
    """Whether that is the owner; null when the host does not know."""
    project_keys: tuple[str, ...] = Field((), max_length=64)
    """Active projects; passages of others stay hidden."""
    session_key: str | None = Field(None, max_length=1024)
    """The conversation being answered."""

    def viewer(self) -> Viewer:
        """Return who asks, in memory's words."""
        return Viewer(
            self.agent_id,
            self.chat,
            self.sender_id,
            self.sender_is_owner,
            self.project_keys,
            self.session_key,
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
    session_key: str | None = Field(None, max_length=1024)
    """The session it was typed in."""
    agent_id: _AgentId = Field("main", max_length=256)
    """The agent of that session."""
    sender_id: str | None = Field(None, max_length=256)
    """Who typed it."""
    sender_is_owner: StrictBool | None = None
    """Whether that is the owner; null when the host does not know."""
    admin: StrictBool = False
    """The host vouches that the sender has admin scope."""


class HostEvent(RootModel[dict[str, Any]]):
    """A hook event in the host's own JSON."""


RequestT = TypeVar("RequestT", bound=Request)


def parse(model: type[RequestT], body: Mapping[str, Any]) -> RequestT:
    """Return `body` as `model`.

    Raises:
        RequestRefused: Names the first field that is wrong; never echoes its value.
    """
    try:
        return model.model_validate(body)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        field = ".".join(str(part) for part in first["loc"])
        message = f"the field {field} cannot be used"
        raise RequestRefused(message, field=field, remedy=f"{first['msg']}.") from error
