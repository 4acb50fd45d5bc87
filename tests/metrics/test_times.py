"""Times in buckets, in seconds."""

import pytest

from recall_sidecar.metrics.times import BOUNDS_S, Times


@pytest.mark.parametrize(
    ("ms", "bound"),
    [
        pytest.param(0.0, 0.001, id="nothing"),
        pytest.param(1.0, 0.001, id="on the first bound"),
        pytest.param(1.01, 0.0025, id="above the first bound"),
        pytest.param(4000.0, 4.0, id="the soft budget"),
        pytest.param(15_000.0, 15.0, id="the hard budget"),
        pytest.param(15_001.0, None, id="past every bound"),
    ],
)
def test_a_time_counts_from_the_first_bound_that_it_does_not_exceed(ms: float, bound: float | None) -> None:
    times = Times()

    times.add(ms)

    below = dict(zip((*BOUNDS_S, None), times.cumulated(), strict=True))
    assert next(at for at, count in below.items() if count) == bound
    assert below[None] == 1


def test_the_sum_is_in_seconds() -> None:
    times = Times()

    times.add(250.0)
    times.add(750.0)

    assert times.total_s == pytest.approx(1.0)
    assert times.cumulated()[-1] == 2
