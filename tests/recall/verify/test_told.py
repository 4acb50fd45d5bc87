"""Whether it is denied."""

import pytest

from recall_sidecar.recall.verify.claim import claim_of
from recall_sidecar.recall.verify.evidence import Seen, evidence
from recall_sidecar.recall.verify.told import is_wrong_polarity

FOUND = [
    evidence(Seen(1, "I adopted a cat. I never eat meat.", speaker="Anna")),
    evidence(Seen(2, "I play tennis.", speaker="Ben")),
]


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


def test_a_denial_of_what_is_said_is_wrong_whatever_else_is_denied() -> None:
    assert is_wrong_polarity(
        claim_of("no bread, wine, oil, soap, tennis", FOUND, "en", begins=False), FOUND, ()
    )
    assert not is_wrong_polarity(
        claim_of("kein Brot, Wein, Öl, Seife, Tennis", FOUND, "de", begins=False), FOUND, ()
    )


def test_a_verb_that_both_have_denies_nothing_elsewhere() -> None:
    lost = [evidence(Seen(1, "I lost my silver ring in Lisbon and found it.", speaker="Ben"))]

    assert is_wrong_polarity(claim_of("never lost a silver ring", lost, "en", begins=False), lost, ())
    assert not is_wrong_polarity(claim_of("lost a silver ring", lost, "en", begins=False), lost, ())


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
    ("clause", "passage", "language", "expected"),
    [
        pytest.param("出门不方便", "我觉得出门有些困难。", "zh", False, id="an adjective for the want of its opposite"),
        pytest.param("出门不困难", "我觉得出门有些困难。", "zh", True, id="the word itself, denied"),
        pytest.param("疫情未过", "疫情还没有结束。", "zh", False, id="not over"),
        pytest.param("推荐的地方没名气", "你推荐的地方都很有名！", "zh", True, id="of which nothing is denied"),
        pytest.param("a oficina no centro no sábado", "I was at the workshop in the center on Saturday.", "pt", False, id="Portuguese for in the"),
        pytest.param("刚从丹佛回来", "我打算去丹佛。", "zh", True, id="what is yet to come"),
        pytest.param("kauft getreidefreies Futter ohne Korn", "I buy grain-free kibble.", "de", False, id="free of it"),
        pytest.param("is unsure about being ready", "I'm ready, and not sure if it fits.", "en", False, id="doubt in other words"),
    ],
)  # fmt: skip
def test_a_denial_may_have_other_words(clause: str, passage: str, language: str, expected: bool) -> None:
    found = [evidence(Seen(1, passage, speaker="user"))]

    assert is_wrong_polarity(claim_of(clause, found, language, begins=False), found, ("@user",)) is expected
