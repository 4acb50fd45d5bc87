"""From searches to rows of signs, and scores in which no row was learnt from.

Weights may rest on sets whose licence lets them ship: `TRAINED_ON`, and messages that need no memory but those of
`MEASURED_ONLY`. Every other set, and everything put to its memories, is measured and never learnt from.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from benchmarks.judgement.need_search import Found
from recall_sidecar import query
from recall_sidecar.events import TurnEvent
from recall_sidecar.recall.need.signs import signs_of
from recall_sidecar.settings import QuerySettings

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["MEASURED_ONLY", "NEVER", "TRAINED_ON", "Rows", "left_out", "rows_of"]

TRAINED_ON: Final = ("cases", "longmemeval_evidence", "memorybank_zh")
MEASURED_ONLY: Final = ("prefeval-lmsys-turns",)
# The score of a message for which nothing was found: no threshold lets it pass.
NEVER: Final = -99.0


@dataclass(frozen=True, slots=True)
class Rows:
    """A row of signs for each search; `has` tells which found anything."""

    found: Sequence[Found]
    names: tuple[str, ...]
    table: "NDArray[np.float64]"
    has: "NDArray[np.bool_]"
    kind: "NDArray[np.str_]"
    of: "NDArray[np.str_]"
    source: "NDArray[np.str_]"
    beside: "NDArray[np.str_]"
    may_teach: "NDArray[np.bool_]"


def rows_of(found: Sequence[Found], lent: frozenset[str]) -> Rows:
    """Return the rows of `found`; `lent` are memories that a set has borrowed from one that is only measured."""
    signs = [signs_of(_query(each), each.hits) if each.hits else {} for each in found]
    names = tuple(next(each for each in signs if each))
    of, source = np.array([each.put.of for each in found]), np.array([each.put.source for each in found])
    is_lent = np.array([each.put.haystack in lent for each in found])
    return Rows(
        found,
        names,
        np.array([[each.get(name, 0.0) for name in names] for each in signs]),
        np.array([bool(each) for each in signs]),
        np.array([each.put.kind for each in found]),
        of,
        source,
        np.array([each.put.beside for each in found]),
        np.isin(of, TRAINED_ON) & ~np.isin(source, MEASURED_ONLY) & ~is_lent,
    )


def left_out(
    rows: Rows, learner: Callable[[str, str], Callable[[Rows], "NDArray[np.float64]"]]
) -> "NDArray[np.float64]":
    """Return a score for each row by a judge that learnt neither from its set nor from the source of its message."""
    scores = np.full(len(rows.kind), NEVER)
    for name in sorted({*rows.of.tolist()}):
        of_set = rows.of == name
        own = of_set & (rows.kind != "none")
        scores[own] = learner(name, "")(rows)[own]
        for source in sorted({*rows.source[of_set & (rows.kind == "none")].tolist()}):
            some = of_set & (rows.kind == "none") & (rows.source == source)
            scores[some] = learner(name, source)(rows)[some]
    scores[~rows.has] = NEVER
    return scores


def _query(found: Found) -> query.Query:
    return query.build(TurnEvent(host="benchmark", agent_id="main", text=found.put.message), QuerySettings())
