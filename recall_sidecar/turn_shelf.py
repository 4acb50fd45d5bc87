"""The newest turns as their hosts sent them, so that one can be run again.

In memory alone, few, and of bounded size: what a host sends holds a part of the conversation.
"""

from collections import OrderedDict
from typing import Final

from recall_sidecar.events import TurnEvent

__all__ = ["TurnShelf"]

_MAX_TURNS: Final = 100
_MAX_CHARS: Final = 4_000_000


class TurnShelf:
    """Turns by the id of their trace; belongs to one event loop."""

    def __init__(self, *, max_turns: int = _MAX_TURNS, max_chars: int = _MAX_CHARS) -> None:
        self._turns: OrderedDict[str, tuple[TurnEvent, int]] = OrderedDict()
        self._chars = 0
        self._max_turns = max_turns
        self._max_chars = max_chars

    def keep(self, trace_id: str, turn: TurnEvent) -> None:
        """Keep a turn; the oldest make room."""
        self._drop(trace_id)
        chars = _chars(turn)
        self._turns[trace_id] = turn, chars
        self._chars += chars
        while len(self._turns) > self._max_turns or self._chars > self._max_chars:
            self._drop(next(iter(self._turns)))

    def find(self, trace_id: str) -> TurnEvent | None:
        """Return the turn whose trace has this id, None when it is not kept."""
        turn, _ = self._turns.get(trace_id, (None, 0))
        return turn

    def clear(self) -> None:
        """Forget every turn."""
        self._turns.clear()
        self._chars = 0

    def _drop(self, trace_id: str) -> None:
        _, chars = self._turns.pop(trace_id, (None, 0))
        self._chars -= chars


def _chars(turn: TurnEvent) -> int:
    return len(turn.text) + sum(len(message.text) for message in turn.messages)
