"""A judge that sees the message alone, to show what the memory adds: which words and pieces of words it holds.

It learns from every set, those that are only measured too, since its weights are thrown away.
"""

import hashlib
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from benchmarks.judgement.need_rows import Rows

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["same_sets", "sets_left_out"]

_COLUMNS: Final = 1 << 16
_FOLDS: Final = 5
_ROUNDS: Final = 6
_STEP: Final = 0.3
_SEED: Final = 20_261_201


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
    columns = [_columns(each.put.message) for each in rows.found]
    teaches = np.isin(rows.kind, ["own", "none"])
    # A message that is put to several memories teaches once.
    seen: set[str] = set()
    for number, each in enumerate(rows.found):
        if teaches[number] and each.put.message in seen:
            teaches[number] = False
        elif teaches[number]:
            seen.add(each.put.message)
    wanted = (rows.kind == "own").astype(np.float64)
    scores = np.zeros(len(rows.found))
    for learnt, asked in parts:
        weights = _learnt(columns, wanted, np.flatnonzero(teaches & learnt))
        for number in np.flatnonzero(asked).tolist():
            scores[number] = weights[columns[number]].sum() / np.sqrt(len(columns[number]))
    return scores


def _learnt(
    columns: Sequence["NDArray[np.int64]"], wanted: "NDArray[np.float64]", chosen: "NDArray[np.int64]"
) -> "NDArray[np.float64]":
    """Return a weight for each column: logistic regression by small steps, smaller for what has been seen often."""
    draw = np.random.default_rng(_SEED)
    weights, steps = np.zeros(_COLUMNS), np.full(_COLUMNS, 1e-2)
    for _ in range(_ROUNDS):
        for number in draw.permutation(chosen).tolist():
            held = columns[number]
            scale = 1 / np.sqrt(len(held))
            likely = 1 / (1 + np.exp(-np.clip(weights[held].sum() * scale, -30, 30)))
            slope = (likely - wanted[number]) * scale
            steps[held] += slope * slope
            weights[held] -= _STEP * slope / np.sqrt(steps[held])
    return weights


def _columns(message: str) -> "NDArray[np.int64]":
    """Return the columns of a message's pieces; the first one every message has."""
    return np.array(sorted({0, *(_hash(piece) % _COLUMNS for piece in _pieces(message[:2000].casefold()))}))


def _pieces(text: str) -> Iterator[str]:
    words = text.split()
    yield from words
    yield from map(" ".join, pairwise(words))
    size = 3 if text.isascii() else 2
    yield from (text[start : start + size] for start in range(len(text) - size + 1))


def _hash(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=4).digest())
