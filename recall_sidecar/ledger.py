"""What each session was told, and whether the model can still see it.

Told is what a host has put before the prompt. That is certain when the host goes on after it: its run ends well or calls
a tool, or the next turn of the session comes. An answer whose caller went away, or whose run failed, was told to nobody.
Where a host keeps blocks in the history they stay visible until the history is compacted, reset or left; where it keeps
them for one turn they never are afterwards.

Kept are digests of statements and terms of the newest blocks, in memory alone: after a restart nothing counts as told.
"""

from collections import OrderedDict, deque
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Final

from recall_sidecar.events import HookNotice, TurnEvent

__all__ = ["SeenLedger"]

_MAX_SESSIONS: Final = 256
_MAX_STATEMENTS: Final = 1000
_MAX_BLOCKS: Final = 16
_MAX_UNCERTAIN: Final = 32
_ENDS: Final = frozenset({"before_reset", "session_end"})


@dataclass(slots=True)
class _Session:
    """`told` are marks with the turn they were told in, oldest first; `uncertain` what may have been told, by its run."""

    transcript: str | None
    turn: int = 0
    told: dict[int, int] = field(default_factory=dict)
    uncertain: OrderedDict[str, frozenset[int]] = field(default_factory=OrderedDict)
    blocks: deque[frozenset[str]] = field(default_factory=lambda: deque(maxlen=_MAX_BLOCKS))

    def settle(self, run: str | None) -> None:
        """Take what was given in a run, or in all, as told."""
        for each in [run] if run is not None else list(self.uncertain):
            for statement in self.uncertain.pop(each, ()):
                self.told.pop(statement, None)
                self.told[statement] = self.turn
        for statement in list(islice(self.told, max(len(self.told) - _MAX_STATEMENTS, 0))):
            del self.told[statement]

    def copied(self, since: int | None) -> "_Session":
        """Return a session that can be changed by itself, as it was when turn `since` began."""
        if since is None:
            return replace(
                self, told=dict(self.told), uncertain=self.uncertain.copy(), blocks=self.blocks.copy()
            )
        told = {statement: told_in for statement, told_in in self.told.items() if told_in < since}
        return _Session(self.transcript, max(since - 1, 0), told, blocks=self.blocks.copy())


class SeenLedger:
    """The newest sessions; belongs to one event loop."""

    def __init__(self, *, max_sessions: int = _MAX_SESSIONS) -> None:
        self._sessions: OrderedDict[tuple[str, str], _Session] = OrderedDict()
        self._max_sessions = max_sessions

    def __len__(self) -> int:
        return len(self._sessions)

    def begin(self, turn: TurnEvent, repeat_after: int) -> frozenset[int]:
        """Begin a turn and return the marks of what was told in the session and is visible in it.

        What was told `repeat_after` turns ago or earlier is left out: it may be told again.
        """
        session = self._sessions.get(_name(turn))
        if session is None:
            return frozenset()
        self._sessions.move_to_end(_name(turn))
        if session.transcript != turn.session_id:
            # The key goes on with another history.
            del self._sessions[_name(turn)]
            return frozenset()
        session.settle(None)
        session.turn += 1
        first = session.turn - repeat_after
        return frozenset(statement for statement, told_in in session.told.items() if told_in >= first)

    def give(self, turn: TurnEvent, marks: Collection[int], terms: frozenset[str]) -> None:
        """Note what an answer tells: marks of its statements, and the terms of its block."""
        session = self._sessions.setdefault(_name(turn), _Session(turn.session_id))
        self._sessions.move_to_end(_name(turn))
        if len(self._sessions) > self._max_sessions:
            self._sessions.popitem(last=False)
        session.blocks.append(terms)
        if turn.block_lifetime == "session" and marks:
            run = turn.run_id or turn.message_id or f"#{len(session.uncertain)}"
            session.uncertain[run] = session.uncertain.get(run, frozenset()).union(marks)
            if len(session.uncertain) > _MAX_UNCERTAIN:
                session.uncertain.popitem(last=False)

    def observe(self, notice: HookNotice) -> None:
        """Take note of what the host says of a session."""
        name = (notice.agent_id, notice.session_key or notice.session_id or "")
        session = self._sessions.get(name)
        if session is None:
            return
        if notice.kind in _ENDS:
            del self._sessions[name]
        elif notice.kind == "before_compaction":
            session.told.clear()
            session.uncertain.clear()
        elif notice.kind == "agent_end" and not notice.is_whole:
            run = notice.run_id or next(reversed(session.uncertain), "")
            session.uncertain.pop(run, None)
        else:
            session.settle(notice.run_id)

    def turn_number(self, turn: TurnEvent) -> int:
        """Return how many turns the session has begun since something was told in it."""
        session = self._sessions.get(_name(turn))
        return 0 if session is None else session.turn

    def copied(self, turn: TurnEvent, since: int | None = None) -> "SeenLedger":
        """Return a ledger that knows what this one does of the session of `turn`, and changes nothing in it.

        With `since` it knows of what was told before the turn of that number alone.
        """
        copy, name = SeenLedger(), _name(turn)
        if (session := self._sessions.get(name)) is not None:
            copy._sessions[name] = session.copied(since)
        return copy

    def blocks(self, turn: TurnEvent) -> Sequence[frozenset[str]]:
        """Return the terms of the newest blocks of the session: what repeats them is an echo."""
        session = self._sessions.get(_name(turn))
        return () if session is None else tuple(session.blocks)

    def clear(self) -> None:
        """Forget everything."""
        self._sessions.clear()


def _name(turn: TurnEvent) -> tuple[str, str]:
    return turn.agent_id, turn.session_key or turn.session_id or ""
