"""Which passage is out of date, and by which."""

from dataclasses import replace
from datetime import date

import pytest

from recall_sidecar.memory.superseded import Dated, superseded
from recall_sidecar.outcomes import Origin

OLD, NEW, NEWEST = date(2026, 1, 4), date(2026, 11, 3), date(2026, 11, 20)


def passage(number: int, text: str, day: date | None = None, *, file: int = 0, line: int = 0) -> Dated:
    return Dated(number, text, "", day, file or number, line or number)


def test_a_newer_day_wins() -> None:
    found = [passage(1, "Staging runs on 3.11", OLD), passage(2, "Staging runs on 3.12", NEW)]

    assert superseded(found, ["stage"]) == superseded(found[::-1], ["stage"]) == {}
    assert superseded(found, ["stag"]) == superseded(found[::-1], ["stag"]) == {1: 2}


def test_the_newest_of_several_is_named() -> None:
    found = [
        passage(number, f"Staging runs on 3.1{number}", day)
        for number, day in ((3, NEWEST), (1, OLD), (2, NEW))
    ]

    assert superseded(found, ["stag"]) == superseded(found[::-1], ["stag"]) == {1: 3, 2: 3}


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        pytest.param((None, 7, 1), (None, 7, 9), {1: 2}, id="later in an undated file"),
        pytest.param((NEW, 7, 1), (NEW, 7, 9), {1: 2}, id="later on the same day in the same file"),
        pytest.param((NEW, 7, 1), (NEW, 8, 9), {}, id="in two files of a day"),
        pytest.param((None, 7, 1), (NEW, 8, 1), {}, id="one without a day"),
        pytest.param((OLD, 7, 1), (None, 7, 1), {}, id="the other without"),
    ],
)
def test_what_counts_as_older(
    one: tuple[date | None, int, int], other: tuple[date | None, int, int], expected: dict[int, int]
) -> None:
    (day, file, line), (other_day, other_file, other_line) = one, other
    found = [
        passage(1, "Staging runs on 3.11", day, file=file, line=line),
        passage(2, "Staging runs on 3.12", other_day, file=other_file, line=other_line),
    ]

    assert superseded(found, ["stag"]) == expected


def test_of_a_long_question_a_statement_holds_two_words() -> None:
    found = [passage(1, "Staging runs on 3.11", OLD), passage(2, "Staging runs on 3.12", NEW)]

    assert superseded(found, ["stag", "python", "version", "server"]) == {}
    assert superseded(found, ["stag", "run", "version", "server"]) == {1: 2}


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param(Origin.OWNER, Origin.UNTRUSTED, {}, id="a stranger's words do not"),
        pytest.param(Origin.OWNER, Origin.AGENT, {}, id="nor an agent's the owner's"),
        pytest.param(Origin.AGENT, Origin.AGENT, {1: 2}, id="equals do"),
        pytest.param(Origin.UNTRUSTED, Origin.OWNER, {1: 2}, id="the owner's always do"),
    ],
)
def test_what_is_trusted_less_makes_nothing_out_of_date(
    old: Origin, new: Origin, expected: dict[int, int]
) -> None:
    found = [
        replace(passage(1, "Staging runs on 3.11", OLD), origin=old),
        replace(passage(2, "Staging runs on 3.12", NEW), origin=new),
    ]

    assert superseded(found, ["stag"]) == expected


def test_what_is_not_asked_about_makes_nothing_old() -> None:
    found = [
        passage(1, "Staging runs on 3.11. The kitchen is green.", OLD),
        passage(2, "Staging runs on 3.12. The oven is new.", NEW),
    ]

    assert superseded(found, ["kitchen"]) == {}


@pytest.mark.parametrize(
    ("today", "expected"),
    [
        pytest.param(NEW, {1: 2}, id="of today"),
        pytest.param(date(2026, 11, 2), {1: 2}, id="of tomorrow, which has begun elsewhere"),
        pytest.param(date(2026, 11, 1), {}, id="of the day after"),
        pytest.param(date.min, {}, id="on the first of all days"),
    ],
)
def test_a_plan_makes_nothing_out_of_date(today: date, expected: dict[int, int]) -> None:
    found = [passage(1, "Staging runs on 3.11", date.min), passage(2, "Staging runs on 3.12", NEW)]

    assert superseded(found, ["stag"], today) == expected


@pytest.mark.parametrize(
    ("old_was_said", "new_was_said", "expected"),
    [
        pytest.param(False, True, {}, id="written down, then said"),
        pytest.param(True, True, {1: 2}, id="said, then said otherwise"),
        pytest.param(True, False, {1: 2}, id="said, then written down"),
    ],
)
def test_what_was_only_said_makes_nothing_out_of_date_that_was_written_down(
    old_was_said: bool, new_was_said: bool, expected: dict[int, int]
) -> None:
    found = [
        replace(passage(1, "Staging runs on 3.11", OLD), was_said=old_was_said),
        replace(passage(2, "Staging runs on 3.12", NEW), was_said=new_was_said),
    ]

    assert superseded(found, ["stag"]) == expected
