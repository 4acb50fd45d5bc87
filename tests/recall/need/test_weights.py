"""Weights turn signs into a likelihood that explains itself."""

import math

import pytest

from recall_sidecar.recall.need.weights import Weights, parse

WEIGHTS = Weights(
    {"self": (2.0, 0.5), "code": (-1.0, 0.0)}, 0.0, {"eager": 0.2, "balanced": 0.4, "frugal": 0.6}
)


def test_what_is_usual_adds_nothing() -> None:
    assert WEIGHTS.weigh({"self": 0.5, "code": 0.0}).likely == 0.5


@pytest.mark.parametrize(
    ("signs", "odds"),
    [
        pytest.param({"self": 1.0, "code": 0.0}, 1.0, id="more than usual"),
        pytest.param({"self": 0.0, "code": 0.0}, -1.0, id="less than usual"),
        pytest.param({"self": 1.0, "code": 3.0}, -2.0, id="against each other"),
        pytest.param({"self": 1.0, "code": 0.0, "unknown": 5.0}, 1.0, id="a sign without a weight"),
    ],
)
def test_signs_are_weighed(signs: dict[str, float], odds: float) -> None:
    assert WEIGHTS.weigh(signs).likely == pytest.approx(1 / (1 + math.exp(-odds)))


def test_what_each_sign_added_is_told_heaviest_first() -> None:
    assert WEIGHTS.weigh({"self": 1.0, "code": 3.0}).because == (("code", -3.0), ("self", 1.0))


def test_a_sign_without_measure_ends_no_turn() -> None:
    assert WEIGHTS.weigh({"self": 1e9, "code": 0.0}).likely < 1.0
    assert WEIGHTS.weigh({"self": -1e9, "code": 0.0}).likely > 0.0


def test_weights_are_read_from_their_data() -> None:
    data = {
        "usual": 0,
        "thresholds": {"eager": 0.2, "balanced": 0.4, "frugal": 0.6},
        "signs": {"self": {"weight": 2, "usual": 0.5}, "code": {"weight": -1, "usual": 0}},
        "training": {"date": "2026-12-01"},
    }

    assert parse(data) == WEIGHTS
