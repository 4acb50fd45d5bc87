"""The JSON that our own routes answer with.

Names are camelCase on the wire. Answers are closed to other fields, so that the OpenAPI document made from these models
is exact.
"""

from collections.abc import Callable
from dataclasses import asdict
from datetime import date
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, RootModel
from pydantic.alias_generators import to_camel

from recall_sidecar.errors import SettingsProblem
from recall_sidecar.memory.port import Explanation, Hit, IndexReport, ReadResult, SearchResult
from recall_sidecar.settings.tables import QueryMode

__all__ = [
    "Acknowledged",
    "CommandAnswer",
    "ErrorReply",
    "Failure",
    "FoundPassage",
    "GetReply",
    "Guidance",
    "Health",
    "HostAnswer",
    "LeftOutPassage",
    "NeedsReply",
    "Problem",
    "ProofReply",
    "RefreshReply",
    "ReloadReply",
    "Response",
    "SearchReply",
    "TraceListReply",
    "TraceReply",
]


class Response(BaseModel):
    """Base of what we answer."""

    model_config = ConfigDict(
        alias_generator=to_camel, populate_by_name=True, extra="forbid", frozen=True, defer_build=True
    )


class Failure(Response):
    """What went wrong and what to do: `code` is one stable word, `field` the part of the request or daemon that is meant."""

    code: str
    message: str
    field: str | None
    remedy: str


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


class NeedsReply(Response):
    """What the turns of an agent have to send: `query_mode` says how much of the conversation.

    `turns` says whether an `agent_end` notice shall hold the turn that has ended, because it is kept.
    """

    v: Literal[1] = 1
    version: str
    query_mode: QueryMode
    turns: bool = False


class Acknowledged(Response):
    """A notice was taken. `turn` says what became of the turn that it handed over: `kept`, or why it is not."""

    v: Literal[1] = 1
    status: Literal["ok"] = "ok"
    turn: str | None = None


class CommandAnswer(Response):
    """What to show the user; `handled` is false when it was no command of ours."""

    v: Literal[1] = 1
    handled: bool
    text: str


class FoundPassage(Response):
    """One hit. The values of `parts` add up to `score`; `details` says what some of them come from, when that was asked."""

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
    details: dict[str, str]
    text: str
    superseded_by: str

    @classmethod
    def of(cls, hit: Hit, mask: Callable[[str], str]) -> Self:
        """Return `hit` with its secrets masked."""
        passage = hit.passage
        return cls(
            source=passage.source,
            path=mask(passage.path),
            from_line=passage.from_line,
            to_line=passage.to_line,
            heading=mask(passage.heading),
            date=passage.date,
            origin=passage.origin,
            visibility=passage.visibility,
            score=hit.score,
            rank=hit.rank,
            parts={part.name: part.value for part in hit.parts},
            superseded_by=mask(hit.superseded_by),
            details={part.name: mask(part.detail) for part in hit.parts if part.detail},
            text=mask(passage.text),
        )


class LeftOutPassage(Response):
    """A passage that was found and is not among the hits."""

    reason: str
    hit: FoundPassage


class SearchReply(Response):
    """Hits, best first. `below_floor` counts those that were found and too weak.

    When it was asked why: `left_out` are the best of those that are not shown, and `hidden` counts passages with words of
    the question that this viewer may not see; null for all but the owner.
    """

    v: Literal[1] = 1
    hits: tuple[FoundPassage, ...]
    elapsed_ms: float
    warning: str | None
    below_floor: int
    left_out: tuple[LeftOutPassage, ...] = ()
    hidden: int | None = None

    @classmethod
    def of(cls, result: SearchResult, mask: Callable[[str], str]) -> Self:
        """Return the answer to a search, with secrets masked."""
        why = result.why or Explanation()
        return cls(
            hits=tuple(FoundPassage.of(hit, mask) for hit in result.hits),
            elapsed_ms=result.elapsed_ms,
            warning=result.warning,
            below_floor=result.below_floor,
            left_out=tuple(
                LeftOutPassage(reason=each.reason, hit=FoundPassage.of(each.hit, mask))
                for each in why.left_out
            ),
            hidden=why.hidden,
        )


class GetReply(Response):
    """Lines of a memory file; `to_line` is null when the file has no line there, `next_line` is where reading can go on."""

    v: Literal[1] = 1
    path: str
    from_line: int
    to_line: int | None
    text: str
    origin: str
    next_line: int | None

    @classmethod
    def of(cls, found: ReadResult, text: str) -> Self:
        """Return `found` with `text` in the place of its own."""
        to_line = found.to_line if found.to_line >= found.from_line else None
        return cls(**asdict(found) | {"text": text, "to_line": to_line})


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
        return cls(**asdict(report))


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
