"""How far importance moves a score."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.memory.importance import importance_part


@pytest.mark.parametrize(
    ("relevance", "importance", "moved"),
    [
        pytest.param(0.4, 10, 0.1, id="a quarter up"),
        pytest.param(0.4, 1, -0.08, id="a fifth down"),
        pytest.param(0.4, 5, 0.0, id="five is neutral"),
        pytest.param(0.9, 10, 0.1, id="never past one"),
        pytest.param(0.0, 10, 0.0, id="what is not relevant stays so"),
    ],
)
def test_importance_moves_a_score(relevance: float, importance: int, moved: float) -> None:
    (part,) = importance_part(relevance, importance)

    assert part.name == "importance"
    assert part.value == pytest.approx(moved)


def test_without_importance_there_is_no_part() -> None:
    assert importance_part(0.5, None) == ()


@given(st.floats(0, 1), st.integers(1, 10))
def test_a_score_stays_between_0_and_1(relevance: float, importance: int) -> None:
    (part,) = importance_part(relevance, importance)

    assert 0 <= relevance + part.value <= 1
