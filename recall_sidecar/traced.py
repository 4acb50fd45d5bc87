"""What a finished turn is made of: its steps, hits, model calls and clauses, as values."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

__all__ = ["ClauseTrace", "HitTrace", "ModelCallTrace", "Span", "TurnTrace"]


@dataclass(frozen=True, slots=True)
class Span:
    """One step: when it began after the turn did, how long it took (both ms), how it ended.

    `fields` are small facts such as counts and names; they reach logs and disk, so they never hold text of a memory,
    a message or a prompt.
    """

    name: str
    started_ms: float
    duration_ms: float
    status: str
    fields: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HitTrace:
    """A hit as the turn saw it; `parts` add up to `score`, `used` says whether the answer rests on it.

    `superseded_by` is where a newer hit says otherwise, empty when none does. `visible` is a hit that was left out, because
    the model could see what it says. `orders` names the kinds of orders that its text gives, with blanks between. `number` is
    what the model that was asked, and the clauses of its note, call it by; 0 when it was not shown.
    """

    source: str
    path: str
    from_line: int
    to_line: int
    origin: str
    score: float
    parts: dict[str, float]
    text: str
    used: bool = False
    superseded_by: str = ""
    visible: bool = False
    orders: str = ""
    number: int = 0


@dataclass(frozen=True, slots=True)
class ModelCallTrace:
    """One model call: who was asked, how long it took, what it used. `tool_calls` name what the model asked for."""

    model: str
    chosen_by: str
    duration_ms: float
    first_token_ms: float | None
    input_tokens: int
    output_tokens: int
    cost: float | None
    ended: str
    tool_calls: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ClauseTrace:
    """A clause of the model's note: why it was left out, None when it stays, and the numbers of the passages that say it."""

    text: str
    dropped: str | None
    sources: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnTrace:
    """A finished turn. Times are milliseconds; `status` and `reason` are the words of the wire."""

    trace_id: str
    started_at: datetime
    host: str
    agent_id: str
    session_key: str | None
    sender_id: str | None
    run_id: str | None
    status: str
    reason: str | None
    detail: str
    elapsed_ms: float
    budget_ms: int
    cache: str
    query_mode: str
    conversation_query: str
    search_query: str
    hits: tuple[HitTrace, ...]
    model_calls: tuple[ModelCallTrace, ...]
    spans: tuple[Span, ...]
    summary: str
    block: str
    trust: str | None
    prompts: tuple[dict[str, Any], ...] = ()
    clauses: tuple[ClauseTrace, ...] = ()
    soft_budget_ms: int = 0
