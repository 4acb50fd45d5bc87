"""Intervals hold the figure, are the same for the same pairs, and let pairs cancel what slowed both."""

import random

import pytest

from benchmarks.gateways.intervals import Interval, added, ratio

_RNG = random.Random(3)  # noqa: S311 -- samples, not secrets


def test_a_difference_that_every_pair_shows_is_seen_through_noise_that_both_share() -> None:
    noise = [_RNG.uniform(300, 3000) for _ in range(40)]
    pairs = [(slow + 50 + _RNG.uniform(-5, 5), slow) for slow in noise]

    found = added(pairs)

    assert 45 < found.low <= found.value <= found.high < 55


def test_no_difference_gives_an_interval_around_nothing() -> None:
    pairs = [(_RNG.gauss(400, 30), _RNG.gauss(400, 30)) for _ in range(40)]

    found = added(pairs)

    assert found.low < 0 < found.high


def test_a_ratio_is_that_of_the_medians() -> None:
    pairs = [(30.0, 300.0), (20.0, 400.0), (900.0, 500.0)]

    assert ratio(pairs).value == pytest.approx(30 / 400)


def test_the_same_pairs_give_the_same_interval() -> None:
    pairs = [(float(number % 7), float(number % 5 + 1)) for number in range(30)]

    assert ratio(pairs) == ratio(pairs)
    assert added(pairs) == added(pairs)


def test_a_single_pair_has_no_width() -> None:
    assert added([(5.0, 3.0)]) == Interval(2.0, 2.0, 2.0)


def test_an_interval_is_written_with_three_digits() -> None:
    assert str(Interval(0.5, 0.07123, 12.3456)) == "95 %: 0.0712 to 12.3"
