"""Words, meanings and neighbours become one score whose parts add up to it, in columns."""

from math import nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.memory.fusion import Around, Fused, evidence, fused

SHARES = st.floats(0, 1)
COSINES = st.just(nan) | st.floats(-1, 1)


def one(
    words: float, similarity: float, before: float = 0.0, further: float = 0.0, after: float = 0.0
) -> tuple[float, float]:
    """Return meaning and context of one passage."""
    around = Around(np.array([before]), np.array([further]), np.array([after]))
    parts = fused(np.array([words]), np.array([similarity]), around)
    return float(parts.meaning[0]), float(parts.context[0])


@given(SHARES, COSINES, SHARES, SHARES, SHARES)
def test_the_parts_are_never_negative_and_never_more_than_1_together(
    words: float, similarity: float, before: float, further: float, after: float
) -> None:
    meaning, context = one(words, similarity, before, further, after)

    assert min(meaning, context) >= 0
    assert words + meaning + context <= 1 + 1e-9


def test_without_a_vector_and_without_neighbours_words_are_all_there_is() -> None:
    assert one(0.5, nan) == (0, 0)


def test_a_meaning_counts_of_what_the_words_left_open() -> None:
    assert one(0.5, 0.8) == pytest.approx((0.85 * 0.5, 0))


def test_texts_that_are_opposites_count_as_unrelated() -> None:
    assert one(0.5, -0.3) == (0, 0)


@pytest.mark.parametrize(
    ("around", "worth"),
    [
        pytest.param((1, 0, 0), 0.2, id="the one before"),
        pytest.param((0, 1, 0), 0.05, id="the one before that"),
        pytest.param((0, 0, 1), 0.1, id="the one after"),
        pytest.param((1, 1, 1), 0.35, id="all"),
    ],
)
def test_neighbours_count_by_where_they_stand(around: tuple[float, float, float], worth: float) -> None:
    assert one(0.1, nan, *around) == pytest.approx((0, worth))


def test_neighbours_lift_nothing_above_1() -> None:
    assert one(0.95, nan, 1, 1, 1) == pytest.approx((0, 0.05))


def test_each_row_stands_for_itself() -> None:
    parts = fused(np.array([0.5, 0.0, 0.2]), np.array([0.8, nan, 0.4]))

    assert isinstance(parts, Fused)
    assert parts.meaning.tolist() == [one(0.5, 0.8)[0], 0.0, one(0.2, 0.4)[0]]
    assert parts.context.tolist() == [0.0, 0.0, 0.0]


@pytest.mark.parametrize(
    ("words", "similarity", "expected"),
    [
        pytest.param(0.3, nan, 0.3, id="words alone"),
        pytest.param(0.0, 0.2, 0.0, id="as near as unrelated texts are"),
        pytest.param(0.0, -1.0, 0.0, id="opposites"),
        pytest.param(0.0, 0.35, 0.2, id="near enough for the default floor"),
        pytest.param(0.0, 1.0, 1.0, id="the same text"),
        pytest.param(0.5, 0.35, 0.6, id="both"),
    ],
)
def test_evidence_is_words_and_nearness_beyond_chance(
    words: float, similarity: float, expected: float
) -> None:
    assert evidence(np.array([words]), np.array([similarity])).tolist() == [pytest.approx(expected)]
