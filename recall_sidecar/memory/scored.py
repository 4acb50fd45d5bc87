"""Scored passages as columns of numbers, and the candidates that are made of them when somebody looks.

A search scores two hundred passages and looks at the best dozen: making an object of each would be a fifth of what it costs.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from heapq import merge
from typing import TYPE_CHECKING, Final, NamedTuple

from recall_sidecar.memory.port import ScorePart

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Candidate", "Columns", "Scored", "best_first", "merged"]

# Made at once.
_LOT: Final = 16


class Candidate(NamedTuple):
    """A passage with its score, the parts that add up to it, and what counts towards the evidence floor.

    `importance` is what its author said of it, 1 to 10; `superseded_by` is a newer passage that says otherwise.
    """

    id: int
    score: float
    parts: tuple[ScorePart, ...]
    evidence: float
    importance: int | None = None
    superseded_by: int | None = None


class Columns(NamedTuple):
    """What is known of passages, a row each, best first."""

    ids: "NDArray[np.int64]"
    scores: "NDArray[np.float64]"
    evidence: "NDArray[np.float64]"
    coverage: "NDArray[np.float64]"
    bm25: "NDArray[np.float64]"
    meaning: "NDArray[np.float64]"
    context: "NDArray[np.float64]"
    has_vector: "NDArray[np.bool_]"

    def rows(self, chosen: "NDArray[np.bool_] | NDArray[np.int64] | slice") -> "Columns":
        """Return the `chosen` rows."""
        return Columns._make(column[chosen] for column in self)


@dataclass(frozen=True, slots=True)
class Scored:
    """Passages with their scores, best first; iterating makes the candidates.

    `moved` are those that something beside their columns has changed, best first; they stand in no column.
    """

    columns: Columns
    importance: dict[int, int] = field(default_factory=dict)
    moved: tuple[Candidate, ...] = ()

    def __len__(self) -> int:
        return len(self.columns.ids) + len(self.moved)

    def __iter__(self) -> Iterator[Candidate]:
        return merged(self.moved, self._made()) if self.moved else self._made()

    @property
    def ids(self) -> list[int]:
        """The numbers of all, in no order."""
        return [*(each.id for each in self.moved), *self.columns.ids.tolist()]

    def some(self, wanted: Sequence[int]) -> list[Candidate]:
        """Return the candidates with the numbers `wanted`, which are among these."""
        numbers = {*wanted}
        stand = [number in numbers for number in self.columns.ids.tolist()]
        rows = Scored(self.columns.rows(_places(stand)), self.importance)
        return [*(each for each in self.moved if each.id in numbers), *rows]

    def with_changed(self, changed: Iterable[Candidate]) -> "Scored":
        """Return these with the candidates `changed` in the place of those with the same numbers."""
        new = {each.id: each for each in changed}
        if not new:
            return self
        stay = [number not in new for number in self.columns.ids.tolist()]
        moved = best_first([*(each for each in self.moved if each.id not in new), *new.values()])
        return replace(self, columns=self.columns.rows(_places(stay)), moved=tuple(moved))

    def above(self, floor: float) -> "Scored":
        """Return those whose evidence is at least `floor`."""
        moved = tuple(each for each in self.moved if each.evidence >= floor)
        return replace(self, columns=self.columns.rows(self.columns.evidence >= floor), moved=moved)

    def weaker(self, floor: float) -> int:
        """Return how many have some evidence, and less than `floor`."""
        weight = self.columns.evidence
        return int(((weight > 0) & (weight < floor)).sum()) + sum(
            0 < each.evidence < floor for each in self.moved
        )

    def _made(self) -> Iterator[Candidate]:
        stated = self.importance
        for start in range(0, len(self.columns.ids), _LOT):
            lot = self.columns.rows(slice(start, start + _LOT))
            for number, score, known, *parts in zip(*(column.tolist() for column in lot), strict=True):
                yield Candidate(number, score, _parts(*parts), known, stated.get(number))


def best_first(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Return the candidates in order: by score, later passages first among equals."""
    return sorted(candidates, key=_order)


def merged(some: Iterable[Candidate], others: Iterable[Candidate]) -> Iterator[Candidate]:
    """Yield both, each best first, as one."""
    return merge(some, others, key=_order)


def _order(candidate: Candidate) -> tuple[float, int]:
    return -candidate.score, -candidate.id


def _places(stand: Sequence[bool]) -> "NDArray[np.int64]":
    import numpy as np  # noqa: PLC0415 - 15 MB that only a search needs

    return np.flatnonzero(np.array(stand, bool))


def _parts(
    coverage: float, bm25: float, meaning: float, context: float, has_vector: bool
) -> tuple[ScorePart, ...]:
    parts: tuple[ScorePart, ...] = (ScorePart("coverage", coverage), ScorePart("bm25", bm25))
    if has_vector:
        parts = (*parts, ScorePart("meaning", meaning))
    return (*parts, ScorePart("context", context)) if context else parts
