"""The times of a summary beside those of a passage of a certain day."""

from datetime import date

import pytest

from recall_sidecar.recall.verify.dates import times
from recall_sidecar.recall.verify.moments import Moment, moments

DAY = date(2026, 3, 10)  # a Tuesday


@pytest.mark.parametrize(
    ("told", "asked", "holds"),
    [
        pytest.param("last Friday", "on 6 March 2026", True, id="last Friday"),
        pytest.param("last Friday", "on 7 March 2026", False, id="the day after"),
        pytest.param("last Friday", "on Friday", True, id="the weekday"),
        pytest.param("last Friday", "on Tuesday", False, id="the day it was written is another"),
        pytest.param("we met", "on Tuesday", True, id="the day it was written"),
        pytest.param("yesterday", "on Monday", True, id="the weekday of yesterday"),
        pytest.param("last week", "on Monday", False, id="a weekday of a week"),
        pytest.param("yesterday", "2026年3月9日", True, id="yesterday, in Chinese"),
        pytest.param("yesterday", "last night", True, id="the same relation"),
        pytest.param("yesterday", "last week", False, id="another relation"),
        pytest.param("on 2026-03-09", "yesterday", True, id="a relation that is meant"),
        pytest.param("next month", "in April 2026", True, id="next month"),
        pytest.param("next month", "in May 2026", False, id="the month after"),
        pytest.param("tomorrow", "on 11 March", True, id="tomorrow"),
        pytest.param("last year", "in 2025", True, id="last year"),
        pytest.param("last year", "on 5 May 2025", False, id="a day of last year"),
        pytest.param("last year", "in May 2025", False, id="a month of last year"),
        pytest.param("in May 2025", "on 5 May 2025", False, id="a day that is not told"),
        pytest.param("in 2025", "in May 2025", False, id="a month that is not told"),
        pytest.param("on 5 May 2025", "in May 2025", True, id="the month of a day"),
        pytest.param("on 5 May 2025", "on 5 May", True, id="without the year"),
        pytest.param("on 5 May 2025", "on 5 May 2024", False, id="another year"),
        pytest.param("last week", "on 4 March 2026", True, id="a day of last week"),
    ],
)
def test_times_hold_for_the_day_of_the_passage(told: str, asked: str, holds: bool) -> None:
    (moment,) = moments(asked)

    assert times(told, DAY).hold(moment) is holds


def test_without_a_day_only_what_is_named_holds() -> None:
    told = times("yesterday and on 5 May", None)

    assert told.hold(Moment(month=5, day=5))
    assert told.hold(Moment(relation="day-1"))
    assert not told.hold(Moment(relation="week-1"))
    assert not told.hold(Moment(2026, 3, 9))
    assert not times("x", date(1, 1, 1)).hold(Moment(relation="year-100"))
