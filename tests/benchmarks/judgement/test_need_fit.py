"""A logistic regression finds what parts the rows."""

import numpy as np
import pytest

from benchmarks.judgement.need_fit import fit, fit_signed


def test_the_column_that_parts_the_rows_gets_the_weight() -> None:
    table = np.array([[0.0, 1.0], [0.0, 2.0], [1.0, 1.0], [1.0, 2.0]] * 20)

    judge = fit(table, [False, False, True, True] * 20, [1.0] * 80)

    assert judge.weights[0] > 1
    assert judge.weights[1] == pytest.approx(0, abs=1e-6)
    assert (judge.scores(table) > 0).tolist() == [False, False, True, True] * 20


def test_a_column_that_never_changes_does_no_harm() -> None:
    table = np.array([[0.0, 5.0], [1.0, 5.0]] * 10)

    assert np.isfinite(fit(table, [False, True] * 10, [1.0] * 20).weights).all()


def test_rows_count_by_their_share() -> None:
    table = np.array([[1.0], [1.0], [0.0], [0.0]])
    wanted = [True, False, True, False]

    assert fit(table, wanted, [9.0, 1.0, 1.0, 1.0]).weights[0] > 0
    assert fit(table, wanted, [1.0, 9.0, 1.0, 1.0]).weights[0] < 0


def test_a_column_that_would_speak_the_other_way_is_left_out() -> None:
    table = np.array([[0.0, 1.0], [0.0, 2.0], [1.0, 1.0], [1.0, 2.0]] * 20)
    wanted = [True, False, False, False] * 20

    judge = fit_signed(table, wanted, [1.0] * 80, [1, 0])

    assert judge.weights[0] == 0
    assert judge.weights[1] < 0
