"""What happened in each turn, step by step.

A `TurnRecorder` collects one turn; `Tracer` keeps the finished ones in a bounded ring, counts outcomes and tells
its listeners. Recording cannot fail a turn. Query, hits and block stay in this ring; what goes to disk is decided
by the history store.
"""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncGenerator, Callable
from datetime import timedelta
from typing import Any, Protocol

from recall_sidecar.deadline import Clock
from recall_sidecar.events import TurnEvent
from recall_sidecar.outcomes import RecallOutcome, reason_of, said_by, status_word
from recall_sidecar.trace_id import new_trace_id
from recall_sidecar.traced import (
    AskerTrace,
    ClauseTrace,
    HitTrace,
    ModelCallTrace,
    Span,
    TurnTrace,
    as_used,
)

__all__ = [
    "AskerTrace",
    "ClauseTrace",
    "HitTrace",
    "ModelCallTrace",
    "Span",
    "TraceSink",
    "Tracer",
    "TurnRecorder",
    "TurnTrace",
    "new_trace_id",
]

_LISTENER_QUEUE = 256
_MAX_COUNTERS = 1000
# A wall time is told in milliseconds; what is less is not worth working out in every turn.
_MENDED_S = 0.001


class TurnRecorder:
    """Collects one turn while it runs; a plain bag with one writer."""

    def __init__(
        self, turn: TurnEvent, clock: Clock, *, started_at: float | None = None, trace_id: str | None = None
    ) -> None:
        self.trace_id = trace_id or new_trace_id()
        self.turn = turn
        self.cache = "none"
        self.query_mode = ""
        self.conversation_query = ""
        self.search_query = ""
        self.question = 0
        self.hits: list[HitTrace] = []
        self.model_calls: list[ModelCallTrace] = []
        self.prompts: list[dict[str, Any]] = []
        self.clauses: tuple[ClauseTrace, ...] = ()
        self.block = ""
        self.budget_ms = self.soft_budget_ms = self.turn_number = 0
        self.spans: list[Span] = []
        self.monotonic = clock.monotonic
        self.begun = now = clock.monotonic()
        self._started_at = clock.now()
        if started_at is not None:
            self.begun = started_at
            if now - started_at > _MENDED_S:
                # The request arrived a little before.
                self._started_at -= timedelta(seconds=now - started_at)

    def elapsed_ms(self) -> float:
        """Return the milliseconds since the turn began."""
        return (self.monotonic() - self.begun) * 1000

    def span(self, name: str, **fields: Any) -> "_OpenSpan":  # noqa: ANN401 -- a span's fields are free
        """Record the step `name`; `with` gives the mapping of its fields, to which more may be added.

        A field `status` says how the step ended when it did not raise; an error or a cancellation speaks for itself.
        """
        opened = _OpenSpan()
        opened.name, opened.fields, opened.of = name, fields, self
        return opened

    def finish(self, outcome: RecallOutcome | None) -> TurnTrace:
        """Return the finished record of a turn that ended with `outcome`; None when the caller went away."""
        sources = getattr(outcome, "sources", ())
        used = {source.place for source in sources}
        return TurnTrace(
            trace_id=self.trace_id,
            started_at=self._started_at,
            host=self.turn.host,
            agent_id=self.turn.agent_id,
            session_key=self.turn.session_key,
            sender_id=self.turn.sender_id,
            run_id=self.turn.run_id,
            status="cancelled" if outcome is None else status_word(outcome),
            reason=None if outcome is None else reason_of(outcome),
            detail=getattr(outcome, "detail", ""),
            elapsed_ms=self.elapsed_ms(),
            budget_ms=self.budget_ms,
            soft_budget_ms=self.soft_budget_ms,
            cache=self.cache,
            query_mode=self.query_mode,
            conversation_query=self.conversation_query,
            search_query=self.search_query,
            hits=tuple(
                [
                    as_used(hit) if used and (hit.source, hit.path, hit.from_line) in used else hit
                    for hit in self.hits
                ]
            ),
            model_calls=tuple(self.model_calls),
            spans=tuple(self.spans),
            summary="" if outcome is None else said_by(outcome),
            block=self.block,
            trust=getattr(outcome, "trust", None),
            prompts=tuple(self.prompts),
            clauses=self.clauses,
            asker=AskerTrace.of(self.turn, self.turn_number),
            traceparent=self.turn.traceparent,
            tracestate=self.turn.tracestate,
        )


class _OpenSpan:
    """A step that is under way. A class, because a generator costs twice as much, and filled from outside: `__init__` costs as well."""

    __slots__ = ("begun", "fields", "name", "of")
    name: str
    fields: dict[str, Any]
    of: TurnRecorder
    begun: float

    def __enter__(self) -> dict[str, Any]:
        self.begun = self.of.monotonic()
        return self.fields

    def __exit__(self, kind: type[BaseException] | None, _error: object, _where: object) -> None:
        of, begun = self.of, self.begun
        took = of.monotonic() - begun
        fields = self.fields.copy()
        status = str(fields.pop("status")) if "status" in fields else "ok"
        if kind is not None:
            status = "cancelled" if issubclass(kind, asyncio.CancelledError) else kind.__name__
        of.spans.append(Span(self.name, (begun - of.begun) * 1000, took * 1000, status, fields))


class TraceSink(Protocol):
    """Where finished turns go besides the ring; must not block and must not raise."""

    def keep(self, trace: TurnTrace) -> None:
        """Take a finished turn."""


class Tracer:
    """The finished turns of this process, newest last, and their counters."""

    def __init__(self, *, ring_turns: int, sinks: tuple[TraceSink, ...] = ()) -> None:
        self._ring: deque[TurnTrace] = deque(maxlen=ring_turns)
        self._sinks = sinks
        self._listeners: set[asyncio.Queue[TurnTrace]] = set()
        self.outcomes: Counter[tuple[str, str, str]] = Counter()
        # The mode in force and the shadow's, and whether each would ask a model.
        self.shadows: Counter[tuple[str, str, bool, bool]] = Counter()

    def keep(self, trace: TurnTrace) -> None:
        """Take a finished turn into ring, counters, sinks and streams; a slow listener loses its oldest."""
        self._ring.append(trace)
        key = (trace.host, trace.status, trace.reason or "")
        # Host names come from requests: no caller can make the table grow without end.
        if key not in self.outcomes and len(self.outcomes) >= _MAX_COUNTERS:
            key = ("other", trace.status, trace.reason or "")
        self.outcomes[key] += 1
        for span in trace.spans:
            if "shadow_mode" in (fields := span.fields):
                self.shadows[
                    fields["mode"], fields["shadow_mode"], fields["asked"], fields["shadow_asks"]
                ] += 1
        for sink in self._sinks:
            sink.keep(trace)
        for queue in self._listeners:
            if queue.full():
                queue.get_nowait()
            queue.put_nowait(trace)

    def forget(self, is_meant: Callable[[TurnTrace], bool]) -> int:
        """Take the turns out that `is_meant` says, and return how many they were; sinks have their own."""
        kept = [trace for trace in self._ring if not is_meant(trace)]
        gone = len(self._ring) - len(kept)
        self._ring = deque(kept, maxlen=self._ring.maxlen)
        return gone

    def resize(self, ring_turns: int) -> None:
        """Keep that many turns from here on; the newest stay."""
        self._ring = deque(self._ring, maxlen=ring_turns)

    def all(self) -> list[TurnTrace]:
        """Return every turn that is kept, newest first."""
        return list(reversed(self._ring))

    def recent(self, limit: int = 50, *, session_key: str | None = None) -> list[TurnTrace]:
        """Return the newest turns first, those of one session when it is named."""
        turns = (t for t in reversed(self._ring) if session_key is None or t.session_key == session_key)
        return [trace for trace, _ in zip(turns, range(limit), strict=False)]

    def told(self, session_key: str | None) -> frozenset[str]:
        """Return the origins of what memory has said in a session, as far back as turns are kept."""
        turns = self.recent(len(self._ring), session_key=session_key) if session_key else ()
        return frozenset(turn.trust for turn in turns if turn.trust and turn.block)

    def find(self, trace_id: str) -> TurnTrace | None:
        """Return the turn of that id, or of the only id that begins so."""
        found = [trace for trace in self._ring if trace.trace_id.startswith(trace_id.upper())]
        return found[0] if trace_id and len(found) == 1 else None

    def since(self, trace_id: str | None) -> list[TurnTrace]:
        """Return the turns that finished after that one, oldest first; all that are kept when it is not among them."""
        later: list[TurnTrace] = []
        for trace in reversed(self._ring):
            if trace.trace_id == trace_id:
                break
            later.append(trace)
        return later[::-1]

    async def stream(self, *, after: str | None = None) -> AsyncGenerator[TurnTrace, None]:
        """Yield each turn as it finishes, from the moment the first one is waited for; close it with `aclose`.

        `after` names the last turn that is known: those that finished behind it come first.
        """
        queue: asyncio.Queue[TurnTrace] = asyncio.Queue(_LISTENER_QUEUE)
        self._listeners.add(queue)
        try:
            for missed in self.since(after) if after is not None else ():
                yield missed
            while True:
                yield await queue.get()
        finally:
            self._listeners.discard(queue)
