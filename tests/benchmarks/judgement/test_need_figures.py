"""Figures of scores, checked by hand."""

import numpy as np
import pytest

from benchmarks.judgement.need_figures import alarms, auroc, concordance, figure, roc, threshold_at

WANTED = np.array([3.0, 2.0, 1.0])
OTHERS = np.array([2.0, 0.0])


def test_the_area_counts_pairs_in_order() -> None:
    assert auroc(WANTED, OTHERS) == pytest.approx((1 + 1 + 0.5 + 1 + 0 + 1) / 6)


@pytest.mark.parametrize(
    ("recall", "threshold"),
    [pytest.param(0.3, 3.0, id="one"), pytest.param(0.6, 2.0, id="two"), pytest.param(1.0, 1.0, id="all")],
)
def test_the_threshold_lets_enough_pass(recall: float, threshold: float) -> None:
    assert threshold_at(WANTED, recall) == threshold


def test_alarms_are_the_others_that_pass() -> None:
    assert alarms(OTHERS, 2.0) == 0.5


def test_pairs_are_compared_one_by_one() -> None:
    assert concordance(np.array([3.0, 2.0, 1.0]), np.array([1.0, 2.0, 3.0])) == 0.5


def test_an_interval_holds_its_figure_and_is_always_the_same() -> None:
    first = figure(auroc, WANTED, OTHERS)

    assert first.low <= first.value <= first.high
    assert first == figure(auroc, WANTED, OTHERS)
    assert figure(concordance, WANTED, WANTED, is_paired=True).as_json() == {
        "value": 0.5, "interval": [0.5, 0.5], "count": 6,
    }  # fmt: skip


def test_a_curve_goes_from_nothing_to_everything() -> None:
    assert roc(WANTED, OTHERS)[0] == (0, 0)
    assert roc(WANTED, OTHERS)[-1] == (1, 1)
