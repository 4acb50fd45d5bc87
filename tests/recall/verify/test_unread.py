"""What cannot be read is not supported."""

import pytest

from recall_sidecar.recall.verify.claim import claim_of
from recall_sidecar.recall.verify.evidence import Seen, evidence
from recall_sidecar.recall.verify.languages import language
from recall_sidecar.recall.verify.unread import is_unread


@pytest.mark.parametrize(
    ("clause", "passage", "expected"),
    [
        pytest.param("likes green tea", "I like green tea.", False, id="what can be read"),
        pytest.param("likes tea 🍕", "I like tea.", False, id="an emoji, which says nothing"),
        pytest.param("likes tea 🍵", "I like tea 🍵.", False, id="an emoji of the passage"),
        pytest.param("see https://tea.example/x.", "I like tea.", True, id="an address"),
        pytest.param("see https://tea.example/x.", "See https://tea.example/x for tea.", False, id="an address of the passage"),
        pytest.param("อาหารไทยอร่อยมาก", "I like tea.", True, id="another script"),
        pytest.param("ชา", "I like ชา.", False, id="another script that the passage has"),
        pytest.param("sekil eht tac", "She likes the cat.", True, id="words turned round"),
        pytest.param("buys muscovado", "I buy sugar.", True, id="a word of no list"),
        pytest.param("buys muscovado", "I buy muscovado.", False, id="a word of the passage"),
        pytest.param("likes its humour", "It is funny.", False, id="British spelling"),
        pytest.param("likes tea-zyxwvu", "I like tea.", False, id="a part of a compound"),
        pytest.param("a bluebooking", "I buy a book.", False, id="a word with one of the passage in it"),
        pytest.param("rakastaa koiria kotona", "我喜欢茶。", True, id="a translation of no list"),
        pytest.param("Käyttäjä rakastaa koiria ja asuu Helsingissä", "I like tea.", True, id="a language that shares one small word"),
        pytest.param("con cime innevate e fiumi", "我喜欢茶。", False, id="a language that is known by its small words"),
        pytest.param("rakastaa koiria 3", "我喜欢茶。", False, id="with a number, which is looked for elsewhere"),
        pytest.param("rakastaa koiria", "我喜欢茶。", False, id="too few words"),
        pytest.param("likes green tea", "我喜欢绿茶。", False, id="a translation"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_unsupported(clause: str, passage: str, expected: bool) -> None:
    found = [evidence(Seen(1, passage))]

    assert is_unread(claim_of(clause, found, language(clause), begins=False), found) is expected
