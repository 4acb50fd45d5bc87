"""A thing, or somebody, that no passage has."""

import pytest

from recall_sidecar.recall.verify.claim import claim_of
from recall_sidecar.recall.verify.evidence import Seen, evidence
from recall_sidecar.recall.verify.languages import language
from recall_sidecar.recall.verify.things import is_new_person, is_new_thing

SAID = (
    "I enjoyed a jazz night at a local bar with my sister. I drink one cup of coffee with my bookshelf club. "
    "I keep a silver bracelet, an open-air stage, a modified exhaust and a designer handbag. I like my English class. "
    "My best friend's wedding was on a beach trip. I finished the Science series on a 50mm lens."
)


@pytest.mark.parametrize(
    ("clause", "expected"),
    [
        pytest.param("the user enjoyed jazz night at a bar", False, id="what is said"),
        pytest.param("the user enjoyed salsa night at a bar", True, id="beside the same word"),
        pytest.param("the user drinks one cup of tea", True, id="of the same sort"),
        pytest.param("the user keeps a silver necklace", True, id="behind the same word"),
        pytest.param("the user keeps a shelf", False, id="a part of a word"),
        pytest.param("the user likes to stage it", False, id="what is done"),
        pytest.param("the user likes to cap it with coffee", False, id="a verb that may be a noun"),
        pytest.param("the user has a pagoda-like bar", False, id="a part of a compound"),
        pytest.param("the user has a designer wallet", True, id="behind an article and a noun"),
        pytest.param("the user has a modified pagoda", True, id="behind an article and an adjective"),
        pytest.param("the user's wallet is silver", True, id="behind a possessive"),
        pytest.param("wallet of silver", True, id="at the beginning"),
        pytest.param("coats of silver", False, id="at the beginning, of what may be a verb"),
        pytest.param("the user's best friend's funeral was on a beach trip", True, id="an event"),
        pytest.param("the user finished the history series", True, id="a subject"),
        pytest.param("the user has 3 wallets", True, id="behind a number"),
        pytest.param("the user has a boxing class", True, id="a noun that ends like a verb"),
        pytest.param("the user likes boxing", False, id="what ends like a verb, alone"),
        pytest.param("the user enjoyed happiness", False, id="what is felt"),
        pytest.param("der Nutzer hat einen Hund", False, id="another language"),
    ],
)
def test_a_thing_stands_for_another(clause: str, expected: bool) -> None:
    found = [evidence(Seen(1, SAID, speaker="user"))]

    assert is_new_thing(claim_of(clause, found, language(clause), begins=False), found) is expected


@pytest.mark.parametrize(
    ("clause", "expected"),
    [
        pytest.param("a colleague paid for the bar", True, id="somebody new"),
        pytest.param("the user and a sister paid for the bar", False, id="somebody known"),
        pytest.param("the assistant paid for the bar", False, id="the assistant"),
        pytest.param("the user's assistant paid for the bar", True, id="an assistant"),
    ],
)
def test_somebody_new_is_known(clause: str, expected: bool) -> None:
    found = [evidence(Seen(1, SAID, speaker="user"))]

    assert is_new_person(claim_of(clause, found, "en", begins=False), found) is expected


@pytest.mark.parametrize(
    ("clause", "passage", "expected"),
    [
        pytest.param("她喜欢拍摄海滩和沙漠", "我喜欢拍海滩和山脉。", True, id="a thing"),
        pytest.param("她喜欢听肖斯塔科维奇", "我喜欢听巴赫。", True, id="a foreign name"),
        pytest.param("她担心海滩", "我怕去海滩。", False, id="what is felt"),
        pytest.param("AI建议去海滩", "我去海滩。", False, id="what is advised"),
        pytest.param("她购买海滩", "我去海滩。", False, id="what is done"),
        pytest.param("她喜欢沙漠", "I like the sea.", False, id="a passage in another language"),
    ],
)
def test_a_chinese_thing_has_a_character_of_its_passage(clause: str, passage: str, expected: bool) -> None:
    found = [evidence(Seen(1, passage))]

    assert is_new_thing(claim_of(clause, found, "zh", begins=False), found) is expected
