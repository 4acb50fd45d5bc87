"""A judge that sees the message alone, to show what the memory adds: which words and pieces of words it holds.

It learns from every set, those that are only measured too, since its weights are thrown away.
"""

import hashlib
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from benchmarks.judgement.need_fit import fit
from benchmarks.judgement.need_rows import Rows

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["same_sets", "sets_left_out"]

_COLUMNS: Final = 512
_FOLDS: Final = 5
_PENALTY: Final = 2.0


def same_sets(rows: Rows) -> "NDArray[np.float64]":
    """Return scores by judges that learnt from the other messages of the same sets: a message is never in both."""
    fold = np.array([_hash(each.put.message) % _FOLDS for each in rows.found])
    return _scores(rows, [(fold != part, fold == part) for part in range(_FOLDS)])


def sets_left_out(rows: Rows) -> "NDArray[np.float64]":
    """Return scores by judges that learnt neither from the set nor from the source of a message."""
    is_none = rows.kind == "none"
    sets, sources = sorted({*rows.of.tolist()}), sorted({*rows.source[is_none].tolist()})
    of_sets = [((rows.of != name) | is_none, (rows.of == name) & ~is_none) for name in sets]
    of_sources = [(~is_none | (rows.source != each), is_none & (rows.source == each)) for each in sources]
    return _scores(rows, [*of_sets, *of_sources])


def _scores(
    rows: Rows, parts: Sequence[tuple["NDArray[np.bool_]", "NDArray[np.bool_]"]]
) -> "NDArray[np.float64]":
    table = np.stack([_columns(each.put.message) for each in rows.found])
    teaches = np.isin(rows.kind, ["own", "none"])
    # A message that is put to several memories teaches once.
    seen: set[str] = set()
    for number, each in enumerate(rows.found):
        if teaches[number] and each.put.message in seen:
            teaches[number] = False
        elif teaches[number]:
            seen.add(each.put.message)
    scores = np.zeros(len(rows.found))
    for learnt, asked in parts:
        chosen = teaches & learnt
        wanted = (rows.kind == "own")[chosen]
        judge = fit(table[chosen], wanted.tolist(), [1.0] * int(chosen.sum()), penalty=_PENALTY)
        scores[asked] = judge.scores(table[asked])
    return scores


def _columns(message: str) -> "NDArray[np.float64]":
    columns = np.zeros(_COLUMNS)
    for piece in _pieces(message[:2000].casefold()):
        columns[_hash(piece) % _COLUMNS] += 1.0
    return np.log1p(columns)


def _pieces(text: str) -> Iterator[str]:
    words = text.split()
    yield from words
    yield from map(" ".join, pairwise(words))
    if not text.isascii():
        yield from (text[start : start + 2] for start in range(len(text) - 1))


def _hash(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=4).digest())
