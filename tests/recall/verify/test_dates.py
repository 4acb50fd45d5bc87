"""The times of a summary beside those of a passage of a certain day."""

from datetime import date

import pytest

from recall_sidecar.recall.verify.dates import Moment, mentions_time, moments, taken, times

DAY = date(2026, 3, 10)  # a Tuesday


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("on 7 May 2023", [Moment(2023, 5, 7)], id="a date"),
        pytest.param("on 2023-05-07", [Moment(2023, 5, 7)], id="an ISO date"),
        pytest.param("in 2023-05", [Moment(2023, 5)], id="an ISO month"),
        pytest.param("May 7, 2023", [Moment(2023, 5, 7)], id="an American date"),
        pytest.param("am 7. Mai 2023", [Moment(2023, 5, 7)], id="German"),
        pytest.param("le 7 mai 2023", [Moment(2023, 5, 7)], id="French"),
        pytest.param("el 7 de mayo de 2023", [Moment(2023, 5, 7)], id="Spanish"),
        pytest.param("em 7 de maio de 2023", [Moment(2023, 5, 7)], id="Portuguese"),
        pytest.param("il 7 maggio 2023", [Moment(2023, 5, 7)], id="Italian"),
        pytest.param("7 мая 2023 года", [Moment(2023, 5, 7)], id="Russian"),
        pytest.param("2023年5月7日", [Moment(2023, 5, 7)], id="Chinese"),
        pytest.param("2023년 5월 7일", [Moment(2023, 5, 7)], id="Korean"),
        pytest.param("7日", [Moment(day=7)], id="a day alone"),
        pytest.param("30年", [], id="thirty years"),
        pytest.param("in June", [Moment(month=6)], id="a month"),
        pytest.param("in May", [Moment(month=5)], id="a month that is also a word"),
        pytest.param("it may rain", [], id="no month"),
        pytest.param("a march", [], id="no month either"),
        pytest.param("in 2022", [Moment(2022)], id="a year"),
        pytest.param("2000 miles", [Moment(2000)], id="what may be a year"),
        pytest.param("2000 days", [], id="a count"),
        pytest.param("on Tuesdays", [Moment(weekday=1)], id="a weekday"),
        pytest.param("last Tues", [Moment(weekday=1)], id="a short weekday"),
        pytest.param("上周二", [Moment(weekday=1)], id="a Chinese weekday"),
        pytest.param("yesterday", [Moment(relation="day-1")], id="yesterday"),
        pytest.param("last week", [Moment(relation="week-1")], id="last week"),
        pytest.param("la semana pasada", [Moment(relation="week-1")], id="last week, the other way round"),
        pytest.param("at last", [], id="no time"),
        pytest.param("last", [], id="last alone"),
        pytest.param("today", [], id="today"),
        pytest.param("tomorrow, next month", [Moment(relation="day+1"), Moment(relation="month+1")], id="what is to come"),
        pytest.param("下个月", [Moment(relation="month+1")], id="what is to come, Chinese"),
        pytest.param("March 3 2023 4", [Moment(2023, 3, 3)], id="more numbers"),
        pytest.param("5月5月", [Moment(month=5), Moment(month=5)], id="two months"),
    ],
)
def test_times_are_read(text: str, expected: list[Moment]) -> None:
    assert moments(text) == expected


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
def test_times_hold_for_the_day_of_the_passage(told: str, asked: str, holds: bool) -> None:  # noqa: FBT001
    (moment,) = moments(asked)

    assert times(told, DAY).hold(moment) is holds


def test_without_a_day_only_what_is_named_holds() -> None:
    told = times("yesterday and on 5 May", None)

    assert told.hold(Moment(month=5, day=5))
    assert told.hold(Moment(relation="day-1"))
    assert not told.hold(Moment(relation="week-1"))
    assert not told.hold(Moment(2026, 3, 9))
    assert not times("x", date(1, 1, 1)).hold(Moment(relation="year-100"))


def test_the_words_of_a_time_are_known() -> None:
    text = "On 5 May 2023 she ran; next month she swims"

    assert ["".join(text[first:after]) for first, after in taken(text)] == ["next month", "5", "May", "2023"]
    assert taken("nothing") == []
    assert mentions_time("see you on Monday.")
    assert not mentions_time("see you")
