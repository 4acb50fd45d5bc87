"""Which of the passages that were found say something that a newer one among them says otherwise."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from recall_sidecar.memory.facts import fact, makes_old, sketch
from recall_sidecar.memory.statements import is_stated, sentences
from recall_sidecar.outcomes import Origin, lowest

__all__ = ["Dated", "superseded"]

_LONG_QUESTION: Final = 4
# Where it is tomorrow already.
_DAYS_AHEAD: Final = 1


@dataclass(frozen=True, slots=True)
class Dated:
    """A passage with its place in time: its day or, in the same file on the same day or without any, its line."""

    id: int
    text: str
    heading: str
    day: date | None
    file: int
    line: int
    origin: Origin = Origin.AGENT
    was_said: bool = False

    def may_yield_to(self, other: "Dated") -> bool:
        """Return whether `other` is trusted as much: a stranger's words make nothing of the owner's out of date.

        What was only said in a conversation makes nothing out of date that somebody wrote down.
        """
        return lowest((self.origin, other.origin)) == self.origin and (self.was_said or not other.was_said)

    def is_older_than(self, other: "Dated") -> bool:
        """Return whether it was surely written before `other`."""
        if self.day is not None and other.day is not None and self.day != other.day:
            return self.day < other.day
        return self.day == other.day and self.file == other.file and self.line < other.line


@dataclass(frozen=True, slots=True)
class _Said:
    """A statement of a passage, what is asked that it holds, and its sketch."""

    passage: Dated
    statement: str
    holds: frozenset[str]
    denies: bool
    relation: str


def superseded(found: Sequence[Dated], asked: Collection[str], today: date = date.max) -> dict[int, int]:
    """Return for each passage that is out of date the newest one that says so; a plan for a later day than `today` says nothing yet.

    Only statements that hold one of the words that are `asked`, or two of many, count: what else a passage says does not make its answer old.
    """
    present = [
        passage for passage in found if passage.day is None or (passage.day - today).days <= _DAYS_AHEAD
    ]
    pairs = [
        (old, new) for old in present for new in present if old.is_older_than(new) and old.may_yield_to(new)
    ]
    # To take a passage apart is what costs time, and one that is in no pair makes none old.
    paired = {passage.id for pair in pairs for passage in pair}
    told = _telling([said for passage in present if passage.id in paired for said in _said(passage, asked)])
    facts = [(said.passage, fact(said.statement, said.passage.heading)) for said in told]
    newer: dict[int, Dated] = {}
    for old, one in facts:
        for new, other in facts:
            is_news = old.is_older_than(new) and (old.id not in newer or newer[old.id].is_older_than(new))
            if is_news and old.may_yield_to(new) and makes_old(other, one):
                newer[old.id] = new
    return {number: passage.id for number, passage in newer.items()}


def _said(passage: Dated, asked: Collection[str]) -> Iterator[_Said]:
    least = 1 if len(asked) < _LONG_QUESTION else 2
    for sentence in sentences(passage.text):
        folded = sentence.casefold()
        holds = frozenset([term for term in asked if term in folded])
        # Most sentences hold none of it, and whether one states something takes longer to say.
        if len(holds) >= least and is_stated(sentence):
            yield _Said(passage, sentence, holds, *sketch(sentence))


def _telling(said: Sequence[_Said]) -> list[_Said]:
    """Return those that another passage could contradict, for taking a statement apart is what costs time."""
    passages: dict[str, set[int]] = {}
    denials: dict[frozenset[str], set[bool]] = {}
    for each in said:
        passages.setdefault(each.relation, set()).add(each.passage.id)
        denials.setdefault(each.holds, set()).add(each.denies)
    return [
        each
        for each in said
        if (each.relation and len(passages[each.relation]) > 1) or len(denials[each.holds]) > 1
    ]
