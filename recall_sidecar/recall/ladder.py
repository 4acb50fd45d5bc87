"""The ladder: every rung is cheaper than the next, and each can answer when the ones above cannot.

triggers → retrieve → need → sub-agent. What trigger phrases call answers at once where the mode lets no model judge it, and
stands in every answer elsewhere. The extract is made as soon as there is evidence, so that it stands ready when no model
is configured, the model is warming, broken or resting, or the time is up.
"""

import asyncio
from dataclasses import replace

from recall_sidecar.breaker import CircuitBreaker, fair_time_s
from recall_sidecar.errors import MemoryStoreError, ModelError, ModelReplyInvalid, ModelTimeout
from recall_sidecar.llm import order
from recall_sidecar.llm.port import ModelClient, ModelRef
from recall_sidecar.memory.port import Hit, MemorySource, SearchQuery, SearchResult, TriggerSource
from recall_sidecar.outcomes import (
    NothingRelevant,
    Recalled,
    RecallOutcome,
    Skipped,
    SkipReason,
    TimedOut,
    Unavailable,
    UnavailableReason,
    lowest,
)
from recall_sidecar.recall import novelty, triggers
from recall_sidecar.recall.ask import Ask, Mask, Progress, source_of, verified
from recall_sidecar.recall.extract import speaks_for_itself
from recall_sidecar.recall.need import shadow, verdict
from recall_sidecar.recall.need.eagerness import eagerness
from recall_sidecar.recall.need.weights import Weights
from recall_sidecar.recall.screened import fit, screened
from recall_sidecar.recall.sub_agent import SubAgent
from recall_sidecar.trace import TurnRecorder

__all__ = ["Ladder"]

# A search that took longer, as of another program's memory, is not made a second time.
_QUICK_MS = 250


class Ladder:
    """Climbs for one recall at a time; many may climb at once."""

    def __init__(
        self,
        *,
        memory: MemorySource,
        curated: TriggerSource,
        model: ModelClient,
        sub_agent: SubAgent,
        breaker: CircuitBreaker,
        mask: Mask,
        weights: Weights,
    ) -> None:
        self._memory = memory
        self._curated = curated
        self._model = model
        self._sub_agent = sub_agent
        self._breaker = breaker
        self._mask = mask
        self._weights = weights

    def for_replay(self) -> "Ladder":
        """Return a ladder whose time-outs are counted by nobody."""
        return Ladder(
            memory=self._memory,
            curated=self._curated,
            model=self._model,
            sub_agent=self._sub_agent,
            breaker=self._breaker.copied(),
            mask=self._mask,
            weights=self._weights,
        )

    async def climb(self, ask: Ask, progress: Progress, recorder: TurnRecorder) -> RecallOutcome:
        """Answer one recall within its deadline. Raises nothing but `CancelledError` and programming errors."""
        try:
            async with asyncio.timeout(ask.deadline.remaining_s()):
                outcome = await self._climb(ask, progress, recorder)
        except TimeoutError:
            progress.given_up = True
            outcome = progress.best("timeout") or TimedOut(progress.step, ask.deadline.budget_ms)
        except MemoryStoreError as error:
            outcome = Unavailable(UnavailableReason.MEMORY, self._mask(str(error)))
        return triggers.joined(progress.note, outcome)

    async def _climb(self, ask: Ask, progress: Progress, recorder: TurnRecorder) -> RecallOutcome:
        mode = ask.settings.recall.mode
        await self._recall_triggers(ask, progress, recorder)
        if mode == "off":
            why = SkipReason.ALREADY_VISIBLE if progress.visible else SkipReason.MODE_OFF
            return progress.note or Skipped(why)
        if verdict.is_trivial(ask.query.latest):
            return progress.note or Skipped(SkipReason.NO_RECALL_INTENT)
        if mode == "escalate" and progress.note is not None:
            return progress.note
        await self._retrieve(ask, progress, recorder)
        if not progress.hits and not (await self._memory.status()).ready:
            return Unavailable(UnavailableReason.WARMING, "the memory index is being built")
        if progress.visible and not progress.hits:
            return Skipped(SkipReason.ALREADY_VISIBLE)
        progress.question = novelty.question(progress.search, (*progress.hits, *progress.visible))
        if progress.question in ask.seen.told:
            # What the model made of the same passages stands before the main model.
            progress.visible, progress.hits = (*progress.visible, *progress.hits), ()
            return Skipped(SkipReason.ALREADY_VISIBLE)
        progress.step = "need"
        if (refused := self._refused(ask, progress, recorder)) is not None:
            return refused
        self._prepare_extract(ask, progress)
        progress.step = "model"
        with recorder.span("model") as fields:
            outcome = await self._consult(ask, progress)
            fields["calls"] = len(progress.model_calls)
            if progress.passed_over:
                fields["why"] = progress.passed_over
        if progress.clauses:
            with recorder.span("verify") as fields:
                fields.update(verified(progress))
        return outcome

    async def _recall_triggers(self, ask: Ask, progress: Progress, recorder: TurnRecorder) -> None:
        """Find what the message calls by a trigger phrase. A failure is the next rung's to tell, if there is one."""
        if ask.viewer.chat != "private":
            return
        progress.step = "memory"
        with recorder.span("triggers") as fields:
            asked = SearchQuery(ask.query.search, ask.viewer, ask.now)
            try:
                # Where no model will look, what the message names exactly is looked up as well.
                exact = ask.settings.recall.mode == "off"
                found = await self._curated.triggered(ask.query.latest, asked, exact=exact)
            except MemoryStoreError as error:
                if ask.settings.recall.mode == "off":
                    raise
                fields.update(status=type(error).__name__)
                return
            policy = ask.settings.recall.orders
            clean = (
                replace(each, hit=hit) for each in found for hit in screened((each.hit,), self._mask, policy)
            )
            hits, progress.visible = novelty.split(triggers.strong(tuple(clean)), ask.seen)
            progress.note = fit(triggers.note(hits, [source_of(hit) for hit in hits]), self._mask)
            fields.update(near=len(found), entries=len(hits))
            if progress.visible:
                fields["visible"] = len(progress.visible)
        if progress.note is not None:
            progress.triggered = hits
            progress.evidence.set()

    async def _retrieve(self, ask: Ask, progress: Progress, recorder: TurnRecorder) -> None:
        progress.step = "memory"
        with recorder.span("memory") as fields:
            result = await self._search(ask, ask.settings.memory.min_score)
            weak, is_quick = result.below_floor, result.elapsed_ms <= _QUICK_MS
            if not result.hits and weak and is_quick and ask.settings.recall.mode == "auto":
                # Nothing reaches the floor: the need step may still speak for what is faint.
                result = await self._search(ask, ask.settings.memory.min_score * verdict.FAINT_SHARE)
                fields["faint"] = progress.is_faint = True
            # What has been said already is not for the model to say again.
            said = {_place(hit) for hit in (*progress.triggered, *progress.visible)}
            found = screened(result.hits, self._mask, ask.settings.recall.orders)
            others = (hit for hit in found if _place(hit) not in said)
            progress.hits, visible = novelty.split(others, ask.seen)
            progress.visible += visible
            fields.update(hits=len(progress.hits), below_floor=weak, search_ms=round(result.elapsed_ms, 1))
            if progress.visible:
                fields["visible"] = len(progress.visible)
            if result.warning:
                fields["warning"] = result.warning

    async def _search(self, ask: Ask, floor: float) -> SearchResult:
        limit = ask.settings.memory.max_hits
        asked = SearchQuery(ask.query.search, ask.viewer, ask.now, limit, floor, patience_s=ask.patience_s())
        return await self._memory.search(asked)

    def _refused(self, ask: Ask, progress: Progress, recorder: TurnRecorder) -> RecallOutcome | None:
        """Return how the turn ends when memory can hardly help, None when it could."""
        settings = ask.settings.recall
        eager = eagerness(settings, ask.query.mode)
        with recorder.span("need", mode=settings.mode) as fields:
            needed = verdict.judge(ask.query, progress.hits, settings.mode, eager, self._weights)
            fields.update(needed.told())
            if settings.shadow_mode != "none":
                seen = shadow.seen_by(settings.shadow_mode, progress.hits, are_faint=progress.is_faint)
                other = verdict.judge(ask.query, seen, settings.shadow_mode, eager, self._weights)
                fields.update(shadow.told(settings.shadow_mode, needed, other))
        match needed.reason:
            case "no_recall_intent":
                return Skipped(SkipReason.NO_RECALL_INTENT)
            case "unlikely":
                return Skipped(SkipReason.UNLIKELY_TO_HELP)
            case _:
                return None if needed.helps else NothingRelevant("memory")

    def _prepare_extract(self, ask: Ask, progress: Progress) -> None:
        # A note stands ready in its place.
        if progress.note is not None or not ask.settings.recall.extract or ask.viewer.chat != "private":
            return
        floor = ask.settings.memory.min_score
        hits, visible = (
            [hit for hit in found if speaks_for_itself(hit, floor)]
            for found in (progress.hits, progress.visible)
        )
        limit = ask.settings.inject.max_summary_chars
        shown = novelty.fresh_extract(hits, visible, ask.query.search, max_chars=limit, seen=ask.seen)
        progress.repeats, found = shown.repeats, shown.extract
        if found is not None:
            trust = lowest(tuple(hit.passage.origin for hit in found.hits))
            sources = tuple(source_of(hit) for hit in found.hits)
            progress.extract = fit(Recalled(found.text, sources, "extract", trust=trust), self._mask)
            if progress.extract is not None:
                progress.evidence.set()

    async def _consult(self, ask: Ask, progress: Progress) -> RecallOutcome:
        turn = ask.turn
        named = (turn.model_provider, turn.model_id) if turn.model_provider and turn.model_id else None
        model, why = order.choose(
            named,
            ask.settings.model,
            can_reach=self._model.can_reach,
            is_local=self._model.is_local,
            lends=ask.lent_model is not None,
        )
        if model is None:
            if turn.lends_model and ask.lent_model is None:
                why += '; this turn\'s host lends its own model: set model.name to "host"'
            return _without_model(progress, UnavailableReason.NO_MODEL, why)
        state = ask.client_for(model, self._model).state
        if state != "ready":
            reason = UnavailableReason.WARMING if state == "warming" else UnavailableReason.MODEL
            return _without_model(progress, reason, f"model worker is {state}")
        if model.is_lent and not progress.useful_s(ask.deadline):
            # Whoever waited has the extract by now, and a host's reply that comes late is thrown away.
            return progress.best("soft_budget") or TimedOut("model", ask.deadline.budget_ms)
        admission = self._breaker.admit(turn.agent_id, str(model), ask.settings.recall)
        if not admission.allowed:
            return _without_model(
                progress, UnavailableReason.BREAKER_OPEN, f"{model} rests for {admission.retry_in_ms} ms"
            )
        return await self._call(ask, model, progress, probe_ms=admission.probe_ms)

    async def _call(
        self, ask: Ask, model: ModelRef, progress: Progress, *, probe_ms: int | None
    ) -> RecallOutcome:
        agent_id, name, limits = ask.turn.agent_id, str(model), ask.settings.recall
        had_s, fair_s = ask.deadline.remaining_s(), fair_time_s(limits)
        if model.is_lent:
            # A host gives up when its reply is of no use any more. That is the soft budget's end at most, which began
            # before memory was searched: no call ever has the whole of it.
            had_s, fair_s = progress.useful_s(ask.deadline), fair_s / 2
        try:
            async with asyncio.timeout(None if probe_ms is None else probe_ms / 1000):
                outcome = await self._sub_agent.run(ask, model, progress)
        except (ModelTimeout, TimeoutError):
            if model.is_lent and had_s < fair_s:
                self._breaker.withdrew(agent_id, name)
            else:
                self._breaker.timed_out(agent_id, name, limits)
            progress.given_up = model.is_lent
            return progress.best("timeout") or TimedOut("model", ask.deadline.budget_ms)
        except ModelReplyInvalid as error:
            self._breaker.withdrew(agent_id, name)
            return Unavailable(UnavailableReason.REPLY, str(error))
        except ModelError as error:
            self._breaker.withdrew(agent_id, name)
            return _without_model(progress, UnavailableReason.MODEL, f"{type(error).__name__}: {error}")
        except asyncio.CancelledError:
            # Our own deadline arrives as a cancellation too; only that one says something about the model, and
            # nothing when the turn came to it with too little time.
            if ask.deadline.is_over and had_s >= fair_s:
                self._breaker.timed_out(agent_id, name, limits)
            else:
                self._breaker.withdrew(agent_id, name)
            raise
        except BaseException:
            self._breaker.withdrew(agent_id, name)
            raise
        self._breaker.answered(agent_id, name)
        if isinstance(outcome, Unavailable) and outcome.reason is UnavailableReason.SPEND_LIMIT:
            return _without_model(progress, outcome.reason, outcome.detail)
        return outcome


def _place(hit: Hit) -> tuple[str, str, int]:
    return hit.passage.source, hit.passage.path, hit.passage.from_line


def _without_model(progress: Progress, reason: UnavailableReason, detail: str) -> RecallOutcome:
    progress.passed_over = detail
    return progress.fallback(reason.value) or Unavailable(reason, detail)
