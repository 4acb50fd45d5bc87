"""What must stand in a passage as it is."""

import pytest

from recall_sidecar.recall.verify.claim import claim_of
from recall_sidecar.recall.verify.evidence import Seen, evidence
from recall_sidecar.recall.verify.exact import (
    holds_name,
    is_wrong_amount,
    is_wrong_name,
    is_wrong_person,
    is_wrong_time,
)

FOUND = [evidence(Seen(1, "My sister Anna pays 40 euros in Lisbon since 5 May 2026.", speaker="Mara"))]


@pytest.mark.parametrize(
    ("clause", "expected"),
    [
        ("Mara's sister Anna pays 40 euros since 5 May", [False, False, False, False]),
        ("it costs 50", [True, False, False, False]),
        ("since 6 May 2026", [False, True, False, False]),
        ("Mara moved to Madrid", [False, False, True, False]),
        ("her brother pays", [False, False, False, True]),
    ],
)
def test_each_is_looked_for(clause: str, expected: list[bool]) -> None:
    claim = claim_of(clause, FOUND, "en", begins=True)

    assert [
        is_wrong_amount(claim, FOUND, ""), is_wrong_time(claim, FOUND), is_wrong_name(claim, FOUND), is_wrong_person(claim, FOUND),
    ] == expected  # fmt: skip


def test_what_is_counted_may_be_listed_behind() -> None:
    claim = claim_of("three things", FOUND, "en", begins=True)

    assert not is_wrong_amount(claim, FOUND, ": a, b and c; more")
    assert is_wrong_amount(claim, FOUND, ": a and b")


@pytest.mark.parametrize(
    ("text", "clause", "expected"),
    [
        pytest.param("去格拉纳达", "we saw Granada", True, id="a place by its sounds"),
        pytest.param("刘琳去了", "Liu Lin went", True, id="a name by its sounds"),
        pytest.param("陈阳去了", "Liu Lin went", False, id="another name"),
        pytest.param("读《红楼梦》", "she read the Red Chamber", True, id="a title in translation"),
        pytest.param("Melanie went", "卡罗琳去了", False, id="another name in another script"),
        pytest.param("那里有《小王子》", "他读《小王子》", True, id="a title"),
    ],
)
def test_names_are_found_in_other_scripts(text: str, clause: str, expected: bool) -> None:
    found = evidence(Seen(1, text))
    claim = claim_of(clause, [found], "en" if clause.isascii() else "zh", begins=True)

    assert [holds_name(found, name, claim) for name in claim.names] == [expected]


@pytest.mark.parametrize(
    ("clause", "expected"),
    [
        pytest.param("Lu Lin writes", False, id="the very name"),
        pytest.param("Liu Lin writes", True, id="nearly the name"),
        pytest.param("on the trip Gong Xiaoyan writes", True, id="another in the middle"),
    ],
)
def test_chinese_names_must_be_the_very_ones(clause: str, expected: bool) -> None:
    found = [evidence(Seen(1, "我在写一篇小说。", speaker="陆琳"))]

    assert is_wrong_name(claim_of(clause, found, "en", begins=True), found) is expected


@pytest.mark.parametrize(
    "clause", ["Mara lives in New York", "Mara lives in NYC", "Mara lives in New York City"]
)
def test_places_have_short_names(clause: str) -> None:
    found = [evidence(Seen(1, "I moved to New York City.", speaker="Mara"))]

    assert not is_wrong_name(claim_of(clause, found, "en", begins=True), found)


@pytest.mark.parametrize(("clause", "expected"), [("we met Ada Lovelace", False), ("we met Ada Byron", True)])
def test_each_word_of_a_name_is_looked_for(clause: str, expected: bool) -> None:
    found = [evidence(Seen(1, "Ada Lovelace came.", speaker="Mara"))]

    assert is_wrong_name(claim_of(clause, found, "en", begins=False), found) is expected


def test_a_number_is_of_the_passage_that_says_the_rest() -> None:
    found = [
        evidence(Seen(1, "Prayer is in chapter 4.")),
        evidence(Seen(2, "I have points for two free nights.")),
    ]

    assert is_wrong_amount(claim_of("has points for 4 free nights", found, "en", begins=False), found, "")
    assert not is_wrong_amount(claim_of("has points for 2 free nights", found, "en", begins=False), found, "")
