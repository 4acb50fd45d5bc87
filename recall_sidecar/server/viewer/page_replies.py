"""The JSON that the trace page is answered with, and what it is asked with."""

from dataclasses import asdict
from datetime import datetime
from typing import Any, Literal, Self

from pydantic import Field

from recall_sidecar.difference import Change, HitChange, HitWord, changes, hit_changes
from recall_sidecar.overview import Overview
from recall_sidecar.server import wire
from recall_sidecar.server.replies import Response
from recall_sidecar.switchboard import SWITCHES, SessionSwitches, SwitchName, Value
from recall_sidecar.toggles import TraceLevel
from recall_sidecar.trace import TurnTrace
from recall_sidecar.trace_json import to_json
from recall_sidecar.turn_rows import TurnRow

__all__ = [
    "BucketReport",
    "ChangeReport",
    "HitChangeReport",
    "OverviewReply",
    "ReasonReport",
    "ReplayReply",
    "RowReport",
    "RowsReply",
    "SessionReport",
    "SwitchBody",
    "SwitchReport",
    "SwitchesReply",
    "ThrownReply",
    "TurnReply",
]


class RowReport(Response):
    """A turn as one line of the list."""

    trace_id: str
    started_at: str
    host: str
    agent_id: str
    session_key: str | None
    status: str
    reason: str | None
    told: str
    elapsed_ms: float
    cache: str
    model_calls: int
    tokens: int
    cost: float | None
    asked: str
    said: str

    @classmethod
    def of(cls, row: TurnRow) -> Self:
        """Return the line for the wire."""
        return cls(**asdict(row))


class RowsReply(Response):
    """Turns, newest first; `problem` says why older ones are missing, empty when none are."""

    v: Literal[1] = 1
    rows: tuple[RowReport, ...]
    problem: str


class TurnReply(Response):
    """One turn; `told` says how it ended, `can_replay` whether it can be run again."""

    v: Literal[1] = 1
    trace: dict[str, Any]
    told: str
    can_replay: bool


class ChangeReport(Response):
    """One thing then and now."""

    what: str
    then: str
    now: str
    same: bool

    @classmethod
    def of(cls, change: Change) -> Self:
        """Return the change for the wire."""
        return cls(what=change.what, then=change.then, now=change.now, same=change.same)


class HitChangeReport(Response):
    """What became of one passage."""

    place: str
    change: HitWord
    rank_then: int | None
    rank_now: int | None
    score_then: float | None
    score_now: float | None

    @classmethod
    def of(cls, change: HitChange) -> Self:
        """Return the change for the wire."""
        return cls(**asdict(change))


class ReplayReply(Response):
    """A turn that ran again: how it went now, and what is different."""

    v: Literal[1] = 1
    trace: dict[str, Any]
    told: str
    changes: tuple[ChangeReport, ...]
    hits: tuple[HitChangeReport, ...]

    @classmethod
    def of(cls, then: TurnTrace, now: TurnTrace, told: str) -> Self:
        """Return both for the wire."""
        return cls(
            trace=to_json(now),
            told=told,
            changes=tuple(map(ChangeReport.of, changes(then, now))),
            hits=tuple(map(HitChangeReport.of, hit_changes(then.hits, now.hits))),
        )


class BucketReport(Response):
    """The turns of one stretch of time."""

    begins_at: datetime
    outcomes: dict[str, int]
    p50_ms: float | None
    p95_ms: float | None
    model_calls: int
    tokens: int
    cost: float | None


class ReasonReport(Response):
    """Why turns got nothing from memory, and how many."""

    status: str
    reason: str
    told: str
    count: int


class OverviewReply(Response):
    """Figures of the last hours, in buckets of equal length, the oldest first."""

    v: Literal[1] = 1
    hours: int
    bucket_minutes: int
    turns: int
    p50_ms: float | None
    p95_ms: float | None
    buckets: tuple[BucketReport, ...]
    reasons: tuple[ReasonReport, ...]
    problem: str

    @classmethod
    def of(cls, figures: Overview, problem: str) -> Self:
        """Return the figures for the wire."""
        return cls(**asdict(figures), problem=problem)


class SwitchReport(Response):
    """A switch in words: what each of its values does."""

    name: SwitchName
    title: str
    does: dict[str, str]


class SessionReport(Response):
    """How the switches of a session stand."""

    session_key: str
    memory: bool
    verbose: bool
    trace: TraceLevel

    @classmethod
    def of(cls, session: SessionSwitches) -> Self:
        """Return the session for the wire."""
        return cls(**asdict(session))


class SwitchesReply(Response):
    """Every switch: in words, for everybody, and by session."""

    v: Literal[1] = 1
    switches: tuple[SwitchReport, ...] = tuple(
        SwitchReport(name=switch.name, title=switch.title, does=dict(switch.does)) for switch in SWITCHES
    )
    memory: bool
    sessions: tuple[SessionReport, ...]


class SwitchBody(wire.Request):
    """A switch to throw."""

    switch: SwitchName
    """Which one."""
    value: Value
    """How it shall stand; `raw` is of the debug line alone."""
    session_key: str | None = Field(None, min_length=1, max_length=2048)
    """In which session; null means everybody, which memory alone can be switched for."""


class ThrownReply(Response):
    """A switch was thrown; `text` is what the command answers."""

    v: Literal[1] = 1
    text: str
