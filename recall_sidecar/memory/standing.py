"""Where a fact stands in memory, for somebody who asks, and whether a text says a fact. Values and one judgement, no I/O."""

import datetime as dt
from dataclasses import dataclass
from typing import Final, Literal, Protocol, TypeAlias

from recall_sidecar.memory.port import Passage, SearchQuery
from recall_sidecar.memory.terms import query_terms, tokens

__all__ = ["FactFinder", "Hidden", "Standing", "Unread", "says"]

# Why somebody may not see a passage: not the owner, or unknown in a shared chat; another agent's folder; words of another
# chat; private notes in a shared chat; another project; the very conversation that is being answered.
Hidden: TypeAlias = Literal["", "sender", "agent", "chat", "private", "project", "answered"]
# Why a file that says it is not in the index.
Unread: TypeAlias = Literal["", "behind", "too_large", "masked", "not_memory"]
# Of the words of a fact, in a text that says it in an order and with endings of its own.
_NEARLY_ALL: Final = 0.75


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Where a fact stands, and how far a search for a question gets with it.

    `passage` says it, None when nothing that was indexed does; then `file` does, unless it is empty, and `unread` says why it is
    not memory. `unreadable` is how many files could not be looked into. `is_near` tells that no passage has its words and this one its
    meaning. `hidden` says why the asker may not see it, `changed_at` when its file was written last.

    `rank` counts from 1 among all that the search finds without floor and limit, 0 where it does not find it; `score` is its
    score, `reach` the highest floor that it passes. `best_score` and `best_place` are of the first hit, `last_score` of the last that is
    within the limit.
    """

    passage: Passage | None = None
    is_near: bool = False
    hidden: Hidden = ""
    changed_at: dt.datetime | None = None
    rank: int = 0
    score: float = 0.0
    reach: float = 0.0
    superseded_by: str = ""
    best_score: float = 0.0
    best_place: str = ""
    last_score: float = 0.0
    file: str = ""
    unread: Unread = ""
    unreadable: int = 0

    @property
    def place(self) -> str:
        """`PATH:LINE-LINE` of the passage, or the file; empty when nothing says it."""
        if self.passage is None:
            return self.file
        return f"{self.passage.path}:{self.passage.from_line}-{self.passage.to_line}"


class FactFinder(Protocol):
    """A memory that can say where a fact stands in it."""

    async def whereabouts(self, fact: str, query: SearchQuery, *, in_files: bool) -> Standing:
        """Return where `fact` stands for the viewer of `query`, and how its search gets on with it; raises `MemoryStoreError`.

        Whoever is told must be allowed to know what the viewer is not: it looks into all memory. `in_files` looks into the files, too, for
        what is not in the index, which may take seconds.
        """


def says(text: str, fact: str) -> bool:
    """Return whether `text` says `fact`: nearly all of its words, and each of its numbers, in any order and with any endings."""
    wanted = {term.text for term in query_terms(fact)}
    if not wanted:
        return False
    missing = wanted.difference(tokens(text))
    if any(letter.isdigit() for term in missing for letter in term):
        return False
    return len(missing) <= (1 - _NEARLY_ALL) * len(wanted)
