"""Recalls that turns share: kept answers, work that is under way, and what is written when a recall has ended.

An answer is shared with turns that ask the same, whatever each of them can see; before a turn uses it, it is held against
that: an answer that the model can see already is none.
"""

from dataclasses import replace
from functools import partial

from recall_sidecar.cache import Flight, cache_key
from recall_sidecar.outcomes import Recalled, RecallOutcome, TimedOut
from recall_sidecar.recall.ask import Ask, Progress, source_of
from recall_sidecar.recall.novelty import agrees, without_repeats
from recall_sidecar.recall.waiting import landed, was_cut_short
from recall_sidecar.tasks import TaskSet
from recall_sidecar.trace import TurnRecorder
from recall_sidecar.turn_services import Services

__all__ = ["SharedRecalls"]


class SharedRecalls:
    """Answers asks by as few recalls as it takes; belongs to one event loop."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._tasks = TaskSet()
        self._times_forgotten = 0

    async def written(self) -> None:
        """Wait for what is being written of turns that have ended."""
        await self._tasks.finish()

    def forget(self) -> None:
        """Forget every answer that is kept: what it rests on may be gone. Turns that are under way begin anew."""
        self._times_forgotten += 1
        self._services.cache.begin_anew()

    async def answer(self, ask: Ask, recorder: TurnRecorder) -> RecallOutcome:
        """Answer from the cache, from a recall that is under way, or by a recall of our own."""
        begun = Progress()
        while True:
            key, times = self._key(ask), self._times_forgotten
            with recorder.span("cache") as fields:
                kept = self._services.cache.find(key)
                if kept is not None and not agrees(kept.outcome, kept.progress.found(), ask.seen):
                    kept = None
                fields["found"] = kept is not None
            if kept is not None:
                recorder.cache = "hit"
                kept.progress.write_to(recorder, cached=True)
                return _as_seen(kept.outcome, kept.progress, ask, recorder)
            work = partial(self._climb, key, ask, recorder=recorder)
            flight, joined = self._services.cache.board(key, begun, work)
            recorder.cache = "joined" if joined else "miss"
            outcome = await landed(self._services.cache, flight, ask, recorder, joined=joined)
            if times != self._times_forgotten:
                # What was found may have been taken out of memory meanwhile.
                begun = Progress()
                begun.write_to(recorder)
                if ask.deadline.is_over:
                    return TimedOut("memory", ask.deadline.budget_ms)
                continue
            # What another turn's model could see says nothing about this one: with time left, it asks for itself.
            progress = flight.progress
            is_ours = not joined or outcome is None or agrees(outcome, progress.found(), ask.seen)
            if outcome is not None and _answers(outcome, flight, ask, joined=joined, is_ours=is_ours):
                return _as_seen(outcome, progress, ask, recorder)
            begun = progress.again() if is_ours else Progress()

    async def _climb(self, key: str, ask: Ask, progress: Progress, recorder: TurnRecorder) -> RecallOutcome:
        progress.conversation = self._services.mask(ask.query.conversation)
        progress.search = self._services.mask(ask.query.search)
        outcome = await self._services.ladder.climb(ask, progress, recorder)
        self._services.cache.keep(key, outcome, progress, ask.settings.cache)
        transcripts = self._services.transcripts
        if transcripts is not None and ask.settings.trace.persist_transcripts and progress.prompts:
            keep = transcripts.keep(
                ask.settings.trace,
                agent_id=ask.turn.agent_id,
                trace_id=recorder.trace_id,
                entries=list(progress.prompts),
            )
            _ = self._tasks.start(keep, name="transcript")
        return outcome

    def _key(self, ask: Ask) -> str:
        turn = ask.turn
        question = {
            **ask.question(),
            "settings": self._services.settings.generation,
            "memory": self._services.memory.revision(turn.agent_id),
        }
        return cache_key(turn.agent_id, turn.session_key or turn.session_id or "", question)


def _answers(
    outcome: RecallOutcome, flight: Flight[Progress], ask: Ask, *, joined: bool, is_ours: bool
) -> bool:
    """Return whether an outcome answers a turn that waited for it; another turn's deadline, host or departure does not."""
    if joined and was_cut_short(outcome, flight.progress, ask.deadline):
        return False
    # Work that goes on would only be joined again: what is new of its answer so far has to do.
    goes_on = flight.task is not None and not flight.task.done()
    return is_ours or goes_on or ask.deadline.is_over


def _as_seen(outcome: RecallOutcome, progress: Progress, ask: Ask, recorder: TurnRecorder) -> RecallOutcome:
    """Return what of an answer is new to the turn's model; the trace names the passages whose part was not."""
    new = without_repeats(outcome, progress.found(), ask.seen)
    if new is not outcome:
        told = {source.place for source in getattr(new, "sources", ())}
        rested_on = outcome.sources if isinstance(outcome, Recalled) else map(source_of, progress.repeats)
        left_out = {source.place for source in rested_on} - told
        recorder.hits = [
            replace(hit, visible=True) if (hit.source, hit.path, hit.from_line) in left_out else hit
            for hit in recorder.hits
        ]
    return new
