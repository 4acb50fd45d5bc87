"""One turn, from event to block.

```text
event ─▶ gate ─▶ query ─▶ cache ─▶ recall ─▶ inject ─▶ trace
```

Every way out, early or late, ends in `_end`, which traces it. The one `except Exception` of the product stands in
`run`: no fault of ours may break a turn.
"""

import asyncio
import logging
from dataclasses import dataclass
from functools import partial

from recall_sidecar import gate, inject, query
from recall_sidecar.block import BlockForm
from recall_sidecar.deadline import Deadline
from recall_sidecar.events import HookNotice, TurnEvent
from recall_sidecar.gate import Proceed
from recall_sidecar.ledger import SeenLedger
from recall_sidecar.llm.port import ModelClient
from recall_sidecar.memory.viewers import viewer_of
from recall_sidecar.outcomes import (
    Recalled,
    RecallOutcome,
    Skipped,
    SkipReason,
    TimedOut,
    Unavailable,
    UnavailableReason,
    is_whole,
    kind_of,
)
from recall_sidecar.query import Query, WithoutEchoes
from recall_sidecar.recall.ask import Ask
from recall_sidecar.recall.echoes import without_echoes
from recall_sidecar.settings import Settings
from recall_sidecar.settings.tables import QueryMode
from recall_sidecar.sharing import SharedRecalls
from recall_sidecar.sight import note, seen_in
from recall_sidecar.trace import TurnRecorder, TurnTrace
from recall_sidecar.trace_lines import both_lines
from recall_sidecar.turn_memo import TurnMemo, name_of
from recall_sidecar.turn_services import Services

__all__ = ["Pipeline", "Services", "TurnAnswer"]

_log = logging.getLogger("recall_sidecar")
# Hosts with switches of their own get both lines always; in the others `/verbose` and `/trace` decide.
_SHOWS_LINES_ITSELF = frozenset({"openclaw", "cli"})


@dataclass(frozen=True, slots=True)
class TurnAnswer:
    """What the host gets; texts are empty when there is none, or when nobody wants to see them."""

    outcome: RecallOutcome
    trace_id: str
    block: str
    status_line: str
    debug_line: str
    query_mode: QueryMode


class Pipeline:
    """Answers turns; belongs to one event loop."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._memo: TurnMemo[TurnAnswer] = TurnMemo(services.clock)
        self._ledger = SeenLedger()
        self._recalls = SharedRecalls(services)

    async def run(
        self,
        turn: TurnEvent,
        *,
        started_at: float | None = None,
        trace_id: str | None = None,
        lent_model: ModelClient | None = None,
    ) -> TurnAnswer:
        """Answer one turn within its budget. Raises nothing but `CancelledError`, when the caller goes away.

        `started_at` is when the request arrived, in seconds on the clock; `trace_id` names a turn whose caller had to know
        its id before; `lent_model` runs calls on the model that the turn's host lends.
        """
        toggles, key = self._services.toggles, turn.session_key or ""
        name = name_of(turn, (self._services.settings.generation, toggles.is_off(key)))
        if (known := self._memo.find(name)) is not None:
            return known
        recorder = TurnRecorder(turn, self._services.clock, started_at=started_at, trace_id=trace_id)
        settings = self._services.settings.for_agent(turn.agent_id)
        try:
            outcome = await self._decide(turn, settings, recorder, started_at, lent_model)
            _render(turn, outcome, settings, recorder)
        except asyncio.CancelledError:
            self._services.tracer.keep(recorder.finish(None))
            raise
        except Exception as error:  # noqa: BLE001 -- the one border: a fault of ours must not break a turn
            _log.exception("turn_failed", extra={"trace_id": recorder.trace_id})
            outcome = Unavailable(UnavailableReason.INTERNAL, type(error).__name__)
        known = self._memo.find(name)
        if known is not None and (is_whole(known.outcome) or not is_whole(outcome)):
            # The hook fired more than once at the same time: the first answer is the turn's, and its trace is the one,
            # unless it had less time and this one is better.
            return known
        answer = self._end(turn, outcome, recorder)
        self._memo.keep(name, answer)
        return answer

    async def aclose(self) -> None:
        """Write what is still to be written."""
        await self._recalls.written()

    async def written(self) -> None:
        """Wait for what is being written of turns that have ended."""
        await self._recalls.written()

    def forget(self) -> None:
        """Forget every answer that is kept, and what was told: what it rests on may be gone. Turns under way begin anew."""
        self._memo.clear()
        self._recalls.forget()
        self._ledger.clear()
        self._services.shelf.clear()

    def overloaded(self, turn: TurnEvent) -> TurnAnswer:
        """Answer a turn for which there is no room."""
        recorder = TurnRecorder(turn, self._services.clock)
        why = "server.max_turns_in_flight turns are being answered"
        outcome = Unavailable(UnavailableReason.OVERLOADED, why)
        _render(turn, outcome, self._services.settings.for_agent(turn.agent_id), recorder)
        return self._end(turn, outcome, recorder)

    def without_echoes(self, turn: TurnEvent) -> WithoutEchoes:
        """Return what takes out of an assistant's words what only repeats the blocks of the turn's session."""
        return partial(without_echoes, told=self._ledger.blocks(turn))

    def observe(self, notice: HookNotice) -> None:
        """Take note of what the host reports outside of a turn."""
        self._ledger.observe(notice)
        session = notice.session_key or notice.session_id or ""
        if notice.kind == "agent_end":
            self._memo.end(notice.agent_id, session, notice.run_id)
        elif notice.kind in {"before_reset", "session_end"}:
            self._memo.end(notice.agent_id, session, None)

    async def _decide(
        self,
        turn: TurnEvent,
        settings: Settings,
        recorder: TurnRecorder,
        started_at: float | None,
        lent_model: ModelClient | None,
    ) -> RecallOutcome:
        deadline = Deadline.start(
            self._services.clock,
            timeout_ms=settings.recall.timeout_ms,
            host_budget_ms=turn.budget_ms,
            soft_budget_ms=settings.recall.soft_budget_ms,
            started_at=started_at,
        )
        recorder.budget_ms = deadline.budget_ms
        recorder.soft_budget_ms = min(settings.recall.soft_budget_ms, deadline.budget_ms)
        with recorder.span("gate") as fields:
            verdict = gate.decide(
                turn, settings.gate, session_off=self._services.toggles.is_off(turn.session_key or "")
            )
            fields["verdict"] = type(verdict).__name__
        if isinstance(verdict, Skipped):
            return verdict
        with recorder.span("query"):
            asked = query.build(turn, settings.query, self.without_echoes(turn))
            recorder.query_mode = asked.mode
        if settings.recall.mode == "off" and verdict.chat != "private":
            # What is left in this mode, trigger phrases, answers in private chats alone.
            return Skipped(SkipReason.MODE_OFF)
        if not asked.search:
            return Skipped(SkipReason.NO_TEXT)
        if deadline.is_over:
            return TimedOut("query", deadline.budget_ms)
        ask = self._ask(turn, asked, verdict, settings, deadline, lent_model)
        return await self._recalls.answer(ask, recorder)

    def _ask(
        self,
        turn: TurnEvent,
        asked: Query,
        verdict: Proceed,
        settings: Settings,
        deadline: Deadline,
        lent_model: ModelClient | None,
    ) -> Ask:
        viewer = viewer_of(turn, verdict)
        raw = self._services.toggles.trace_level(turn.session_key or "") == "raw"
        keep_prompts = raw or settings.trace.persist_transcripts
        return Ask(
            turn,
            asked,
            viewer,
            settings,
            deadline,
            self._services.clock.now(),
            keep_prompts=keep_prompts,
            lent_model=lent_model,
            seen=seen_in(turn, viewer, settings.recall, self._ledger),
        )

    def _end(self, turn: TurnEvent, outcome: RecallOutcome, recorder: TurnRecorder) -> TurnAnswer:
        """Trace and answer: the one way out of a turn."""
        trace = recorder.finish(outcome)
        self._services.tracer.keep(trace)
        self._services.shelf.keep(trace.trace_id, turn)
        note(turn, outcome, trace, self._ledger, recorder.question)
        mode = self._services.settings.for_agent(turn.agent_id).query.mode
        lines = self._lines(turn, outcome, trace, mode)
        return TurnAnswer(outcome, trace.trace_id, trace.block, *lines, mode)

    def _lines(
        self, turn: TurnEvent, outcome: RecallOutcome, trace: TurnTrace, mode: QueryMode
    ) -> tuple[str, str]:
        """Return the status and the debug line, empty where neither the host nor the session shows them."""
        toggles, session = self._services.toggles, turn.session_key or ""
        has_own = turn.host in _SHOWS_LINES_ITSELF
        return both_lines(
            outcome,
            trace,
            query_mode=mode,
            status=has_own or toggles.verbose(session),
            debug=has_own or toggles.trace_level(session) != "off",
        )


def _render(turn: TurnEvent, outcome: RecallOutcome, settings: Settings, recorder: TurnRecorder) -> None:
    with recorder.span("inject") as fields:
        if isinstance(outcome, Recalled):
            fields["kind"] = kind_of(outcome)
        form: BlockForm = "openclaw" if turn.host == "openclaw" else "plain"
        recorder.block = inject.render(outcome, settings.inject, form=form)
