"""Who it is said of, and who asks and tells."""

import pytest

from recall_sidecar.recall.verify.claim import claim_of
from recall_sidecar.recall.verify.evidence import Seen, evidence
from recall_sidecar.recall.verify.spoken import is_said_of, is_wrong_speaker

FOUND = [
    evidence(Seen(1, "I adopted a cat. I never eat meat.", speaker="Anna")),
    evidence(Seen(2, "I play tennis.", speaker="Ben")),
]
TALK = "周立: 今天的景色真的很美，我很开心。你觉得爬山怎么样？\nAI: 爬山可以锻炼身体，要注意安全，带上雨衣。"


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


def test_who_gives_advice_speaks_of_somebody_else() -> None:
    found = [evidence(Seen(1, "Build relationships with your customers.", speaker="Ben"))]

    assert not is_wrong_speaker(
        claim_of("advised building relationships", found, "en", begins=False), found, ("Ben",)
    )
    assert is_wrong_speaker(claim_of("builds relationships", found, "en", begins=False), found, ("Ben",))


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


@pytest.mark.parametrize(
    ("clause", "who", "language", "expected"),
    [
        pytest.param("问爬山怎么样", ("周立",), "zh", False, id="who asks asked"),
        pytest.param("问爬山怎么样", ("@assistant",), "zh", True, id="who did not ask"),
        pytest.param("说景色很美", ("周立",), "zh", False, id="who tells said it"),
        pytest.param("提醒注意安全", ("@assistant",), "zh", False, id="who warns"),
        pytest.param("说景色很美", ("@assistant",), "zh", True, id="what the other said"),
        pytest.param("says that hiking needs safety and a coat", ("Zhou Li",), "en", False, id="too little of a translation"),
    ],
)  # fmt: skip
def test_who_asks_and_tells_is_who_said_it(
    clause: str, who: tuple[str, ...], language: str, expected: bool
) -> None:
    found = [evidence(Seen(1, TALK, speaker="周立"))]

    assert is_wrong_speaker(claim_of(clause, found, language, begins=False), found, who) is expected


def test_what_was_asked_of_a_sentence_is_kept() -> None:
    found = evidence(Seen(1, "I adopted a cat.", speaker="Anna"))

    assert is_said_of(found, 0, "Anna")
    assert found.about == {(0, "Anna"): True}
    assert is_said_of(found, 0, "Anna")
