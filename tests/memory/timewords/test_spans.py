from datetime import date

import pytest

from recall_sidecar.memory.timewords import spans
from recall_sidecar.memory.timewords.spans import Span

TODAY = date(2026, 11, 30)


@pytest.mark.parametrize(
    ("span", "first", "last"),
    [
        pytest.param(spans.relative("weekend", -1, TODAY), "2026-11-28", "2026-11-29", id="last weekend"),
        pytest.param(spans.relative("week", 0, TODAY), "2026-11-30", "2026-12-06", id="this week"),
        pytest.param(
            spans.relative("month", -11, TODAY), "2025-12-01", "2025-12-31", id="eleven months back"
        ),
        pytest.param(spans.back("day", 3, TODAY), "2026-11-27", "2026-11-27", id="three days ago"),
        pytest.param(spans.through("day", 3, TODAY), "2026-11-27", "2026-11-30", id="the last three days"),
        pytest.param(
            spans.latest(12, 24, TODAY), "2025-12-24", "2025-12-24", id="a day that is still to come"
        ),
    ],
)
def test_spans_counted_from_today(span: Span | None, first: str, last: str) -> None:
    assert span is not None
    assert (str(span.first), str(span.last)) == (first, last)


def test_a_day_that_never_was_is_none() -> None:
    assert spans.dated(2026, 2, 30) is None
    assert spans.latest(2, 30, TODAY) is None
