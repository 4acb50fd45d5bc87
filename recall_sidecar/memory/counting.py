"""Count a query's terms in many passages at once.

A search looks at some two hundred passages of a hundred terms each. Cut into words one by one they would be most of what it
costs, so the index keeps each term of a passage as a number as well, and all of them are compared at once. Two words have the
same number once in four thousand million.
"""

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from zlib import crc32

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Counted", "coded", "counted"]


@dataclass(frozen=True, slots=True)
class Counted:
    """How many terms each passage has, and how often each asked term stands in it: a row of `counts` for each term."""

    lengths: "NDArray[np.int64]"
    counts: "NDArray[np.int64]"


def coded(terms: Iterable[str]) -> bytes:
    """Return the numbers of `terms`, in the machine's order, as the index keeps them."""
    return array("I", [crc32(term.encode()) for term in terms]).tobytes()


def counted(passages: bytes, sizes: Sequence[int], terms: Sequence[str]) -> Counted:
    """Return the counts of `terms` in `passages`: what `coded` made of each, one behind the other, of `sizes` bytes."""
    import numpy as np  # noqa: PLC0415 - 15 MB that only a search needs

    numbers = np.frombuffer(passages, np.uint32)
    lengths = np.array(sizes, np.int64) // numbers.itemsize
    wanted = np.frombuffer(coded(terms), np.uint32)
    # All terms at once: a question has ten, and each step of numpy costs as much as comparing with a thousand words.
    rows, places = np.divmod(np.flatnonzero(numbers == wanted[:, None]), max(len(numbers), 1))
    cells = rows * len(lengths) + np.searchsorted(np.cumsum(lengths), places, "right")
    counts = np.bincount(cells, minlength=len(wanted) * len(lengths))
    return Counted(lengths, counts.reshape(len(wanted), len(lengths)))
