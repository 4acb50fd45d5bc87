"""What only the other of two who talk said."""

import pytest

from recall_sidecar.recall.verify.aside import is_of_other
from recall_sidecar.recall.verify.claim import claim_of
from recall_sidecar.recall.verify.evidence import Seen, evidence

TALK = "周立: 我今天去河边钓鱼了。\nAI: 作为人工智能，我无法实地散步。"


@pytest.mark.parametrize(
    ("clause", "who", "passage", "expected"),
    [
        pytest.param("周立说自己无法实地散步", "周立", TALK, True, id="the other's words"),
        pytest.param("AI说自己无法实地散步", "@assistant", TALK, False, id="its own"),
        pytest.param("周立问能否实地散步", "周立", TALK, False, id="a question is of both"),
        pytest.param("张明无法实地散步", "张明", TALK, False, id="who says nothing"),
        pytest.param("周立无法实地散步", "周立", "我无法实地散步。", False, id="no talk"),
    ],
)
def test_what_one_says_is_not_what_the_other_said(
    clause: str, who: str, passage: str, expected: bool
) -> None:
    found = [evidence(Seen(1, passage, speaker="周立"))]

    assert is_of_other(claim_of(clause, found, "zh", begins=True), found, who) is expected


def test_other_languages_are_left_alone() -> None:
    found = [evidence(Seen(1, TALK, speaker="周立"))]

    assert not is_of_other(claim_of("Zhou Li cannot walk", found, "en", begins=True), found, "Zhou Li")
