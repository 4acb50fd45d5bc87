"""Count a query's terms in many passages at once.

A search looks at some two hundred passages of a hundred terms each. Cut into words one by one they would be most of what it
costs; here their text stays one piece, and each term is compared with all words of its length.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Counted", "counted"]

_NEW_LINE = 10
_SPACE = 32


@dataclass(frozen=True, slots=True)
class Counted:
    """How many terms each passage has, and how often each asked term stands in it: a row of `counts` for each term."""

    lengths: "NDArray[np.int64]"
    counts: "NDArray[np.int64]"


def counted(passages: str, terms: Sequence[str]) -> Counted:
    """Return the counts of `terms` in `passages`: one a line, its terms with a space between them."""
    import numpy as np  # noqa: PLC0415 - 15 MB that only a search needs

    text = np.frombuffer(f"{passages}\n".encode(), np.uint8)
    # Terms hold letters, digits and _ alone, so nothing else is as low as these two.
    ends = np.flatnonzero((text == _SPACE) | (text == _NEW_LINE))
    starts = np.concatenate([np.zeros(1, np.int64), ends[:-1] + 1])
    sizes = ends - starts
    last = np.flatnonzero(text[ends] == _NEW_LINE)
    lengths = np.diff(last, prepend=-1)
    counts = [
        np.bincount(np.searchsorted(last, _places(text, starts, sizes, term.encode())), minlength=len(last))
        for term in terms
    ]
    return Counted(lengths, np.array(counts, np.int64).reshape(len(terms), len(last)))


def _places(
    text: "NDArray[np.uint8]", starts: "NDArray[np.int64]", sizes: "NDArray[np.int64]", term: bytes
) -> "NDArray[np.int64]":
    """Return which words, counted from 0, are `term`."""
    import numpy as np  # noqa: PLC0415

    places = np.flatnonzero(sizes == len(term))
    for offset, letter in enumerate(term):
        if not len(places):
            break
        places = places[text[starts[places] + offset] == letter]
    return places
