"""The times that a text names."""

import pytest

from recall_sidecar.recall.verify.moments import Moment, mentions_time, moments, read


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
        pytest.param(
            "tomorrow, next month",
            [Moment(relation="day+1"), Moment(relation="month+1")],
            id="what is to come",
        ),
        pytest.param("下个月", [Moment(relation="month+1")], id="what is to come, Chinese"),
        pytest.param("March 3 2023 4", [Moment(2023, 3, 3)], id="more numbers"),
        pytest.param("5 March 40", [Moment(month=3, day=5)], id="a number that is no year"),
        pytest.param("5月5月", [Moment(month=5), Moment(month=5)], id="two months"),
    ],
)
def test_times_are_read(text: str, expected: list[Moment]) -> None:
    assert moments(text) == expected


def test_the_words_of_a_time_are_known() -> None:
    text = "On 5 May 2023 she ran; next month she swims"

    assert ["".join(text[first:after]) for first, after in read(text)[1]] == [
        "next month",
        "5",
        "May",
        "2023",
    ]
    assert read("nothing") == ([], [])
    assert mentions_time("see you on Monday.")
    assert not mentions_time("see you")
