"""A service that fails is asked again later each time, up to a ceiling."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.memory.embedding.rest import Rest


def rests(count: int, *, refused: bool) -> list[float]:
    rest, now, lengths = Rest(), 0.0, []
    for _ in range(count):
        lengths.append(rest.failed(now, refused=refused))
        now += lengths[-1]
    return lengths


def test_rests_double_up_to_a_ceiling() -> None:
    assert rests(11, refused=False) == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]


def test_what_is_refused_rests_longer() -> None:
    assert rests(12, refused=True) == [5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600]


def test_a_day_of_refusals_is_a_handful_of_calls() -> None:
    lengths = rests(100, refused=True)

    assert sum(sum(lengths[: n + 1]) < 24 * 3600 for n in range(100)) < 40


def test_an_answer_ends_it() -> None:
    rest = Rest()
    rest.failed(0, refused=True)
    rest.failed(5, refused=True)
    rest.answered()

    assert rest.left_s(6) == 0
    assert rest.failed(6, refused=True) == 5


@pytest.mark.parametrize(
    ("wanted", "given_"),
    [
        pytest.param(1.0, 5.0, id="shorter than ours"),
        pytest.param(90.0, 90.0, id="longer than ours"),
        pytest.param(1e9, 3600.0, id="beyond the ceiling"),
    ],
)
def test_what_the_service_wants_counts_when_it_is_longer(wanted: float, given_: float) -> None:
    assert Rest().failed(0, refused=True, retry_after_s=wanted) == given_


@given(st.integers(0, 5000), st.booleans(), st.floats(0, 1e6))
def test_the_rest_is_always_over_at_its_end(failures: int, refused: bool, now: float) -> None:
    rest = Rest(failures)

    length = rest.failed(now, refused=refused)

    assert rest.left_s(now) > 0
    assert rest.left_s(now + length) == 0
