"""An interval holds the mean, is narrow where values agree, and is the same each time."""

from recall_sidecar.evaluation.intervals import Interval, interval


def test_values_that_agree_leave_no_doubt() -> None:
    assert interval([1.0] * 20) == Interval(1.0, 1.0)


def test_values_that_differ_leave_some_and_always_the_same() -> None:
    found = interval([0.0, 1.0] * 50)

    assert 0.35 < found.low < 0.5 < found.high < 0.65
    assert interval([0.0, 1.0] * 50) == found
