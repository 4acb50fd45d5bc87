"""How much of a clause a passage says."""

from recall_sidecar.recall.verify.claim import claim_of
from recall_sidecar.recall.verify.evidence import Seen, evidence
from recall_sidecar.recall.verify.support import (
    Coverage,
    coverage,
    han_coverage,
    han_letters,
    overlap,
    weight,
)
from recall_sidecar.recall.verify.tokens import Token, tokens


def words(text: str, language: str = "en") -> list[Token]:
    return [token for token in tokens(text, language) if not token.is_small]


def test_a_share_is_of_the_words_that_count() -> None:
    assert coverage(words("green tea"), frozenset({"=tea"}), is_translated=False) == Coverage(1.0, 2.0)
    assert Coverage(1.0, 2.0).share == 0.5
    assert Coverage(0.0, 0.0).share == 1.0


def test_in_another_language_an_unknown_word_says_nothing() -> None:
    keys = evidence(Seen(1, "Ich trinke Tee")).keys

    assert coverage(words("tea zyxwv"), keys, is_translated=True) == Coverage(1.0, 1.0)
    assert coverage(words("gardeners"), keys, is_translated=True) == Coverage(0.0, 0.5)
    assert coverage(words("house"), keys, is_translated=True) == Coverage(0.0, 1.0)


def test_common_words_and_pairs_of_characters_tell_less() -> None:
    assert [weight(word) for word in words("go tea")] == [0.4, 1.0]
    assert [weight(word) for word in words("彧龘龘", "zh")] == [0.5, 0.5]


def test_what_words_share_with_a_passage_is_their_weight() -> None:
    found = evidence(Seen(1, "Tea is warm. Green tea is good."))

    assert overlap(words("green horses"), found.keys) == 1.0


def test_chinese_is_counted_by_character_beside_chinese() -> None:
    here, there = evidence(Seen(1, "我身心俱疲")), evidence(Seen(1, "I am tired"))
    claim = claim_of("王峰觉得身心疲惫", [here], "zh", begins=True)

    assert han_letters(claim) == ["身", "心", "疲", "惫"]
    assert han_coverage(claim, [here]) == Coverage(3.0, 4.0)
    assert han_coverage(claim_of("王峰身心疲惫", [there], "zh", begins=True), [there]) is None
