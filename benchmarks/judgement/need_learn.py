"""Learn when memory can help: two questions apart, and their answers added up.

Whether a message is one that memory helps with, a message that needs none teaches; whether this memory holds anything for it, other
people's memory does. Both at once teach neither: a message of somebody else sounds wanted, so that its rows speak against every sign of a wanted
message. The log odds of both answers add up to weights of one judge.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from benchmarks.judgement.need_fit import Fit, fit, fit_signed
from benchmarks.judgement.need_pairs import Kind
from benchmarks.judgement.need_rows import TRAINED_ON, Rows

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["calibrated", "learn"]

_WANTED: Final[tuple[Kind, ...]] = ("own", "taught")
# What a sign may say; those that are not named may say either.
_FOR: Final = (
    "self", "self_matter", "asked_of_self", "ends_asking", "advice", "hit_mass", "hit_mass_self",
    "hit_mass_unread", "hit_advised", "hit_date", "hit_exact", "hit_names_held",
)  # fmt: skip
_AGAINST: Final = (
    "lines", "sentences", "numbers", "number_share", "code", "quoted", "colon", "task", "task_first", "hit_lacking",
    "hit_names_unknown",
)  # fmt: skip
# What tells whose memory it is. Whether its script is read does not: where it is not, strangers are seldom found at all.
_OF_HOLDING: Final = (
    "hit_mass", "hit_names_held", "hit_names_unknown", "hit_date", "hit_exact", "hit_advised",
)  # fmt: skip
_PENALTY: Final = 3.0
_LOOSE: Final = 0.01


@dataclass(frozen=True, slots=True)
class _Question:
    """What is learnt: how much a row of each kind counts, and how many of a kind a set usually has.

    Small sets count more a row, large ones less, so that none decides alone.
    """

    counts: Mapping[str, float]
    usual: Mapping[str, int]
    signs: tuple[str, ...] = ()


_IS_WANTED: Final = _Question({"own": 1.0, "taught": 0.5, "none": 1.0}, {"own": 300, "none": 500})
_IS_HELD: Final = _Question(
    {"own": 1.0, "taught": 1.0, "other": 1.0, "stranger": 1.0, "none": 0.5, "bare": 0.2},
    {"own": 300, "stranger": 300, "none": 300},
    _OF_HOLDING,
)
# How much the second answer counts; between 1 and 2.5 false alarms of one kind are exchanged for those of the other.
_HELD_SHARE: Final = 1.5


def learn(rows: Rows, *, without_set: str = "", without_source: str = "") -> Fit:
    """Learn from the rows that may teach, without those of a set, and without the idle messages of a source."""
    chosen = rows.has & rows.may_teach & (rows.of != without_set)
    chosen &= (rows.beside == "") | (rows.beside != without_set)
    chosen &= (rows.kind != "none") | (rows.source != without_source)
    wanted, held = _answer(rows, chosen, _IS_WANTED), _answer(rows, chosen, _IS_HELD)
    return Fit(wanted.weights + _HELD_SHARE * held.weights, wanted.bias + _HELD_SHARE * held.bias)


def calibrated(rows: Rows, scores: "NDArray[np.float64]") -> tuple[float, float]:
    """Return what to multiply scores with, and what to add, so that they are log odds: a sum of two answers says more than it knows.

    `scores` come from judges that have not learnt from these rows. Both answers count as much.
    """
    some = rows.has & rows.may_teach & np.isin(rows.kind, [*_WANTED, "none", "other", "stranger"])
    wanted = np.isin(rows.kind[some], _WANTED)
    counts = np.where(wanted, 0.5 / max(wanted.sum(), 1), 0.5 / max((~wanted).sum(), 1)) * len(wanted)
    line = fit(scores[some][:, None], wanted.tolist(), counts.tolist(), penalty=_LOOSE)
    return float(line.weights[0]), line.bias


def _answer(rows: Rows, chosen: "NDArray[np.bool_]", question: _Question) -> Fit:
    some = chosen & np.isin(rows.kind, [*question.counts])
    counts = np.array([question.counts.get(kind, 0.0) for kind in rows.kind.tolist()])
    for name in TRAINED_ON:
        for kind, usual in question.usual.items():
            of_kind = some & (rows.of == name) & (rows.kind == kind)
            counts[of_kind] *= np.sqrt(usual / max(int(of_kind.sum()), 1))
    places = [number for number, name in enumerate(rows.names) if name in (question.signs or rows.names)]
    directions = dict.fromkeys(_FOR, 1) | dict.fromkeys(_AGAINST, -1)
    found = fit_signed(
        rows.table[some][:, places],
        np.isin(rows.kind[some], _WANTED).tolist(),
        counts[some].tolist(),
        [directions.get(rows.names[place], 0) for place in places],
        penalty=_PENALTY,
    )
    weights = np.zeros(len(rows.names))
    weights[places] = found.weights
    return Fit(weights, found.bias)
