"""Where terms stand in a lot of passages: what the index has passage by passage, turned round."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Inverted"]


@dataclass(frozen=True, slots=True, eq=False)
class Inverted:
    """The numbers of terms, rising; those of `rows` and `counts` between two `bounds` belong to one of them.

    A row is a passage's place in the lot, and rises; a count is how often the term stands in it.
    """

    codes: "NDArray[np.uint32]"
    bounds: "NDArray[np.int64]"
    rows: "NDArray[np.int32]"
    counts: "NDArray[np.uint16]"

    @classmethod
    def of(cls, passages: bytes, sizes: Sequence[int]) -> Self:
        """Return where the terms of `passages` stand: what `counting.coded` made of each, one behind the other, of `sizes` bytes."""
        import numpy as np  # noqa: PLC0415 - 15 MB that only a search needs

        numbers = np.frombuffer(passages, np.uint32)
        lengths = np.array(sizes, np.int64) // numbers.itemsize
        # One number of both is sorted in a third of the time that two columns take.
        pairs = numbers.astype(np.uint64) << np.uint64(32)
        pairs |= np.repeat(np.arange(len(lengths), dtype=np.uint64), lengths)
        pairs.sort()
        firsts = _firsts(pairs)
        once = pairs[firsts]
        codes = (once >> np.uint64(32)).astype(np.uint32)
        begins = _firsts(codes)
        return cls(
            codes[begins],
            np.append(begins, len(codes)),
            once.astype(np.uint32).astype(np.int32),
            # No passage has so many terms that a count would not fit.
            np.diff(np.append(firsts, len(pairs))).astype(np.uint16),
        )

    def standing(self, code: int) -> tuple["NDArray[np.int32]", "NDArray[np.uint16]"]:
        """Return the rows in which the term of this number stands, rising, and how often in each."""
        import numpy as np  # noqa: PLC0415

        # A number of another type would have all of them made into that.
        place = int(self.codes.searchsorted(np.uint32(code)))
        if place == len(self.codes) or self.codes[place] != code:
            return self.rows[:0], self.counts[:0]
        begin, end = self.bounds[place], self.bounds[place + 1]
        return self.rows[begin:end], self.counts[begin:end]


def _firsts(rising: "NDArray[np.uint64] | NDArray[np.uint32]") -> "NDArray[np.int64]":
    """Return the places where another value begins."""
    import numpy as np  # noqa: PLC0415

    begins = np.ones(len(rising), bool)
    begins[1:] = rising[1:] != rising[:-1]
    return np.flatnonzero(begins)
