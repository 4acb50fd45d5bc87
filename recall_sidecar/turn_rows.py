"""A turn as one line of a list: what a person picks turns by, without hits, steps and prompts.

Made from a finished turn, or from its record on disk, which need not be read back whole for that.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Self

from recall_sidecar.reasons import explain_end
from recall_sidecar.traced import TurnTrace

__all__ = ["RowFilter", "TurnRow", "newest", "row_of", "row_of_record"]

_TEXT_CHARS: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnRow:
    """One line; `told` says in words how the turn ended, `asked` and `said` begin what was searched for and what memory said."""

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


@dataclass(frozen=True, slots=True)
class RowFilter:
    """Which turns are wanted; what is None picks none out. `before` is the id of a turn, which only older ones are."""

    status: str | None = None
    agent_id: str | None = None
    session_key: str | None = None
    text: str | None = None
    before: str | None = None
    since: datetime | None = None

    @classmethod
    def read(cls, query: Mapping[str, str]) -> Self:
        """Return the filter that a query string asks for; empty values ask for nothing."""
        text = query.get("text", "").strip().casefold()
        return cls(
            query.get("status") or None,
            query.get("agent") or None,
            query.get("session") or None,
            text or None,
            (query.get("before") or "").upper() or None,
        )

    def takes(self, row: TurnRow) -> bool:
        """Return whether a turn is wanted."""
        return (
            self.status in {None, row.status}
            and self.agent_id in {None, row.agent_id}
            and self.session_key in {None, row.session_key}
            and (self.before is None or row.trace_id < self.before)
            and (self.since is None or datetime.fromisoformat(row.started_at) >= self.since)
            and (self.text is None or any(self.text in words.casefold() for words in _words(row)))
        )


def row_of(trace: TurnTrace) -> TurnRow:
    """Return the line of a finished turn."""
    calls = [(call.input_tokens + call.output_tokens, call.cost) for call in trace.model_calls]
    return _row(trace, calls, asked=trace.search_query, said=trace.summary, at=trace.started_at.isoformat())


def row_of_record(record: Mapping[str, Any]) -> TurnRow:
    """Return the line of a turn in its JSON form.

    Raises:
        KeyError: The record is of another version.
    """
    calls = [(call["inputTokens"] + call["outputTokens"], call["cost"]) for call in record["modelCalls"]]
    return _row(
        _Record(record), calls, asked=record["searchQuery"], said=record["summary"], at=record["startedAt"]
    )


def newest(lists: Iterable[Sequence[TurnRow]], limit: int) -> list[TurnRow]:
    """Return the newest of several lists, each turn once, the newest first; an id begins with the time."""
    found: dict[str, TurnRow] = {}
    for rows in lists:
        for row in rows:
            found.setdefault(row.trace_id, row)
    return sorted(found.values(), key=lambda row: row.trace_id, reverse=True)[:limit]


class _Record:
    """A record whose fields are asked for by the names that a finished turn has for them."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.trace_id = record["traceId"]
        self.host = record["host"]
        self.agent_id = record["agentId"]
        self.session_key = record["sessionKey"]
        self.status = record["status"]
        self.reason = record["reason"]
        self.elapsed_ms = record["elapsedMs"]
        self.cache = record["cache"]


def _row(
    turn: TurnTrace | _Record, calls: Sequence[tuple[int, float | None]], *, asked: str, said: str, at: str
) -> TurnRow:
    costs = [cost for _, cost in calls if cost is not None]
    return TurnRow(
        trace_id=turn.trace_id,
        started_at=at,
        host=turn.host,
        agent_id=turn.agent_id,
        session_key=turn.session_key,
        status=turn.status,
        reason=turn.reason,
        told=explain_end(turn.status, turn.reason),
        elapsed_ms=round(turn.elapsed_ms, 1),
        cache=turn.cache,
        model_calls=len(calls),
        tokens=sum(tokens for tokens, _ in calls),
        cost=sum(costs) if costs else None,
        asked=asked[:_TEXT_CHARS],
        said=said[:_TEXT_CHARS],
    )


def _words(row: TurnRow) -> tuple[str, ...]:
    return (row.asked, row.said, row.told, row.session_key or "", row.agent_id, row.host, row.trace_id)
