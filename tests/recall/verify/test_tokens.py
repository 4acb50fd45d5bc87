"""The words of a text, in any script."""

import pytest

from recall_sidecar.recall.verify.tokens import keys_in, tokens


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        pytest.param("She likes green tea.", "en", ["likes", "green", "tea"], id="English"),
        pytest.param("l'utilisateur aime l'eau", "fr", ["aime", "eau"], id="an elision"),
        pytest.param("他很喜欢喝绿茶", "zh", ["喜欢", "喝", "绿", "茶"], id="Chinese"),
        pytest.param("緑茶を飲むのが好き", "ja", ["绿", "茶", "饮", "好き"], id="Japanese"),
        pytest.param("コーヒーとギタ", "ja", ["コーヒー", "ギタ"], id="katakana"),
        pytest.param("녹차를 좋아한다", "ko", ["녹차를", "좋아한다"], id="Korean"),
        pytest.param("이번여행은 나", "ko", ["이번여행은", "나"], id="a Korean word within another"),
        pytest.param("3 Hunde", "de", ["3", "Hunde"], id="a number"),
        pytest.param("彧龘", "zh", ["彧龘"], id="rare characters"),
        pytest.param("龘", "zh", ["龘"], id="one rare character"),
        pytest.param("B", "en", [], id="one letter"),
    ],
)
def test_words_are_found(text: str, language: str, expected: list[str]) -> None:
    assert [token.text for token in tokens(text, language) if not token.is_small] == expected


def test_places_have_a_key_of_their_own() -> None:
    (token,) = tokens("Berlin", "en")

    assert "place:Berlin" in token.keys


def test_the_keys_of_a_text_are_those_of_its_words() -> None:
    for text, language in (("She likes 3 green teas", "en"), ("她喜欢绿茶", "zh")):
        telling = [token for token in tokens(text, language) if not token.is_small]

        keys, count = keys_in(text, language)

        assert frozenset().union(*(token.keys for token in telling)) >= keys >= {max(telling[-1].keys)}
        assert count == len(telling)
