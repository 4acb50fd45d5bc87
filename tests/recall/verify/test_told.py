"""Who it is said of, and whether it is denied."""

import pytest

from recall_sidecar.recall.verify.claim import claim_of
from recall_sidecar.recall.verify.evidence import Seen, evidence
from recall_sidecar.recall.verify.told import is_wrong_polarity, is_wrong_speaker

FOUND = [
    evidence(Seen(1, "I adopted a cat. I never eat meat.", speaker="Anna")),
    evidence(Seen(2, "I play tennis.", speaker="Ben")),
]


@pytest.mark.parametrize(
    ("clause", "who", "expected"),
    [
        ("adopted a cat", ("Anna",), False), ("adopted a cat", ("Ben",), True), ("plays tennis", ("Anna", "Ben"), True),
        ("adopted a cat", (), False), ("zyxwv", ("Ben",), False), ("played tennis with Sarah", ("Ben",), True),
        ("told Sarah of tennis", ("Ben",), False),
    ],
)  # fmt: skip
def test_a_clause_speaks_of_who_said_it(clause: str, who: tuple[str, ...], expected: bool) -> None:
    assert is_wrong_speaker(claim_of(clause, FOUND, "en", begins=False), FOUND, who) is expected


@pytest.mark.parametrize(
    ("clause", "expected"),
    [
        ("adopted a cat", False), ("did not adopt a cat", True), ("eats meat", True), ("does not eat meat", False), ("avoids meat", False),
        ("only plays tennis", False), ("adopted a cat, meat", True), ("zyxwv", False), ("not zyxwv", False),
    ],
)  # fmt: skip
def test_a_clause_denies_what_is_denied(clause: str, expected: bool) -> None:
    assert is_wrong_polarity(claim_of(clause, FOUND, "en", begins=False), FOUND, ()) is expected


def test_where_nothing_is_denied_a_denial_is_new() -> None:
    plain = [evidence(Seen(1, "I play tennis and golf and read books.", speaker="Ben"))]

    assert is_wrong_polarity(claim_of("not zyxwv", plain, "en", begins=False), plain, ())
    assert is_wrong_polarity(
        claim_of("no bread, wine, oil, soap, tennis", plain, "en", begins=False), plain, ()
    )


def test_a_denial_in_other_words_may_stand_elsewhere() -> None:
    assert not is_wrong_polarity(
        claim_of("no bread, wine, oil, soap, tennis", FOUND, "en", begins=False), FOUND, ()
    )


def test_a_verb_that_both_have_denies_nothing_elsewhere() -> None:
    lost = [evidence(Seen(1, "I lost my silver ring in Lisbon and found it.", speaker="Ben"))]

    assert is_wrong_polarity(claim_of("never lost a silver ring", lost, "en", begins=False), lost, ())
    assert not is_wrong_polarity(claim_of("lost a silver ring", lost, "en", begins=False), lost, ())


def test_who_gives_advice_speaks_of_somebody_else() -> None:
    found = [evidence(Seen(1, "Build relationships with your customers.", speaker="Ben"))]

    assert not is_wrong_speaker(
        claim_of("advised building relationships", found, "en", begins=False), found, ("Ben",)
    )
    assert is_wrong_speaker(claim_of("builds relationships", found, "en", begins=False), found, ("Ben",))


@pytest.mark.parametrize(
    ("clause", "passage", "expected"),
    [
        pytest.param("does not want to reach level 150", "We won't worry about levels. I still aim to hit level 150.", True, id="another thing is denied"),
        pytest.param("has no tickets for Queen", "I've got tickets for Queen. I haven't looked into tickets for Genesis.", True, id="of another name"),
        pytest.param("is not worried about the cost", "I'm concerned about the cost.", True, id="a dark word says it"),
        pytest.param("is in a low mood", "My mood is not good.", False, id="a dark word for a denial"),
        pytest.param("has few tickets", "I don't have tickets.", False, id="a narrow word for a denial"),
        pytest.param("does not eat fish", "I only eat fish.", True, id="a denial of what is narrowed"),
        pytest.param("has already bought a piano", "I plan to buy a piano.", True, id="what will be is so already"),
        pytest.param("has already bought a piano", "I already bought a piano, I plan to buy a flute.", False, id="what is so already"),
        pytest.param("has already", "I plan to buy a piano.", False, id="nothing said"),
        pytest.param("already has a zyxwv", "I plan to buy a piano.", False, id="nothing shared"),
        pytest.param("is an atheist", "I used to be an atheist.", True, id="what used to be"),
        pytest.param("was an atheist", "I used to be an atheist.", False, id="what was"),
        pytest.param("is unsure if the hat fits", "I'm not sure if the hat fits.", False, id="doubt of both"),
        pytest.param("is ready to leave", "I'm not sure if I'm ready to leave.", True, id="what is in doubt"),
        pytest.param("avoids dyes or perfume", "I avoid dyes or perfume.", False, id="a list"),
    ],
)  # fmt: skip
def test_each_thing_said_is_held_by_itself(clause: str, passage: str, expected: bool) -> None:
    found = [evidence(Seen(1, passage, speaker="user"))]

    assert is_wrong_polarity(claim_of(clause, found, "en", begins=False), found, ("@user",)) is expected


@pytest.mark.parametrize(
    ("clause", "who", "expected"),
    [
        pytest.param("bought Max a bowl for dinner", ("@user",), False, id="who says nothing"),
        pytest.param("kibble costs much", ("Max",), False, id="what is said beside who says nothing"),
        pytest.param("explained the method of work", ("@user",), True, id="who explains says it"),
        pytest.param("explained the method of work", ("@assistant",), False, id="and is named"),
        pytest.param("tried Korean restaurants", ("@assistant",), True, id="what is asked of the assistant"),
    ],
)
def test_who_says_nothing_may_be_spoken_of(clause: str, who: tuple[str, ...], expected: bool) -> None:
    said = "user: I bought a bowl for dinner. The kibble costs much. My dog Max eats. Have you tried Korean restaurants?"
    found = [evidence(Seen(1, f"{said}\nAI: The method is to work and to rest.", speaker="user"))]

    assert is_wrong_speaker(claim_of(clause, found, "en", begins=False), found, who) is expected
