"""What can change gets its date."""

from datetime import date

import pytest

from recall_sidecar.recall.verify.mutable import caution, changes, is_cautious

NOTED, TODAY = date(2026, 2, 11), date(2026, 3, 10)


@pytest.mark.parametrize(
    "clause",
    ["Staging runs on 3.11", "the price is 5 €", "目前在上海工作", "価格は5ドル", "현재 서울에 산다", "läuft aktuell", "le prix est 5", "la versión es 3", "o preço é 5", "la scadenza è vicina", "сейчас в отпуске"],
)  # fmt: skip
def test_what_can_change_is_known_in_ten_languages(clause: str) -> None:
    assert changes(clause)


def test_what_stays_so_needs_no_date() -> None:
    assert not changes("Mara likes oolong tea")


@pytest.mark.parametrize(
    ("language", "expected"),
    [("en", " (2026-02-11, may be out of date)"), ("zh", "（2026-02-11，可能已过时）"), ("de", " (2026-02-11, evtl. veraltet)"), ("other", " (2026-02-11, may be out of date)")],
)  # fmt: skip
def test_it_is_said_in_the_language_of_the_summary(language: str, expected: str) -> None:
    assert caution("the price is 5", NOTED, TODAY, language) == expected


def test_a_date_is_not_given_twice() -> None:
    assert caution("on 11 February 2026 it cost 5", NOTED, TODAY, "en") == " (may be out of date)"


def test_what_was_noted_yesterday_is_fresh() -> None:
    assert caution("the price is 5", date(2026, 3, 9), TODAY, "en") == ""


def test_a_summary_may_say_it_itself() -> None:
    assert is_cautious("It cost 5 (noted 2026-02-11, may be out of date).")
    assert not is_cautious("It cost 5.")
