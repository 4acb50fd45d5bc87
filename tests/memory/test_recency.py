"""What a passage loses by its age."""

from datetime import date, timedelta

import pytest

from recall_sidecar.memory.recency import recency_part

TODAY = date(2026, 12, 1)


def lost(days: int, *, half_life: int = 100, relevance: float = 0.5) -> float:
    (part,) = recency_part(relevance, TODAY - timedelta(days), TODAY, half_life)
    return -part.value


def test_half_of_what_age_can_cost_is_lost_after_a_half_life() -> None:
    assert lost(100) == pytest.approx(0.5 * 0.1 * 0.5)


def test_the_older_the_more_and_never_more_than_a_tenth() -> None:
    assert 0 < lost(1) < lost(10) < lost(100) < lost(3650) <= 0.05


def test_what_has_no_evidence_has_nothing_to_lose() -> None:
    assert lost(100, relevance=0.0) == 0.0


@pytest.mark.parametrize(
    ("day", "half_life"),
    [
        pytest.param(None, 100, id="no date"),
        pytest.param(TODAY, 100, id="today"),
        pytest.param(TODAY + timedelta(9), 100, id="a day to come"),
        pytest.param(TODAY - timedelta(900), 0, id="switched off"),
    ],
)
def test_nothing_is_lost(day: date | None, half_life: int) -> None:
    assert recency_part(0.5, day, TODAY, half_life) == ()
