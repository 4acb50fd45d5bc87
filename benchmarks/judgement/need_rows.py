"""From searches to rows of signs; learning from them, and scores in which no row was learnt from.

Weights may rest on sets whose licence lets them ship: `TRAINED_ON`, and messages that need no memory but those of
`MEASURED_ONLY`. Every other set, and everything put to its memories, is measured and never learnt from.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from benchmarks.judgement.need_fit import Fit, fit_signed
from benchmarks.judgement.need_pairs import Kind
from benchmarks.judgement.need_search import Found
from recall_sidecar import query
from recall_sidecar.events import TurnEvent
from recall_sidecar.recall.need.signs import signs_of
from recall_sidecar.settings import QuerySettings

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["MEASURED_ONLY", "NEVER", "TRAINED_ON", "Rows", "learn", "left_out", "rows_of"]

TRAINED_ON: Final = ("cases", "longmemeval_evidence", "memorybank_zh")
MEASURED_ONLY: Final = ("prefeval-lmsys-turns",)
# The score of a message for which nothing was found: no threshold lets it pass.
NEVER: Final = -99.0
# How much a row counts. Another person's memory counts most: it is what the signs of a message alone cannot tell.
_COUNTS: Final[dict[Kind, float]] = {"own": 1.0, "none": 1.0, "bare": 0.3, "other": 2.0}
# What a sign may say; those that are not named may say either.
_FOR: Final = (
    "self", "self_matter", "asked_of_self", "ends_asking", "advice", "hit_mass", "hit_mass_self",
    "hit_mass_unread", "hit_advised", "hit_date", "hit_exact", "hit_names_held",
)  # fmt: skip
_AGAINST: Final = (
    "lines", "sentences", "numbers", "number_share", "code", "quoted", "colon", "task", "task_first", "hit_lacking",
    "hit_names_unknown",
)  # fmt: skip
_PENALTY: Final = 3.0
# Small sets count more a row, large ones less, so that none decides alone.
_USUAL_WANTED: Final = 300
_USUAL_NONE: Final = 500


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
        np.isin(of, TRAINED_ON) & ~np.isin(source, MEASURED_ONLY) & ~is_lent,
    )


def learn(rows: Rows, *, without_set: str = "", without_source: str = "") -> Fit:
    """Learn from the rows that may teach, without those of a set, and without the idle messages of a source."""
    chosen = rows.has & rows.may_teach & np.isin(rows.kind, list(_COUNTS)) & (rows.of != without_set)
    chosen &= (rows.kind != "none") | (rows.source != without_source)
    counts = np.array([_COUNTS.get(kind, 0.0) for kind in rows.kind.tolist()])
    for name in TRAINED_ON:
        for kind, usual in (("own", _USUAL_WANTED), ("none", _USUAL_NONE)):
            some = chosen & (rows.of == name) & (rows.kind == kind)
            counts[some] *= np.sqrt(usual / max(int(some.sum()), 1))
    wanted = (rows.kind == "own")[chosen]
    directions = [_directions().get(name, 0) for name in rows.names]
    return fit_signed(
        rows.table[chosen], wanted.tolist(), counts[chosen].tolist(), directions, penalty=_PENALTY
    )


def _directions() -> dict[str, int]:
    return dict.fromkeys(_FOR, 1) | dict.fromkeys(_AGAINST, -1)


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
