"""The vectors of the passages that a search looks at, read once: how near each is to the question, and two to each other."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Compared", "Vectored"]


@dataclass(frozen=True, slots=True, eq=False)
class Vectored:
    """Passages by rising number, their vectors, a row each, and their cosines to the question."""

    ids: "NDArray[np.int64]"
    matrix: "NDArray[np.float32]"
    cosines: "NDArray[np.float64]"


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """What was read of them, as it was read; `scaled` puts cosines onto the scale of a search."""

    lots: tuple[Vectored, ...] = ()
    scaled: "Callable[[NDArray[np.float64]], NDArray[np.float64]] | None" = None

    def joined(self, other: "Compared") -> "Compared":
        """Return both as one."""
        return Compared((*self.lots, *other.lots), self.scaled)

    def cosines_of(self, ids: "NDArray[np.int64]") -> "NDArray[np.float64]":
        """Return the cosine of each of `ids`, which hold all there are, by rising number; not a number without a vector."""
        import numpy as np  # noqa: PLC0415 - 15 MB that only a search needs

        found = np.full(len(ids), np.nan)
        for lot in self.lots:
            found[np.searchsorted(ids, lot.ids)] = lot.cosines
        return found

    def between(self, passages: Sequence[int]) -> dict[tuple[int, int], float]:
        """Return the cosine, -1 to 1, of each two of those `passages` that have a vector; pairs are in their order."""
        import numpy as np  # noqa: PLC0415

        rows = {number: row for number in passages for row in self._rows(number)}
        if self.scaled is None or len(rows) < 2:
            return {}
        matrix = np.stack([*rows.values()])
        near = self.scaled(np.einsum("ij,kj->ik", matrix, matrix).astype(np.float64)).tolist()
        known = [*rows]
        return {
            (known[one], known[other]): near[one][other]
            for one in range(len(known))
            for other in range(one + 1, len(known))
        }

    def _rows(self, number: int) -> "list[NDArray[np.float32]]":
        found = ((lot, int(lot.ids.searchsorted(number))) for lot in self.lots)
        return [
            lot.matrix[place] for lot, place in found if place < len(lot.ids) and lot.ids[place] == number
        ]
