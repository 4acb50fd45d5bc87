"""One recall per user turn, on hosts that fire the hook once per model call.

The memo keeps what a turn was answered, failures included, until the turn ends. It needs the host's own name for
the turn (run id or message id): two turns with the same words are two turns.
"""

import hashlib
from typing import Generic, TypeAlias, TypeVar

from cachetools import TTLCache

from recall_sidecar.deadline import Clock
from recall_sidecar.events import TurnEvent

__all__ = ["Rules", "TurnMemo", "TurnName", "name_of"]

A = TypeVar("A")
# A turn that runs longer than this, or that never said it ended, is forgotten.
_LONGEST_TURN_S = 1800.0
_MAX_TURNS = 1000

# What else decides whether a turn may be answered so: the settings in force, whether the session is switched off.
Rules: TypeAlias = tuple[int, bool]
TurnName: TypeAlias = tuple[str, str, tuple[str | bool | None, ...], str, tuple[str, Rules]]


class TurnMemo(Generic[A]):
    """Answers of the turns that are going on."""

    def __init__(self, clock: Clock) -> None:
        self._answers: TTLCache[TurnName, A] = TTLCache(_MAX_TURNS, _LONGEST_TURN_S, timer=clock.monotonic)

    def find(self, name: TurnName | None) -> A | None:
        """Return what the turn of that name was answered before."""
        return None if name is None else self._answers.get(name)

    def keep(self, name: TurnName | None, answer: A) -> None:
        """Keep the answer until the turn ends; one without a name is not kept."""
        if name is not None:
            self._answers[name] = answer

    def end(self, agent_id: str, session: str, run_id: str | None) -> None:
        """Forget the turns of this session, or of its one run when that is named."""
        ended = [
            key
            for key in self._answers
            if key[:2] == (agent_id, session) and (run_id is None or key[3] == run_id)
        ]
        for key in ended:
            self._answers.pop(key, None)

    def clear(self) -> None:
        """Forget every turn."""
        self._answers.clear()

    def __len__(self) -> int:
        return len(self._answers)


def name_of(turn: TurnEvent, rules: Rules) -> TurnName | None:
    """Return what tells this very turn, under these rules, from every other; None when the host gives it no name."""
    name = turn.run_id or turn.message_id
    if not name:
        return None
    words = hashlib.sha1(turn.text.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()
    # Whatever the gate and memory go by: an answer to a private chat is none to a group that calls itself the same turn.
    asker = (
        turn.sender_id,
        turn.sender_is_owner,
        turn.chat_type,
        turn.message_provider,
        turn.chat_id,
        turn.channel_id,
        turn.session_id,
        turn.trigger,
        turn.provenance,
        turn.memory_allowed,
        *sorted(turn.project_keys),
    )
    return (turn.agent_id, turn.session_key or turn.session_id or "", asker, name, (words, rules))
