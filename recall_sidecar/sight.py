"""What the main model can see in a turn, and what an answer adds to it."""

import html

from recall_sidecar.events import TurnEvent
from recall_sidecar.ledger import SeenLedger
from recall_sidecar.memory.port import Viewer
from recall_sidecar.outcomes import Recalled, RecallOutcome, is_whole
from recall_sidecar.recall.seen import NOTHING_SEEN, Conversation, Seen
from recall_sidecar.recall.told import own_words, telling, told_by
from recall_sidecar.settings import RecallSettings
from recall_sidecar.trace import TurnTrace

__all__ = ["note", "seen_in"]


def seen_in(turn: TurnEvent, viewer: Viewer, settings: RecallSettings, ledger: SeenLedger) -> Seen:
    """Begin a turn in the ledger and return what its model can see.

    Nothing where the settings say that everything may be told in every turn. What a host shows of memory it shows in private
    chats alone.
    """
    if settings.repeat_after_turns == 0:
        return NOTHING_SEEN
    return Seen(
        ledger.begin(turn, settings.repeat_after_turns),
        Conversation(turn.messages),
        frozenset(settings.shown_by_host if viewer.chat == "private" else ()),
    )


def note(
    turn: TurnEvent, outcome: RecallOutcome, trace: TurnTrace, ledger: SeenLedger, question: int = 0
) -> None:
    """Note in the ledger what an answer puts before the prompt, and the mark of the `question` that it is the answer to.

    More time would have answered a question better that a lower rung or half a summary answers: that one may be asked again.
    """
    if not isinstance(outcome, Recalled) or not trace.block:
        return
    marks: set[int] = set()
    if turn.block_lifetime == "session":
        used = [(hit.path, hit.text) for hit in trace.hits if hit.used]
        told = told_by(html.unescape(trace.block), used, trace.search_query)
        marks = {each.mark for each in (*told, own_words(outcome))}
        if question and is_whole(outcome):
            marks.add(question)
    ledger.give(turn, marks, telling(trace.summary))
