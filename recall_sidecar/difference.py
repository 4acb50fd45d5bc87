"""How a turn that ran again differs from the first time, in the words of a trace.

Pure: two finished turns in, what changed out, in the order in which a turn goes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from recall_sidecar.traced import HitTrace, TurnTrace

__all__ = ["Change", "HitChange", "HitWord", "changes", "hit_changes"]

_NONE: Final = "none"
HitWord: TypeAlias = Literal[
    "found now", "not found now", "used now", "not used now", "another rank", "another score", "the same"
]


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that was so `then` and is so `now`; `same` when it did not change."""

    what: str
    then: str
    now: str

    @property
    def same(self) -> bool:
        """Whether it did not change."""
        return self.then == self.now


@dataclass(frozen=True, slots=True)
class HitChange:
    """What became of one passage; ranks count from 1, None where it was not found."""

    place: str
    change: HitWord
    rank_then: int | None
    rank_now: int | None
    score_then: float | None
    score_now: float | None


def changes(then: TurnTrace, now: TurnTrace) -> tuple[Change, ...]:
    """Return what a person compares, what did not change included."""
    return (
        Change("outcome", _ended(then), _ended(now)),
        Change("searched for", then.search_query, now.search_query),
        Change("passages found", str(len(then.hits)), str(len(now.hits))),
        Change("model calls", _calls(then), _calls(now)),
        Change("memory said", then.summary, now.summary),
        Change("block", _block(then), _block(now)),
    )


def hit_changes(then: Sequence[HitTrace], now: Sequence[HitTrace]) -> tuple[HitChange, ...]:
    """Return what became of every passage that was found then or is found now, those of now first."""
    return tuple(_hit_changes(then, now))


def _hit_changes(then: Sequence[HitTrace], now: Sequence[HitTrace]) -> Iterator[HitChange]:
    before = {_place(hit): (rank, hit) for rank, hit in enumerate(then, 1)}
    for rank, hit in enumerate(now, 1):
        old_rank, old = before.pop(_place(hit), (None, None))
        yield HitChange(
            _place(hit),
            _word(old, old_rank, hit, rank),
            old_rank,
            rank,
            None if old is None else old.score,
            hit.score,
        )
    for place, (rank, hit) in before.items():
        yield HitChange(place, "not found now", rank, None, hit.score, None)


def _word(old: HitTrace | None, old_rank: int | None, new: HitTrace, rank: int) -> HitWord:
    if old is None:
        return "found now"
    if old.used != new.used:
        return "used now" if new.used else "not used now"
    if old_rank != rank:
        return "another rank"
    return "the same" if round(old.score, 2) == round(new.score, 2) else "another score"


def _place(hit: HitTrace) -> str:
    return f"{hit.path}:{hit.from_line}-{hit.to_line}"


def _ended(trace: TurnTrace) -> str:
    return trace.status if trace.reason is None else f"{trace.status} ({trace.reason})"


def _calls(trace: TurnTrace) -> str:
    if not trace.model_calls:
        return _NONE
    return ", ".join(f"{call.model}, ended {call.ended}" for call in trace.model_calls)


def _block(trace: TurnTrace) -> str:
    return trace.block or _NONE
