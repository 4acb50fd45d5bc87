"""Figures of rankings, checked by hand."""

import math

import pytest

from benchmarks.quality.figures import Interval, Ranking, interval, summary


@pytest.mark.parametrize(
    ("ranked", "gold", "expected"),
    [
        pytest.param(["a", "b"], ["a"], Ranking(1, 1, 1, 1), id="first"),
        pytest.param(["b", "a"], ["a"], Ranking(1, 1, 0.5, 1 / math.log2(3)), id="second"),
        pytest.param([*"bcdefa"], ["a"], Ranking(0, 1, 1 / 6, 1 / math.log2(7)), id="sixth"),
        pytest.param([*"bcdefghijka"], ["a"], Ranking(0, 0, 0, 0), id="eleventh"),
        pytest.param([], ["a"], Ranking(0, 0, 0, 0), id="nothing found"),
        pytest.param(["a"], ["a", "b"], Ranking(0.5, 0.5, 1, 1 / (1 + 1 / math.log2(3))), id="one of two"),
    ],
)
def test_a_ranking_is_measured(ranked: list[str], gold: list[str], expected: Ranking) -> None:
    found = Ranking.of(ranked, gold)

    assert (found.r5, found.r10, found.mrr) == (expected.r5, expected.r10, expected.mrr)
    assert found.ndcg == pytest.approx(expected.ndcg)


def test_a_summary_is_the_mean_of_each_figure() -> None:
    means = summary([Ranking(1, 1, 1, 1), Ranking(0, 1, 0.5, 0.2)])

    assert (means.questions, means.r5, means.r10, means.mrr, means.ndcg) == (2, 0.5, 1, 0.75, 0.6)
    assert means.as_json() == {
        "r5": 0.5, "r10": 1.0, "mrr": 0.75, "ndcg": 0.6, "r5_interval": [0.0, 1.0], "questions": 2,
    }  # fmt: skip


def test_the_interval_of_equal_values_is_the_value() -> None:
    assert interval([0.25] * 10) == Interval(0.25, 0.25)


def test_the_interval_holds_the_mean_narrows_with_more_values_and_repeats_itself() -> None:
    few, many = interval([0.0, 1.0] * 10), interval([0.0, 1.0] * 500)

    assert few.low < many.low < 0.5 < many.high < few.high
    assert interval([0.0, 1.0] * 10) == few
