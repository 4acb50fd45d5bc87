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
# Bytes of a word that are compared together with its length.
_MARKED = 3


@dataclass(frozen=True, slots=True)
class Counted:
    """How many terms each passage has, and how often each asked term stands in it: a row of `counts` for each term."""

    lengths: "NDArray[np.int64]"
    counts: "NDArray[np.int64]"


def counted(passages: str, terms: Sequence[str]) -> Counted:
    """Return the counts of `terms` in `passages`: one a line, its terms with a space between them."""
    import numpy as np  # noqa: PLC0415 - 15 MB that only a search needs

    encoded = f"{passages}\n".encode()
    # What follows the last word is looked at as well.
    text = np.frombuffer(encoded + b"\n" * _MARKED, np.uint8)
    # Terms hold letters, digits and _ alone, so nothing else is as low as a space and the end of a line.
    ends = np.flatnonzero(text[: len(encoded)] <= _SPACE)
    starts = np.concatenate([np.zeros(1, np.int64), ends[:-1] + 1])
    marks = _marks(text, starts, ends - starts)
    last = np.flatnonzero(text[ends] == _NEW_LINE)
    counts = np.zeros((len(terms), len(last)), np.int64)
    for row, term in zip(counts, terms, strict=True):
        places = _places(text, starts, marks, term.encode())
        if len(places):
            row += np.bincount(np.searchsorted(last, places), minlength=len(last))
    return Counted(np.diff(last, prepend=-1), counts)


def _marks(
    text: "NDArray[np.uint8]", starts: "NDArray[np.int64]", sizes: "NDArray[np.int64]"
) -> "NDArray[np.uint32]":
    """Return one number for each word: its length and its first three bytes, which few words share."""
    import numpy as np  # noqa: PLC0415

    marks = np.minimum(sizes, 255).astype(np.uint32)
    for offset in range(_MARKED):
        marks = (marks << np.uint32(8)) | text[starts + offset]
    return marks


def _places(
    text: "NDArray[np.uint8]", starts: "NDArray[np.int64]", marks: "NDArray[np.uint32]", term: bytes
) -> "NDArray[np.int64]":
    """Return which words, counted from 0, are `term`."""
    import numpy as np  # noqa: PLC0415

    if len(term) < _MARKED:
        # A word of one or two letters goes on with what separates it, which may be either.
        places = np.flatnonzero(marks >> np.uint32(24) == len(term))
    else:
        wanted = int.from_bytes(bytes([min(len(term), 255)]) + term[:_MARKED], "big")
        places = np.flatnonzero(marks == np.uint32(wanted))
    for offset in range(0 if len(term) < _MARKED else _MARKED, len(term)):
        if not len(places):
            break
        places = places[text[starts[places] + offset] == term[offset]]
    return places
