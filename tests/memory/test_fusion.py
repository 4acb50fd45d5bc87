"""Words, meanings and neighbours become one score whose parts add up to it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.memory.fusion import Around, evidence, fused
from recall_sidecar.memory.port import ScorePart
from recall_sidecar.memory.score import total

SHARES = st.floats(0, 1)
COSINES = st.none() | st.floats(-1, 1)


def words(value: float) -> tuple[ScorePart, ...]:
    return (ScorePart("coverage", value * 0.7), ScorePart("bm25", value * 0.3))


@given(SHARES, COSINES, SHARES, SHARES, SHARES)
def test_the_parts_are_never_negative_and_never_more_than_1_together(
    value: float, similarity: float | None, before: float, further: float, after: float
) -> None:
    parts = fused(words(value), similarity, Around(before, further, after))

    assert all(part.value >= 0 for part in parts)
    assert total(parts) <= 1 + 1e-9
    assert parts[:2] == words(value)


def test_without_a_vector_and_without_neighbours_words_are_all_there_is() -> None:
    assert fused(words(0.5), None, Around()) == words(0.5)


def test_a_meaning_counts_of_what_the_words_left_open() -> None:
    parts = fused(words(0.5), 0.8, Around())

    assert [part.name for part in parts] == ["coverage", "bm25", "meaning"]
    assert parts[-1].value == pytest.approx(0.85 * 0.5)


def test_texts_that_are_opposites_count_as_unrelated() -> None:
    assert total(fused(words(0.5), -0.3, Around())) == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("around", "worth"),
    [
        pytest.param(Around(before=1), 0.2, id="the one before"),
        pytest.param(Around(further_before=1), 0.05, id="the one before that"),
        pytest.param(Around(after=1), 0.1, id="the one after"),
        pytest.param(Around(1, 1, 1), 0.35, id="all"),
    ],
)
def test_neighbours_count_by_where_they_stand(around: Around, worth: float) -> None:
    parts = fused(words(0.1), None, around)

    assert parts[-1].name == "context"
    assert parts[-1].value == pytest.approx(worth)


def test_neighbours_lift_nothing_above_1() -> None:
    assert total(fused(words(0.95), None, Around(1, 1, 1))) == pytest.approx(1)


@pytest.mark.parametrize(
    ("value", "similarity", "expected"),
    [
        pytest.param(0.3, None, 0.3, id="words alone"),
        pytest.param(0.0, 0.2, 0.0, id="as near as unrelated texts are"),
        pytest.param(0.0, -1.0, 0.0, id="opposites"),
        pytest.param(0.0, 0.35, 0.2, id="near enough for the default floor"),
        pytest.param(0.0, 1.0, 1.0, id="the same text"),
        pytest.param(0.5, 0.35, 0.6, id="both"),
    ],
)
def test_evidence_is_words_and_nearness_beyond_chance(
    value: float, similarity: float | None, expected: float
) -> None:
    assert evidence(value, similarity) == pytest.approx(expected)
