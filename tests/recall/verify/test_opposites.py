"""A word where the passage has its opposite."""

import pytest

from recall_sidecar.recall.verify.claim import claim_of
from recall_sidecar.recall.verify.evidence import Seen, evidence
from recall_sidecar.recall.verify.languages import language
from recall_sidecar.recall.verify.lexicon.opposites import OPPOSITES
from recall_sidecar.recall.verify.opposites import is_opposite


@pytest.mark.parametrize(
    ("clause", "passage", "expected"),
    [
        pytest.param("grows tomatoes outdoors", "I grow tomatoes indoors.", True, id="a listed pair"),
        pytest.param("grows tomatoes indoors", "I grow tomatoes indoors.", False, id="the word itself"),
        pytest.param("grows tomatoes", "I grow tomatoes indoors.", False, id="neither"),
        pytest.param(
            "does not grow tomatoes outdoors", "I grow tomatoes indoors.", False, id="the opposite is denied"
        ),
        pytest.param(
            "grows tomatoes outdoors", "I never grow tomatoes indoors.", False, id="the passage denies it"
        ),
        pytest.param("grows tomatoes outdoors and indoors", "I grow tomatoes indoors.", False, id="both"),
        pytest.param(
            "grows tomatoes outdoors",
            "I grow tomatoes indoors. I like it outdoors.",
            False,
            id="both in the passage",
        ),
        pytest.param(
            "grows tomatoes outdoors",
            "I grow tomatoes and peppers. My office is indoors.",
            False,
            id="of something else",
        ),
        pytest.param("the plan is fallible", "The plan is infallible.", True, id="a pair of WordNet"),
        pytest.param("is certain that it fits", "I'm not sure that it fits.", True, id="not sure"),
        pytest.param("saw Fast Night", "I saw a slow film.", False, id="a name"),
        pytest.param(
            "there is her garden", "This is their garden.", False, id="small words have no opposites"
        ),
        pytest.param("dreads the raffle", "I'm looking forward to the raffle.", True, id="what is pleasant"),
        pytest.param("那天他闲了一天", "今天又是忙碌的一天。", True, id="Chinese moods"),
        pytest.param("进步很快", "我学攀岩，进步很慢。", True, id="Chinese"),
        pytest.param("trouve ses progrès rapides", "我学攀岩，进步很慢。", True, id="two languages"),
        pytest.param("era maligna", "It was benign.", True, id="Portuguese and English"),
    ],
)
def test_an_opposite_is_found(clause: str, passage: str, expected: bool) -> None:
    found = [evidence(Seen(1, passage))]
    claim = claim_of(clause, found, language(clause), begins=False)

    assert is_opposite(claim, found, ()) is expected


def test_opposites_come_in_pairs_of_ten_languages() -> None:
    lines = OPPOSITES.strip().split("\n")

    assert len(lines) % 2 == 0
    assert {line.count("|") for line in lines} == {9}
