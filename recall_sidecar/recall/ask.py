"""What one recall is asked, and what it has so far.

`Ask` is fixed when the recall starts. `Progress` is written by the ladder and read by every turn that waits for it:
when the time is up it holds the best that a lower rung can answer.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, TypeAlias

from recall_sidecar.deadline import Deadline
from recall_sidecar.events import TurnEvent
from recall_sidecar.llm.port import ModelClient, ModelRef
from recall_sidecar.memory.port import Hit, Viewer
from recall_sidecar.outcomes import Recalled, Source, StepName
from recall_sidecar.query import Query
from recall_sidecar.recall.novelty import Found
from recall_sidecar.recall.seen import NOTHING_SEEN, Seen
from recall_sidecar.recall.triggers import beside
from recall_sidecar.settings import Settings
from recall_sidecar.trace import ClauseTrace, HitTrace, ModelCallTrace, TurnRecorder

__all__ = ["Ask", "Mask", "Progress", "no_summary", "source_of", "verified"]

# Takes the secrets out of a text.
Mask: TypeAlias = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Ask:
    """One recall: the turn, its query, who may see what, the agent's settings and the time there is.

    `lent_model` runs calls on the model that the turn's host lends, None when it lends none. `seen` is what the main model
    can see already.
    """

    turn: TurnEvent
    query: Query
    viewer: Viewer
    settings: Settings
    deadline: Deadline
    now: datetime
    keep_prompts: bool = False
    lent_model: ModelClient | None = None
    seen: Seen = NOTHING_SEEN

    def question(self) -> dict[str, Any]:
        """Return what of this recall can change its answer, as JSON."""
        turn = self.turn
        return {
            "mode": self.query.mode,
            "conversation": self.query.conversation,
            "search": self.query.search,
            "latest": self.query.latest,
            "sender": [turn.sender_id, turn.sender_is_owner],
            # What decides which conversations are seen; one session key may gather several chats.
            "chat": [self.viewer.chat, self.viewer.channel, self.viewer.chat_id, self.viewer.session_id],
            "standing": [self.viewer.sender_is_owner, self.viewer.is_guest],
            "projects": sorted(self.viewer.projects),
            "model": [turn.model_provider, turn.model_id],
            "day": self.now.date().isoformat(),
            "lent": self.lent_model is not None,
        }

    def patience_s(self) -> float:
        """Return how long another program may keep a search waiting: half of the time left, so that some is left to answer."""
        return self.deadline.remaining_s() / 2

    def client_for(self, model: ModelRef, own: ModelClient) -> ModelClient:
        """Return who runs calls to `model`: the turn's host for what it lends, `own` for everything else."""
        return self.lent_model if model.is_lent and self.lent_model is not None else own


def no_summary() -> None:
    """Stand for a summary of which nothing is written yet."""


@dataclass(slots=True)
class Progress:
    """How far a recall has come.

    `conversation` and `search` are the queries with their secrets masked. `is_faint` says that `hits` lie below the evidence
    floor. `triggered` are entries that the message calls
    by a trigger phrase and `note` what they say, which stands in every answer. `visible` was found and left out, because the
    main model can see it; `question` is the mark of what was asked and found. `extract` answers when no summary can, and `repeats` is what one would repeat that tells nothing new;
    `partial` gives what can be used of a summary that is still being written, worked out when it is asked for and not
    at each piece. `shown` are the passages the model has seen, by their number; `clauses` how those of its note
    fared beside them, and `verify_ms` how long that took. `passed_over` says why no model
    answered, whatever did in its place. `given_up` is whether the time, or the lending host, of the turn that began the
    recall ended it.
    """

    step: StepName = "memory"
    conversation: str = ""
    search: str = ""
    hits: tuple[Hit, ...] = ()
    is_faint: bool = False
    triggered: tuple[Hit, ...] = ()
    note: Recalled | None = None
    visible: tuple[Hit, ...] = ()
    question: int = 0
    repeats: tuple[Hit, ...] = ()
    shown: dict[int, Hit] = field(default_factory=dict)
    extract: Recalled | None = None
    partial: Callable[[], Recalled | None] = no_summary
    model_calls: list[ModelCallTrace] = field(default_factory=list)
    prompts: list[dict[str, Any]] = field(default_factory=list)
    passed_over: str = ""
    clauses: tuple[ClauseTrace, ...] = ()
    verify_ms: float = 0.0
    given_up: bool = False
    evidence: asyncio.Event = field(default_factory=asyncio.Event)

    def fallback(self, why: str) -> Recalled | None:
        """Return the note or the extract as the answer in the summary's place; the trace names the reason `why`."""
        ready = self.note or self.extract
        return None if ready is None else replace(ready, fallback=why)

    def best(self, why: str) -> Recalled | None:
        """Return what can answer when the time is up: the summary so far, else what stands ready."""
        written = self.partial()
        if written is None:
            return self.fallback(why)
        return beside(self.note, written)

    def useful_s(self, deadline: Deadline) -> float:
        """Return how long a reply is of use: past the soft budget the turn ends with its extract, when there is one."""
        until = deadline.soft_at if self.note or self.extract else deadline.expires_at
        return max(until - deadline.clock.monotonic(), 0.0)

    def again(self) -> "Progress":
        """Return where another turn begins with the same recall: what was found can answer at once."""
        begun = Progress(hits=self.hits, extract=self.extract, visible=self.visible, repeats=self.repeats)
        if self.extract is not None:
            begun.evidence.set()
        return begun

    def found(self) -> Found:
        """Return what was found, as far as it decides whether an answer says something new."""
        offered = (*self.triggered, *self.hits, *self.shown.values())
        return Found(offered, self.visible, self.note, self.repeats, self.search)

    def write_to(self, recorder: TurnRecorder, *, cached: bool = False) -> None:
        """Copy what was found and asked into the trace of a turn; a `cached` answer asked no model again."""
        recorder.conversation_query, recorder.search_query = self.conversation, self.search
        recorder.question = self.question
        seen: dict[int, Hit] = {}
        for hit in (*self.triggered, *self.hits, *self.shown.values()):
            seen.setdefault(hit.passage.id, hit)
        numbers = {hit.passage.id: number for number, hit in self.shown.items()}
        recorder.hits = [
            *(replace(_traced(hit), number=numbers.get(name, 0)) for name, hit in seen.items()),
            *(replace(_traced(hit), visible=True) for hit in self.visible if hit.passage.id not in seen),
        ]
        recorder.clauses = self.clauses
        if not cached:
            recorder.model_calls = list(self.model_calls)
            recorder.prompts = list(self.prompts)


def _traced(hit: Hit) -> HitTrace:
    passage = hit.passage
    return HitTrace(
        source=passage.source,
        path=passage.path,
        from_line=passage.from_line,
        to_line=passage.to_line,
        origin=passage.origin.value,
        score=hit.score,
        parts={part.name: part.value for part in hit.parts},
        text=passage.text,
        superseded_by=hit.superseded_by,
        orders=" ".join(hit.orders),
    )


def verified(progress: Progress) -> dict[str, Any]:
    """Return what the trace says of the step that held a note against its passages, which the sub-agent had made by then."""
    dropped = [clause.dropped for clause in progress.clauses if clause.dropped is not None]
    counts = {"clauses": len(progress.clauses), "kept": len(progress.clauses) - len(dropped)}
    why = {"dropped": ",".join(dict.fromkeys(dropped))} if dropped else {}
    return {**counts, **why, "check_ms": round(progress.verify_ms, 2)}


def source_of(hit: Hit) -> Source:
    """Return where the passage of a hit stands."""
    passage = hit.passage
    return Source(
        passage.path, passage.from_line, passage.to_line, passage.origin, hit.score, source=passage.source
    )
