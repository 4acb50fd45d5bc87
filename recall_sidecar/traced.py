"""What a finished turn is remembered as: plain values, written by `trace.TurnRecorder` and read by everything that tells of turns."""

from dataclasses import dataclass, field, fields
from datetime import datetime
from operator import attrgetter
from typing import Any, Self

from recall_sidecar.events import BlockLifetime, TurnEvent

__all__ = ["AskerTrace", "ClauseTrace", "HitTrace", "ModelCallTrace", "Span", "TurnTrace", "as_used"]


# Not frozen as the others are: a turn has ten of these, and making a frozen one takes three times as long.
@dataclass(slots=True)
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


_HIT_NAMES = tuple(each.name for each in fields(HitTrace))
_hit_values = attrgetter(*_HIT_NAMES)
_USED = _HIT_NAMES.index("used")


def as_used(hit: HitTrace) -> HitTrace:
    """Return the hit as one that the answer rests on; `replace` does the same in twice the time."""
    values = list(_hit_values(hit))
    values[_USED] = True
    return HitTrace(*values)


@dataclass(frozen=True, slots=True)
class ModelCallTrace:
    """One model call: who was asked, how long it took, what it used. `tool_calls` name what the model asked for.

    `started_ms` is when it began after the turn that asked did, None in a record of an earlier version. The tools were run one
    after another from its end; `tools_ms` says how long each of them took that was run.
    """

    model: str
    chosen_by: str
    duration_ms: float
    first_token_ms: float | None
    input_tokens: int
    output_tokens: int
    cost: float | None
    ended: str
    tool_calls: tuple[str, ...] = ()
    started_ms: float | None = None
    tools_ms: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class ClauseTrace:
    """A clause of the model's note: why it was left out, None when it stays, and the numbers of the passages that say it."""

    text: str
    dropped: str | None
    sources: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class AskerTrace:
    """Who asked, as the host told it: ids and flags that gate and memory went by, so that the turn can be asked again.

    `turn_number` counts the session's turns since something was told in it.
    """

    session_id: str | None = None
    trigger: str | None = None
    provenance: str | None = None
    message_provider: str | None = None
    channel_id: str | None = None
    chat_id: str | None = None
    chat_type: str | None = None
    sender_is_owner: bool | None = None
    model_provider: str | None = None
    model_id: str | None = None
    project_keys: tuple[str, ...] = ()
    budget_ms: int | None = None
    block_lifetime: BlockLifetime = "turn"
    memory_allowed: bool = True
    turn_number: int = 0

    @classmethod
    def of(cls, turn: TurnEvent, turn_number: int = 0) -> Self:
        """Return who asked `turn`."""
        return cls(*(*_asker_values(turn), turn_number))

    def told(self) -> dict[str, Any]:
        """Return what it has of its turn, as the fields of a `TurnEvent`."""
        return dict(zip(_ASKER_NAMES, _asker_values(self), strict=True))


# All but the last stand in a turn under the same names.
_ASKER_NAMES = tuple(each.name for each in fields(AskerTrace))[:-1]
_asker_values = attrgetter(*_ASKER_NAMES)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnTrace:
    """A finished turn. Times are milliseconds; `status` and `reason` are the words of the wire.

    `soft_budget_ms` is when an extract would have answered, 0 where nothing was asked; `asker` is None in a record of an
    earlier version.
    `traceparent` and `tracestate` are those of the request that brought it (W3C), empty without.
    """

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
    asker: AskerTrace | None = None
    traceparent: str = ""
    tracestate: str = ""
