"""Learning when memory can help from messages that need none and from strangers."""

import numpy as np
import pytest

from benchmarks.judgement.need_learn import calibrated, learn
from benchmarks.judgement.need_pairs import Kind
from benchmarks.judgement.need_rows import Rows

NAMES = ("self", "task", "hit_mass")
# For each kind of row what it looks like: whose words, what wish, how much the hits weigh.
LOOKS: dict[Kind, tuple[float, float, float]] = {
    "own": (1, 0, 0.7),
    "taught": (1, 0, 0.6),
    "stranger": (1, 0, 0.3),
    "bare": (1, 0, 0.5),
    "none": (0, 1, 0.3),
}


def rows(*sets: str, beside: str = "", mirrored: bool = False) -> Rows:
    """Return twelve rows of each kind for each set, each a little different; `mirrored` has the hits say the opposite."""
    kinds = [(name, kind, number) for name in sets for kind in LOOKS for number in range(12)]
    table = np.array([LOOKS[kind] for _, kind, _ in kinds])
    table[:, 2] += [number / 100 for _, _, number in kinds]
    if mirrored:
        table[:, 2] = 1 - table[:, 2]
    return Rows(
        (),
        NAMES,
        table,
        np.ones(len(kinds), bool),
        np.array([kind for _, kind, _ in kinds]),
        np.array([name for name, _, _ in kinds]),
        np.array(["sums" if kind == "none" else name for name, kind, _ in kinds]),
        np.array([beside] * len(kinds)),
        np.ones(len(kinds), bool),
    )


def joined(one: Rows, other: Rows) -> Rows:
    columns = (
        np.concatenate([getattr(one, name), getattr(other, name)])
        for name in ("table", "has", "kind", "of", "source", "beside", "may_teach")
    )
    return Rows((), NAMES, *columns)


def test_both_messages_that_need_none_and_strangers_score_below_what_is_wanted() -> None:
    judge = learn(rows("cases", "memorybank_zh"))

    own, stranger, none = (
        float(judge.scores(np.array([LOOKS[kind]]))[0]) for kind in ("own", "stranger", "none")
    )
    assert own > 0 > max(stranger, none)


def test_strangers_do_not_speak_against_the_signs_of_a_wanted_message() -> None:
    weights = dict(zip(NAMES, learn(rows("cases")).weights.tolist(), strict=True))

    assert weights["self"] > 0 > weights["task"]
    assert weights["hit_mass"] > 0


def test_a_set_that_is_left_out_teaches_nothing_nor_does_what_holds_some_of_it() -> None:
    some = rows("cases")
    misleading = joined(
        rows("memorybank_zh", mirrored=True), rows("cases", beside="memorybank_zh", mirrored=True)
    )

    alone = learn(some, without_set="memorybank_zh")
    beside = learn(joined(some, misleading), without_set="memorybank_zh")

    assert beside.weights.tolist() == alone.weights.tolist()


def test_idle_messages_of_a_source_that_is_left_out_teach_nothing() -> None:
    judge = learn(joined(rows("cases"), rows("memorybank_zh")), without_source="sums")

    assert judge.weights.tolist()[:2] == [0.0, 0.0]


def test_scores_are_stretched_to_the_odds_they_turn_out_to_have() -> None:
    some = rows("cases")
    wanted = np.isin(some.kind, ["own", "taught"])
    # Of those with the higher score three in four are wanted, of the others one in four.
    is_high = np.arange(len(wanted)) % 4 < np.where(wanted, 3, 1)

    slope, shift = calibrated(some, np.where(is_high, 10.0, -10.0))

    assert slope * 10 + shift == pytest.approx(np.log(3), abs=0.05)
    assert slope * -10 + shift == pytest.approx(-np.log(3), abs=0.05)
