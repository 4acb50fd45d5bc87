"""The JSON of our own routes. Hosts' JSON is the dialects'.

Names are camelCase on the wire. Requests ignore what they do not know; responses are closed, so that the OpenAPI
document made from these models is exact.
"""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, Literal, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, RootModel, StrictBool, ValidationError
from pydantic.alias_generators import to_camel

from recall_sidecar.errors import RequestRefused, SettingsProblem
from recall_sidecar.memory.port import Hit, IndexReport, MemoryStatus, ReadResult, SearchResult, Viewer

__all__ = [
    "Acknowledged",
    "Asking",
    "CommandAnswer",
    "CommandBody",
    "ErrorReply",
    "Failure",
    "FoundPassage",
    "GetBody",
    "GetReply",
    "Guidance",
    "Health",
    "HookReport",
    "HostAnswer",
    "HostEvent",
    "MemoryReport",
    "OutcomeCount",
    "PartReport",
    "Problem",
    "ProofReply",
    "Readiness",
    "RefreshBody",
    "RefreshReply",
    "ReloadReply",
    "Request",
    "Response",
    "SearchBody",
    "SearchReply",
    "StatusReply",
    "TraceListReply",
    "TraceReply",
    "parse",
]


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


class Response(BaseModel):
    """Base of what we answer."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        populate_by_name=True,
        extra="forbid",
        frozen=True,
        defer_build=True,
    )


class Asking(Request):
    """Who asks of memory, which decides what may be seen."""

    agent_id: str = Field("main", min_length=1, max_length=256)
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
    agent_id: str = Field("main", max_length=256)
    """The agent of that session."""
    sender_id: str | None = Field(None, max_length=256)
    """Who typed it."""
    sender_is_owner: StrictBool | None = None
    """Whether that is the owner; null when the host does not know."""
    admin: StrictBool = False
    """The host vouches that the sender has admin scope."""


class Failure(Response):
    """What went wrong and what to do: `code` is one stable word, `field` the part of the request or daemon that is meant."""

    code: str
    message: str
    field: str | None
    remedy: str


class HostEvent(RootModel[dict[str, Any]]):
    """A hook event in the host's own JSON."""


class HostAnswer(RootModel[dict[str, Any]]):
    """An answer in the host's own JSON; empty when there is nothing to say."""


class ErrorReply(Response):
    """The answer to a request that could not be served; the same on every route."""

    error: Failure


class Guidance(Response):
    """What explains the block to the main model."""

    v: Literal[1] = 1
    guidance: str
    """Constant text for the system prompt."""


class Acknowledged(Response):
    """A notice was taken."""

    v: Literal[1] = 1
    status: Literal["ok"] = "ok"


class CommandAnswer(Response):
    """What to show the user; `handled` is false when it was no command of ours."""

    v: Literal[1] = 1
    handled: bool
    text: str


class FoundPassage(Response):
    """One hit. The values of `parts` add up to `score`."""

    source: str
    path: str
    from_line: int
    to_line: int
    heading: str
    date: date | None
    origin: str
    visibility: str
    score: float
    rank: int
    parts: dict[str, float]
    text: str

    @classmethod
    def of(cls, hit: Hit, text: str) -> Self:
        """Return `hit` with `text` in the place of its own."""
        passage = hit.passage
        return cls(
            source=passage.source,
            path=passage.path,
            from_line=passage.from_line,
            to_line=passage.to_line,
            heading=passage.heading,
            date=passage.date,
            origin=passage.origin,
            visibility=passage.visibility,
            score=hit.score,
            rank=hit.rank,
            parts={part.name: part.value for part in hit.parts},
            text=text,
        )


class SearchReply(Response):
    """Hits, best first. `below_floor` counts those that were found and too weak."""

    v: Literal[1] = 1
    hits: tuple[FoundPassage, ...]
    elapsed_ms: float
    warning: str | None
    below_floor: int

    @classmethod
    def of(cls, result: SearchResult, hits: tuple[FoundPassage, ...]) -> Self:
        """Return the answer to a search."""
        return cls(
            hits=hits, elapsed_ms=result.elapsed_ms, warning=result.warning, below_floor=result.below_floor
        )


class GetReply(Response):
    """Lines of a memory file; `next_line` is where reading can go on."""

    v: Literal[1] = 1
    path: str
    from_line: int
    to_line: int
    text: str
    origin: str
    next_line: int | None

    @classmethod
    def of(cls, found: ReadResult, text: str) -> Self:
        """Return `found` with `text` in the place of its own."""
        return cls(
            path=found.path,
            from_line=found.from_line,
            to_line=found.to_line,
            text=text,
            origin=found.origin,
            next_line=found.next_line,
        )


class RefreshReply(Response):
    """What a refresh did, in files and passages; `problems` are files that could not be read and why."""

    v: Literal[1] = 1
    files: int
    passages: int
    added: int
    changed: int
    removed: int
    problems: tuple[str, ...]
    elapsed_ms: float

    @classmethod
    def of(cls, report: IndexReport) -> Self:
        """Return the report for the wire."""
        return cls(
            files=report.files,
            passages=report.passages,
            added=report.added,
            changed=report.changed,
            removed=report.removed,
            problems=report.problems,
            elapsed_ms=report.elapsed_ms,
        )


class TraceListReply(Response):
    """Turns, newest first."""

    v: Literal[1] = 1
    traces: tuple[dict[str, Any], ...]


class TraceReply(Response):
    """One turn."""

    v: Literal[1] = 1
    trace: dict[str, Any]


class Problem(Response):
    """One thing wrong in the settings."""

    key: str
    source: str
    message: str

    @classmethod
    def of(cls, problem: SettingsProblem) -> Self:
        """Return the problem for the wire."""
        return cls(key=problem.key, source=problem.source, message=problem.message)


class ReloadReply(Response):
    """Why the newest settings are not in force, or which keys wait for a restart; no problems when all is well."""

    v: Literal[1] = 1
    problems: tuple[Problem, ...]


class Health(Response):
    """The process is up."""

    status: Literal["ok"] = "ok"


class ProofReply(Response):
    """Shows who answers, to a client that holds one of the tokens: `proof` by the full one, `hook_proof` by the other."""

    v: Literal[1] = 1
    port: int
    proof: str
    hook_proof: str


class PartReport(Response):
    """Whether one part can be used, and if not why."""

    ready: bool
    detail: str


class Readiness(Response):
    """Whether the daemon can recall, by part; `error` is there when it cannot, and names the first part that is not ready."""

    ready: bool
    parts: dict[str, PartReport]
    error: Failure | None = None


class HookReport(Response):
    """Which hosts have called since the start. `by_host` counts each event, `refused` each error code."""

    calls: int
    by_host: dict[str, dict[str, int]]
    by_session_kind: dict[str, int]
    refused: dict[str, int]
    last_call_at: datetime | None
    hint: str | None


class OutcomeCount(Response):
    """How often turns of a host ended so."""

    host: str
    status: str
    reason: str | None
    count: int


class MemoryReport(Response):
    """The state of the memory."""

    ready: bool
    files: int
    passages: int
    refreshed_at: datetime | None
    problems: tuple[str, ...]
    detail: str

    @classmethod
    def of(cls, status: MemoryStatus) -> Self:
        """Return the state for the wire."""
        return cls(
            ready=status.ready,
            files=status.files,
            passages=status.passages,
            refreshed_at=status.refreshed_at,
            problems=status.problems,
            detail=status.detail,
        )


class StatusReply(Response):
    """What an operator wants to see at a glance."""

    v: Literal[1] = 1
    version: str
    pid: int
    started_at: datetime
    uptime_ms: int
    socket: str
    port: int | None
    readiness: dict[str, PartReport]
    hooks: HookReport
    outcomes: tuple[OutcomeCount, ...]
    turns_in_flight: int
    model: str
    breakers: tuple[dict[str, Any], ...]
    cache: dict[str, int]
    memory: MemoryReport
    settings_problems: tuple[Problem, ...]


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
