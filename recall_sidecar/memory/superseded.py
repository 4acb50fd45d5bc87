"""Which of the passages that were found say something that a newer one among them says otherwise."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date

from recall_sidecar.memory.facts import Fact, contradicts, fact, statements

__all__ = ["Dated", "superseded"]


@dataclass(frozen=True, slots=True)
class Dated:
    """A passage with its place in time: its day or, in the same file on the same day or without any, its line."""

    id: int
    text: str
    heading: str
    day: date | None
    file: int
    line: int

    def is_older_than(self, other: "Dated") -> bool:
        """Return whether it was surely written before `other`."""
        if self.day is not None and other.day is not None and self.day != other.day:
            return self.day < other.day
        return self.day == other.day and self.file == other.file and self.line < other.line


def superseded(found: Sequence[Dated], asked: Collection[str]) -> dict[int, int]:
    """Return for each passage that is out of date the newest one that says so.

    Only statements that hold one of the words that are `asked` count: what else a passage says does not make its answer old.
    """
    told = [(passage, _facts(passage, asked)) for passage in found]
    newer: dict[int, Dated] = {}
    for old, old_facts in told:
        for new, new_facts in told:
            if not old_facts or not new_facts or not old.is_older_than(new):
                continue
            if old.id in newer and not newer[old.id].is_older_than(new):
                continue
            if any(contradicts(one, other) for one in old_facts for other in new_facts):
                newer[old.id] = new
    return {number: passage.id for number, passage in newer.items()}


def _facts(passage: Dated, asked: Collection[str]) -> list[Fact]:
    told = ((statement, statement.casefold()) for statement in statements(passage.text))
    return [
        fact(statement, passage.heading)
        for statement, folded in told
        if any(term in folded for term in asked)
    ]
