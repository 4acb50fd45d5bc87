"""Ask why a turn told what it told, or why it did not tell what was expected.

A turn of the past is looked up, a message is replayed and nothing of that kept. Where the expected fact stands is looked for in
all of memory, whoever asks; a chat that must not know of what it may not see is told no more than that nothing it sees says so.
"""

from collections.abc import Callable
from dataclasses import replace

from recall_sidecar import gate
from recall_sidecar.errors import MemoryStoreError
from recall_sidecar.events import TurnEvent
from recall_sidecar.forgetting import KeptTurns
from recall_sidecar.gate import Proceed
from recall_sidecar.loss.find import find_loss
from recall_sidecar.loss.verdict import Explained, Verdict, discreet
from recall_sidecar.memory.port import Hit, SearchQuery, Viewer
from recall_sidecar.memory.standing import FactFinder, Standing
from recall_sidecar.memory.viewers import viewer_of
from recall_sidecar.outcomes import Skipped
from recall_sidecar.pipeline import Pipeline
from recall_sidecar.recall.screened import screened
from recall_sidecar.replay import asked_by
from recall_sidecar.settings import Settings
from recall_sidecar.trace_json import from_json
from recall_sidecar.traced import TurnTrace
from recall_sidecar.why import NOT_SEEN, explain_last, explain_turn

__all__ = ["Inquiry"]


class Inquiry:
    """Answers for one installation; holds nothing of its own."""

    def __init__(
        self,
        *,
        pipeline: Pipeline,
        turns: KeptTurns,
        facts: FactFinder,
        settings_of: Callable[[str], Settings],
    ) -> None:
        self._pipeline = pipeline
        self._turns = turns
        self._facts = facts
        self._settings_of = settings_of

    async def of_turn(self, trace_id: str, expected: str) -> Explained | None:
        """Return what became of a turn that is kept, None when none has this id.

        Raises:
            MemoryStoreError: History or memory cannot be read.
        """
        turn = self._turns.tracer.find(trace_id) or await self._on_disk(trace_id)
        return None if turn is None else await self._explained(turn, expected)

    async def of_message(self, turn: TurnEvent, expected: str) -> Explained:
        """Return what would become of a turn now; nothing of it is kept.

        Raises:
            MemoryStoreError: Memory cannot be read.
        """
        return await self._explained(await self._pipeline.replay(turn), expected)

    async def in_chat(self, session_key: str, expected: str, is_owner: bool) -> str:
        """Return the answer to `/recall why` for the last turn of a chat; `is_owner` is about who asks."""
        turn = next(iter(self._turns.tracer.recent(1, session_key=session_key)), None)
        if turn is None:
            return NOT_SEEN
        if not expected:
            return explain_last(turn)
        where = self._verdict_on(turn)
        is_open = is_owner and isinstance(where, Proceed) and where.chat == "private"
        try:
            # Nobody else may have all files read, nor hears what came of it.
            verdict = await self._verdict(turn, expected, in_files=is_open)
        except MemoryStoreError:
            return "Memory cannot be searched at this moment: run `recall-sidecar doctor`."
        return (verdict if is_open else discreet(verdict)).line

    async def _explained(self, turn: TurnTrace, expected: str) -> Explained:
        told, expected = explain_turn(turn), expected.strip()
        verdict = await self._verdict(turn, expected, in_files=True) if expected else None
        return Explained(turn, told, verdict)

    async def _on_disk(self, trace_id: str) -> TurnTrace | None:
        try:
            record = await self._turns.history.find(trace_id)
            return None if record is None else from_json(record)
        except (OSError, ValueError) as error:
            message = (
                f"the trace history cannot be read ({type(error).__name__}): run `recall-sidecar doctor`"
            )
            raise MemoryStoreError(message) from error

    async def _verdict(self, turn: TurnTrace, expected: str, *, in_files: bool) -> Verdict:
        settings = self._settings_of(turn.agent_id)
        query = SearchQuery(
            turn.search_query,
            self._viewer(turn),
            turn.started_at,
            settings.memory.max_hits,
            settings.memory.min_score,
        )
        standing = await self._facts.whereabouts(expected, query, in_files=in_files)
        return self._masked(
            find_loss(turn, expected, standing, settings, gives_orders=self._gives_orders(standing))
        )

    def _viewer(self, turn: TurnTrace) -> Viewer:
        """Return who looked into memory in a turn; of one that might not, who would have looked as its agent's owner."""
        verdict = self._verdict_on(turn)
        asker = asked_by(turn)
        return viewer_of(asker, verdict) if isinstance(verdict, Proceed) else Viewer(turn.agent_id)

    def _verdict_on(self, turn: TurnTrace) -> Proceed | Skipped:
        return gate.decide(asked_by(turn), self._settings_of(turn.agent_id).gate, session_off=False)

    def _gives_orders(self, standing: Standing) -> bool:
        if standing.passage is None:
            return False
        (hit,) = screened((Hit(standing.passage, 0.0, 0),), self._turns.mask, "quote")
        return bool(hit.orders)

    def _masked(self, verdict: Verdict) -> Verdict:
        """Return a verdict whose paths hold no secrets."""
        mask = self._turns.mask
        return replace(
            verdict,
            what=mask(verdict.what),
            do=mask(verdict.do),
            place=mask(verdict.place),
            best_place=mask(verdict.best_place),
        )
