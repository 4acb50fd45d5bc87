from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.memory.terms import date_tokens
from recall_sidecar.memory.timewords.spans import Precision
from recall_sidecar.memory.when import Span, closeness, date_terms, resolve

TODAY = date(2026, 11, 30)
DAYS = st.dates(date(1990, 1, 1), date(2090, 12, 31))


@pytest.mark.parametrize(
    ("text", "words", "beside"),
    [
        pytest.param("kitchen yesterday", "kitchen", "kitchen", id="a relative time is not searched for"),
        pytest.param("kitchen in March", "kitchen in March", "kitchen", id="a month may stand in a note"),
        pytest.param("March last year", "March", "", id="of both the month stays"),
        pytest.param("on Friday", "on Friday", "on", id="so may a weekday"),
        pytest.param("kitchen", "kitchen", "kitchen", id="no time"),
    ],
)
def test_what_is_left_of_the_text(text: str, words: str, beside: str) -> None:
    when = resolve(text, TODAY)

    assert (when.words.split(), when.beside.split()) == (words.split(), beside.split())


def test_a_time_named_twice_is_one() -> None:
    assert len(resolve("yesterday, I mean yesterday", TODAY).spans) == 1


def test_of_many_times_the_first_four_count() -> None:
    text = " ".join(f"2026-11-{day:02}" for day in range(1, 9))

    assert [span.first.day for span in resolve(text, TODAY).spans] == [1, 2, 3, 4]


def test_the_dates_of_a_long_paste_are_not_asked_about() -> None:
    when = resolve("yesterday " + "x" * 2000 + " last March", TODAY)

    assert [str(span.first) for span in when.spans] == ["2026-11-29"]
    assert when.words.endswith(" last March")


@pytest.mark.parametrize(
    ("precision", "beside", "expected"),
    [
        pytest.param("day", 0, 1.0, id="the day itself"),
        pytest.param("day", 1, 0.5, id="the day beside it"),
        pytest.param("day", 2, 0.0, id="two days beside it"),
        pytest.param("week", 1, 0.75, id="a day beside a week"),
        pytest.param("week", 4, 0.0, id="four days beside a week"),
        pytest.param("month", 4, 0.5, id="four days beside a month"),
        pytest.param("year", 8, 0.0, id="a week beside a year"),
    ],
)
def test_days_beside_a_span_count_less(precision: Precision, beside: int, expected: float) -> None:
    span = Span(TODAY, TODAY, precision)

    assert closeness((span,), TODAY + timedelta(beside)) == expected
    assert closeness((span,), TODAY - timedelta(beside)) == expected


def test_without_a_day_or_a_time_nothing_is_close() -> None:
    assert closeness((), TODAY) == 0.0
    assert closeness((Span(TODAY, TODAY, "day"),), None) == 0.0


@given(DAYS, st.integers(0, 800), st.integers(0, 800))
def test_the_index_terms_find_each_day_of_a_span(first: date, length: int, place: int) -> None:
    day = first + timedelta(min(place, length))
    span = Span(first, first + timedelta(length), "day")

    assert set(date_terms((span,))) & set(date_tokens(day))


# Each hostile in its own way: much to look at, nothing that matches, or all of it.
@pytest.mark.parametrize(
    "unit", ["last ", "1.", "1-", "月", "一", "May 3 to ", "in ", "the day ", "il y a ", "ﷺ", "3 ", "'", "上"]
)
def test_ten_times_the_text_takes_no_more_senses_than_the_limit_allows(unit: str) -> None:
    long = resolve(unit * 20_000, TODAY)

    assert len(long.spans) <= 4


@given(st.text(max_size=80), DAYS)
def test_any_text_on_any_day_is_resolved(text: str, today: date) -> None:
    when = resolve(text, today)

    assert all(span.first <= span.last for span in when.spans)
    assert when.spans or when.words == text


WORDS = st.sampled_from(
    [
        "last",
        "past",
        "this",
        "next",
        "ago",
        "vor",
        "hace",
        "in",
        "on",
        "every",
        "3",
        "31",
        "2024",
        "0",
        "99",
        "week",
        "weeks",
        "month",
        "year",
        "day",
        "Friday",
        "May",
        "March",
        "to",
        "yesterday",
        "a",
        "few",
        "上周",
        "去年",
        "三月",
        "5月",
        "2日",
        "前",
        "天",
        "2026-11-03",
        "1999-12",
        "weekend",
        "二",
        "年",
    ]
)


@given(st.lists(WORDS, max_size=8), DAYS)
def test_time_words_in_any_order_are_resolved(words: list[str], today: date) -> None:
    assert all(span.first <= span.last for span in resolve(" ".join(words), today).spans)
