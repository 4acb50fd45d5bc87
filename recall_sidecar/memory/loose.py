"""Vectors that are compared with a question one by one, in blocks."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from recall_sidecar.memory.schema import COUNTER_BITS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Loose", "nearest"]


# Compared by identity: columns of numbers have no one answer to whether they are equal.
@dataclass(frozen=True, slots=True, eq=False)
class Loose:
    """Serials, the passages' numbers, and a vector each; the serials of one scope of passages rise."""

    serials: "NDArray[np.int64]"
    passages: "NDArray[np.int64]"
    matrix: "NDArray[np.float32]"

    @classmethod
    def of(cls, serials: Sequence[int], passages: Sequence[int], values: bytes, dimension: int) -> Self:
        """Return the block of what was read; `values` holds the vectors one behind the other."""
        import numpy as np  # noqa: PLC0415 - a memory without vectors never needs it

        matrix = np.frombuffer(values, np.float32).reshape(-1, dimension)
        return cls(np.array(serials, np.int64), np.array(passages, np.int64), matrix)

    def __len__(self) -> int:
        return len(self.serials)

    @property
    def scopes(self) -> "NDArray[np.int64]":
        """The scope of each passage: what stands before its counter."""
        return self.passages >> COUNTER_BITS

    def joined(self, behind: "Loose") -> "Loose":
        """Return one block of both."""
        import numpy as np  # noqa: PLC0415

        return Loose(
            np.concatenate([self.serials, behind.serials]),
            np.concatenate([self.passages, behind.passages]),
            np.concatenate([self.matrix, behind.matrix]),
        )

    def of_scope(self, scope: int, after: int) -> "Loose":
        """Return the rows of `scope` with later serials than `after`."""
        return self._rows((self.scopes == scope) & (self.serials > after))

    def without(self, marks: Mapping[int, int]) -> "Loose":
        """Return the block without the rows of each scope that stand in its graph, which has them up to its mark.

        Rows of a scope stay until all of them in this block do, since each time the block is copied.
        """
        kept = self
        for scope, mark in marks.items():
            of_scope = kept.scopes == scope
            if of_scope.any() and kept.serials[of_scope].max() <= mark:
                kept = kept._rows(~of_scope)
        return kept

    def cosines(
        self, query: "NDArray[np.float32]", ranges: Sequence[tuple[int, int]]
    ) -> "NDArray[np.float32]":
        """Return the cosine of each row, -2 for passages outside `ranges`."""
        import numpy as np  # noqa: PLC0415

        visible = np.zeros(len(self), bool)
        for first, after in ranges:
            visible |= (self.passages >= first) & (self.passages < after)
        # Not by "@": that takes every processor, and where others use them too 20 ms in place of one.
        return np.where(visible, np.einsum("ij,j->i", self.matrix, query), np.float32(-2.0))

    def _rows(self, chosen: "NDArray[np.bool_]") -> "Loose":
        return Loose(self.serials[chosen], self.passages[chosen], self.matrix[chosen])


def nearest(
    blocks: Iterable[Loose], query: "NDArray[np.float32]", ranges: Sequence[tuple[int, int]], limit: int
) -> list[tuple[float, int]]:
    """Return cosine and serial of the rows within `ranges` that are nearest to `query`, at most `limit` of each block."""
    import numpy as np  # noqa: PLC0415

    found: list[tuple[float, int]] = []
    for block in blocks:
        cosines = block.cosines(query, ranges)
        kept = min(limit, len(cosines))
        best = np.argpartition(-cosines, kept - 1)[:kept] if kept else np.arange(0)
        best = best[cosines[best] > -2.0]
        found.extend(zip(cosines[best].tolist(), block.serials[best].tolist(), strict=True))
    return found
