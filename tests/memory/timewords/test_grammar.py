from datetime import date

import pytest

from tests.memory.timewords.spoken import spoken


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("next Friday, and every Monday", "", id="what is to come, and habits"),
        pytest.param("this Friday", "", id="this weekday is to come"),
        pytest.param("semana próxima", "", id="also behind its word"),
        pytest.param("next 3 days", "", id="with a number"),
        pytest.param("I may march on", "", id="words that are months too"),
        pytest.param("may 3", "2026-05-03", id="unless a day stands beside them"),
        pytest.param("may 2023", "2023-05-01..2023-05-31", id="or a year"),
        pytest.param("in march 3 weeks were lost", "2026-03-01..2026-03-31", id="a number of weeks is no day"),
        pytest.param("this march", "2026-03-01..2026-03-31", id="or this"),
        pytest.param("this month", "2026-11-01..2026-11-30", id="the present month"),
        pytest.param("this year in may", "2026-01-01..2026-12-31 2026-05-01..2026-05-31", id="two times"),
        pytest.param("march this year", "2026-03-01..2026-03-31", id="a month of the present year"),
        pytest.param("march in 2024", "2024-03-01..2024-03-31", id="a month in a year"),
        pytest.param("monday", "2026-11-23", id="a weekday is not today"),
        pytest.param("sunday", "2026-11-29", id="but the latest one"),
        pytest.param("friday of last week", "2026-11-27", id="a weekday of a week"),
        pytest.param("lunes de la semana pasada", "2026-11-23", id="a weekday of a week, the other way round"),
        pytest.param("november", "2026-11-01..2026-11-30", id="a month that has begun"),
        pytest.param("december", "2025-12-01..2025-12-31", id="a month that has not"),
        pytest.param("last november", "2025-11-01..2025-11-30", id="last means over"),
        pytest.param("en noviembre pasado", "2025-11-01..2025-11-30", id="also behind the month"),
        pytest.param("31 February 2024", "2024-02-01..2024-02-29", id="a day that is none"),
        pytest.param("31 February", "2026-02-01..2026-02-28", id="nor without a year"),
        pytest.param("29 February", "2024-02-29", id="the latest leap day"),
        pytest.param("5000 weeks ago", "", id="before all calendars"),
        pytest.param("the last 5000 weeks", "", id="through all calendars"),
        pytest.param("0 days ago", "", id="no days ago"),
        pytest.param("from July to June", "2026-07-01..2026-07-31 2026-06-01..2026-06-30", id="a range backwards"),
        pytest.param("between March and May 2026", "2026-03-01..2026-05-31", id="between two months"),
        pytest.param("zwischen März und Mai", "2026-03-01..2026-05-31", id="in German"),
        pytest.param("entre mars et mai", "2026-03-01..2026-05-31", id="in French"),
        pytest.param("between you and me", "", id="between others"),
        pytest.param("between March to May", "2026-03-01..2026-03-31", id="and nothing else joins them"),
        pytest.param("since last Monday", "2026-11-23..2026-11-30", id="since a day"),
        pytest.param("since March", "2026-03-01..2026-11-30", id="since a month"),
        pytest.param("since May 2025", "2025-05-01..2026-11-30", id="since a month of a year"),
        pytest.param("seit drei Wochen", "2026-11-09..2026-11-30", id="for some weeks"),
        pytest.param("since when", "", id="since nobody knows"),
        pytest.param("since 2030-01-01", "2030-01-01", id="since what is to come"),
        pytest.param("anything from Q3 about it", "2026-07-01..2026-09-30", id="a quarter"),
        pytest.param("Q1 2025", "2025-01-01..2025-03-31", id="of a year"),
        pytest.param("Q5", "", id="there are four"),
        pytest.param("Oct 3rd 2025", "2025-10-03", id="a short month"),
        pytest.param("Jan said so", "", id="which may be a name"),
        pytest.param("letzte Woche Montag", "2026-11-23", id="a weekday behind the last week"),
        pytest.param("last week on Friday", "2026-11-27", id="with a word between"),
        pytest.param("in July to talk", "2026-07-01..2026-07-31", id="no range"),
        pytest.param("2026-11-03 to 2026-11-05", "2026-11-03..2026-11-05", id="a range of dates"),
        pytest.param("3 dernières semaines", "2026-11-09..2026-11-30", id="a number before last"),
        pytest.param("semanas 3 pasadas", "", id="no order of words"),
        pytest.param("3 semanas pasadas", "2026-11-09..2026-11-30", id="a number of units, then last"),
        pytest.param("in 2026-02", "2026-02-01..2026-02-28", id="a month in digits"),
        pytest.param("金曜日 先週", "2026-11-27", id="a weekday before its week"),
        pytest.param("in", "", id="nothing behind"),
        pytest.param("in the kitchen", "", id="no time behind"),
        pytest.param("in yesterday's note", "2026-11-29", id="a day behind"),
        pytest.param("5 kinds of 12", "", id="numbers of something else"),
        pytest.param("in year 12 or in 3000", "", id="years of no calendar"),
        pytest.param("2年", "", id="a number that is no year"),
        pytest.param("13月", "", id="a number that is no month"),
    ],
)  # fmt: skip
def test_readings(text: str, expected: str) -> None:
    assert spoken(text) == expected


def test_in_the_first_month_the_last_one_is_of_the_year_before() -> None:
    assert spoken("last month", date(2026, 1, 15)) == "2025-12-01..2025-12-31"
