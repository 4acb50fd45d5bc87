"""The JSON of the routes that write memory and take out of it."""

import datetime as dt
from typing import Annotated, Literal, Self

from pydantic import Field, StrictBool, StringConstraints

from recall_sidecar.dialects.wire import Id
from recall_sidecar.memory.edits import Found, Remembered
from recall_sidecar.server.replies import Response
from recall_sidecar.server.wire import Request

__all__ = ["ForgetBody", "ForgetReply", "Forgettable", "RememberBody", "RememberReply"]


class RememberBody(Request):
    """Something to remember, as one entry."""

    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=2000)]
    """The entry."""
    agent_id: Id | None = None
    """Whose memory; `main` when absent."""
    triggers: list[Annotated[str, StringConstraints(max_length=160)]] = Field(
        default_factory=list, max_length=24
    )
    """Phrases on whose mention the entry speaks up."""
    importance: int | None = Field(None, ge=1, le=10)
    """How much it matters; 5 changes nothing."""
    date: dt.date | None = None
    """The day it is about."""
    file: str = Field("", max_length=1024)
    """File below the agent's folder; its MEMORY.md when absent."""
    force: StrictBool = False
    """Write it although it looks as if it held a secret."""


class ForgetBody(Request):
    """What to forget: a path, with or without lines, or a session."""

    agent_id: Id | None = None
    """Whose memory; `main` when absent. Conversations are found whoever's they are."""
    path: str = Field("", max_length=1024)
    """The file, as a hit names it."""
    from_line: int | None = Field(None, ge=1, alias="from")
    """First line; the whole file when absent."""
    to_line: int | None = Field(None, ge=1, alias="to")
    """Last line; the first when absent."""
    session: Id = ""
    """Key of a session whose captured turns are meant, all of them."""
    apply: StrictBool = False
    """Do it; without it the answer says what would be done."""
    delete_file: StrictBool = False
    """A whole note may be deleted."""


class RememberReply(Response):
    """Where the entry stands; `isNew` is false when it stood there already."""

    v: Literal[1] = 1
    file: str
    path: str
    line: int
    is_new: bool

    @classmethod
    def of(cls, written: Remembered) -> Self:
        """Return the place for the wire."""
        return cls(file=written.file, path=written.path, line=written.line, is_new=written.is_new)


class Forgettable(Response):
    """Something to forget. `whole` says that nothing of its file is left, `captured` that it was said in a conversation."""

    file: str
    path: str
    from_line: int
    to_line: int
    text: str
    whole: bool
    captured: bool

    @classmethod
    def of(cls, found: Found, text: str) -> Self:
        """Return it for the wire, with `text` in the place of its own."""
        return cls(
            file=found.file,
            path=found.path,
            from_line=found.from_line,
            to_line=found.to_line,
            text=text,
            whole=found.is_whole,
            captured=found.folder is None,
        )


class ForgetReply(Response):
    """What was found, and whether it is gone; `turns` of the trace went with it."""

    v: Literal[1] = 1
    found: tuple[Forgettable, ...]
    done: bool
    turns: int
