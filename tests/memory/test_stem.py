import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.memory.stem import stem


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(["paint", "paints", "painted", "painting"], id="verbs meet in all their forms"),
        pytest.param(["hope", "hopes", "hoped", "hoping"], id="a swallowed e is put back"),
        pytest.param(["plan", "plans", "planned", "planning"], id="a doubled letter is undone"),
        pytest.param(["city", "cities"], id="plural of y"),
        pytest.param(["carry", "carries", "carried", "carrying"], id="verbs that end in y"),
        pytest.param(["class", "classes"], id="plural of ss"),
        pytest.param(["translate", "translated", "translating", "translation"], id="nouns in ation"),
        pytest.param(["quick", "quickly"], id="adverbs"),
        pytest.param(["organize", "organization", "organizing"], id="nouns in ization"),
    ],
)
def test_forms_of_a_word_share_a_stem(words: list[str]) -> None:
    assert len({stem(word) for word in words}) == 1


@pytest.mark.parametrize(
    "word",
    [
        pytest.param("is", id="short word"),
        pytest.param("sing", id="ing without a vowel before it"),
        pytest.param("need", id="eed"),
        pytest.param("bus", id="us"),
        pytest.param("größe", id="other letters"),
        pytest.param("v2", id="digits"),
        pytest.param("my", id="y alone"),
    ],
)
def test_a_word_without_an_ending_is_left_alone(word: str) -> None:
    assert stem(word) == word


def test_different_words_stay_different() -> None:
    words = ["bake", "bank", "bee", "hop", "hope", "new", "news", "sing", "sign"]

    assert len({stem(word) for word in words}) >= len(words) - 2


@given(st.text(alphabet="abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=20))
def test_a_stem_is_never_empty_and_hardly_longer(word: str) -> None:
    assert 1 <= len(stem(word)) <= len(word) + 1
