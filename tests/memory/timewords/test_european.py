import pytest

from tests.memory.timewords.spoken import spoken

LAST_WEEK = "2026-11-23..2026-11-29"
TWO_WEEKS_AGO = "2026-11-13..2026-11-19"
MARCH = "2026-03-01..2026-03-31"
OCTOBER = "2026-10-01..2026-10-31"
LAST_YEAR = "2025-01-01..2025-12-31"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("What did I do yesterday?", "2026-11-29"),
        ("the day before yesterday we met", "2026-11-28"),
        ("what did she say last night", "2026-11-29"),
        ("anything from today?", "2026-11-30"),
        ("the kitchen last week", LAST_WEEK),
        ("two weeks ago", TWO_WEEKS_AGO),
        ("a couple of weeks ago", TWO_WEEKS_AGO),
        ("3 days ago", "2026-11-27"),
        ("an idea I had a month ago", OCTOBER),
        ("last March", MARCH),
        ("March last year", "2025-03-01..2025-03-31"),
        ("on Friday", "2026-11-27"),
        ("Friday last week", "2026-11-27"),
        ("in the last three days", "2026-11-27..2026-11-30"),
        ("over the past month", "2026-10-30..2026-11-30"),
        ("on November 3rd, 2025", "2025-11-03"),
        ("the 3rd of November", "2026-11-03"),
        ("last weekend", "2026-11-28..2026-11-29"),
        ("in May", "2026-05-01..2026-05-31"),
        ("in 2023", "2023-01-01..2023-12-31"),
        ("from July to September", "2026-07-01..2026-09-30"),
    ],
)
def test_english(text: str, expected: str) -> None:
    assert spoken(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Was war gestern?", "2026-11-29"),
        ("vorgestern", "2026-11-28"),
        ("letzte Woche", LAST_WEEK),
        ("vor zwei Wochen", TWO_WEEKS_AGO),
        ("vor einem Monat", OCTOBER),
        ("im letzten Monat", OCTOBER),
        ("letztes Jahr", LAST_YEAR),
        ("im März", MARCH),
        ("am 3. November", "2026-11-03"),
        ("am 3.11.2026", "2026-11-03"),
        ("am Freitag", "2026-11-27"),
        ("in den letzten drei Tagen", "2026-11-27..2026-11-30"),
        ("im Jahr 2023", "2023-01-01..2023-12-31"),
        ("nächste Woche", ""),
    ],
)
def test_german(text: str, expected: str) -> None:
    assert spoken(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hier", "2026-11-29"),
        ("avant-hier", "2026-11-28"),
        ("aujourd'hui", "2026-11-30"),
        ("la semaine dernière", LAST_WEEK),
        ("la semaine derniere", LAST_WEEK),
        ("il y a deux semaines", TWO_WEEKS_AGO),
        ("il y a un an", LAST_YEAR),
        ("l’année dernière", LAST_YEAR),
        ("en mars", MARCH),
        ("le 3 novembre", "2026-11-03"),
        ("les 3 derniers jours", "2026-11-27..2026-11-30"),
        ("vendredi dernier", "2026-11-27"),
        ("la semaine prochaine", ""),
    ],
)
def test_french(text: str, expected: str) -> None:
    assert spoken(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("¿qué hice ayer?", "2026-11-29"),
        ("anteayer", "2026-11-28"),
        ("la semana pasada", LAST_WEEK),
        ("hace dos semanas", TWO_WEEKS_AGO),
        ("el mes pasado", OCTOBER),
        ("el año pasado", LAST_YEAR),
        ("en marzo", MARCH),
        ("el 3 de noviembre", "2026-11-03"),
        ("el viernes pasado", "2026-11-27"),
        ("los últimos 3 días", "2026-11-27..2026-11-30"),
    ],
)
def test_spanish(text: str, expected: str) -> None:
    assert spoken(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ontem", "2026-11-29"),
        ("anteontem", "2026-11-28"),
        ("a semana passada", LAST_WEEK),
        ("há duas semanas", TWO_WEEKS_AGO),
        ("duas semanas atrás", TWO_WEEKS_AGO),
        ("mês passado", OCTOBER),
        ("em março", MARCH),
        ("3 de novembro", "2026-11-03"),
        ("sexta-feira passada", "2026-11-27"),
    ],
)
def test_portuguese(text: str, expected: str) -> None:
    assert spoken(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ieri", "2026-11-29"),
        ("l'altro ieri", "2026-11-28"),
        ("la settimana scorsa", LAST_WEEK),
        ("due settimane fa", TWO_WEEKS_AGO),
        ("il mese scorso", OCTOBER),
        ("a marzo", MARCH),
        ("il 3 novembre", "2026-11-03"),
        ("venerdì scorso", "2026-11-27"),
        ("venerdi scorso", "2026-11-27"),
    ],
)
def test_italian(text: str, expected: str) -> None:
    assert spoken(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("что было вчера", "2026-11-29"),
        ("позавчера", "2026-11-28"),
        ("на прошлой неделе", LAST_WEEK),
        ("две недели назад", TWO_WEEKS_AGO),
        ("в прошлом месяце", OCTOBER),
        ("в прошлом году", LAST_YEAR),
        ("в марте", MARCH),
        ("3 ноября", "2026-11-03"),
        ("в пятницу", "2026-11-27"),
    ],
)
def test_russian(text: str, expected: str) -> None:
    assert spoken(text) == expected
