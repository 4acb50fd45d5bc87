"""What turns of some time come to."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from recall_sidecar.overview import quantile, summed
from recall_sidecar.turn_rows import TurnRow, row_of
from tests.turns import turn

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def row(hours_ago: float, **changes: object) -> TurnRow:
    at = (NOW - timedelta(hours=hours_ago)).isoformat()
    return replace(row_of(turn()), started_at=at, **changes)  # type: ignore[arg-type]


def test_turns_fall_into_buckets_of_equal_length() -> None:
    figures = summed([row(0), row(0.5), row(23.9), row(24.1), row(-1)], now=NOW, hours=24)

    assert (figures.turns, figures.bucket_minutes, len(figures.buckets)) == (3, 60, 24)
    assert [bucket.outcomes for bucket in figures.buckets if bucket.outcomes] == [{"ok": 1}, {"ok": 2}]
    assert figures.buckets[0].begins_at == NOW - timedelta(hours=24)


def test_a_bucket_has_its_times_and_what_it_cost() -> None:
    quick, slow, skipped = (
        row(1, elapsed_ms=10.0),
        row(1, elapsed_ms=30.0, cost=None),
        row(1, elapsed_ms=0.1, status="skipped", reason="agent", model_calls=0, tokens=0, cost=None),
    )

    (bucket,) = [each for each in summed([quick, slow, skipped], now=NOW, hours=24).buckets if each.outcomes]

    assert bucket.outcomes == {"ok": 2, "skipped": 1}
    assert (bucket.p50_ms, bucket.p95_ms) == (30.0, 30.0)
    assert (bucket.model_calls, bucket.tokens, bucket.cost) == (2, 1840, 0.0003)


def test_nothing_has_no_times_and_no_cost() -> None:
    figures = summed([], now=NOW, hours=6)

    assert (figures.turns, figures.p50_ms, figures.p95_ms, figures.reasons) == (0, None, None, ())
    assert figures.buckets[0].cost is None


def test_reasons_are_counted_with_the_most_frequent_first() -> None:
    rows = [
        row(1, status="skipped", reason="agent"),
        row(2, status="skipped", reason="no_text"),
        row(3, status="skipped", reason="no_text"),
        row(4, status="timeout", reason="model"),
        row(5, status="ok", reason="no_model"),
        row(6, status="empty"),
    ]

    found = summed(rows, now=NOW, hours=24).reasons

    assert [(each.reason, each.count) for each in found] == [("no_text", 2), ("agent", 1), ("model", 1)]
    assert "no words" in found[0].told


@pytest.mark.parametrize(
    ("values", "part", "expected"),
    [([], 0.5, None), ([3.0], 0.95, 3.0), ([4.0, 1.0, 3.0, 2.0], 0.5, 3.0), ([1.0, 2.0], 1.0, 2.0)],
)
def test_a_quantile_is_a_value_that_was_there(
    values: list[float], part: float, expected: float | None
) -> None:
    assert quantile(values, part) == expected


def test_a_longer_time_is_cut_into_days() -> None:
    figures = summed([row(1), row(100)], now=NOW, hours=168)

    assert (len(figures.buckets), figures.bucket_minutes, figures.turns) == (7, 1440, 2)
    assert figures.buckets[-1].outcomes == {"ok": 1}
    assert len(summed([], now=NOW, hours=50).buckets) == 3
