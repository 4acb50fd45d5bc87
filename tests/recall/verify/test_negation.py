"""Whether a part of a sentence denies what it says."""

import pytest

from recall_sidecar.recall.verify.negation import is_unlike, leaves_open, polarity


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("She likes tea", "plain", id="nothing"),
        pytest.param("She does not like tea", "denied", id="not"),
        pytest.param("She doesn’t like tea", "denied", id="n't"),
        pytest.param("sugar-free tea", "soft", id="free of it"),
        pytest.param("疫情未过", "denied", id="not yet, in Chinese"),
        pytest.param("未来", "plain", id="the future"),
        pytest.param("The meeting was called off", "soft", id="called off"),
        pytest.param("She is unsure", "narrow", id="doubt"),
        pytest.param("Not only tea", "plain", id="not only"),
        pytest.param("I can't wait", "plain", id="what denies nothing"),
        pytest.param("She avoids tea", "soft", id="avoids"),
        pytest.param("She gave up tea", "soft", id="gave up"),
        pytest.param("He decided against it", "soft", id="decided against"),
        pytest.param("Only tea", "narrow", id="only"),
        pytest.param("不喜欢茶", "denied", id="Chinese"),
        pytest.param("不仅喜欢茶", "plain", id="Chinese that denies nothing"),
        pytest.param("特别喜欢茶", "plain", id="a character that denies elsewhere"),
        pytest.param("讨厌茶", "soft", id="Chinese hate"),
        pytest.param("只喝茶", "narrow", id="Chinese only"),
        pytest.param("お茶を飲まない", "denied", id="Japanese"),
        pytest.param("차를 싫어한다", "soft", id="Korean"),
        pytest.param("Sie mag keinen Tee", "denied", id="German"),
        pytest.param("Elle n'aime pas le thé", "denied", id="French"),
        pytest.param("No le gusta el té", "denied", id="Spanish"),
        pytest.param("Ela não gosta de chá", "denied", id="Portuguese"),
        pytest.param("Non le piace il tè", "denied", id="Italian"),
        pytest.param("Она не любит чай", "denied", id="Russian"),
    ],
)
def test_denial_is_found(text: str, expected: str) -> None:
    assert polarity(text) == expected


def test_a_verb_that_both_have_does_not_count() -> None:
    assert polarity("lost it", "they lost it") == "plain"
    assert polarity("never lost it", "lost it") == "denied"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I'm not sure", True),
        ("I am unsure", True),
        ("不确定", True),
        ("I'm sure", False),
        ("not sure of it", False),
    ],
)
def test_doubt_of_what_follows_is_known(text: str, expected: bool) -> None:
    assert leaves_open(text) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I am worried", "dark"),
        ("心情很糟", "dark"),
        ("Elle ne fume plus", "soft"),
        ("Ne ama la qualità", "plain"),
        ("比如茶", "plain"),
        ("a few cats", "plain"),
    ],
)
def test_denial_is_told_from_what_only_sounds_like_it(text: str, expected: str) -> None:
    assert polarity(text) == expected


@pytest.mark.parametrize(
    ("text", "in_language", "expected"),
    [("no sábado", "pt", "plain"), ("no dogs", "en", "denied"), ("não no sábado", "pt", "denied")],
)
def test_portuguese_has_a_word_that_denies_elsewhere(text: str, in_language: str, expected: str) -> None:
    assert polarity(text, in_language=in_language) == expected


@pytest.mark.parametrize(("text", "expected"), [("不方便", True), ("不困难", False), ("方便", False)])
def test_a_bright_word_is_denied(text: str, expected: bool) -> None:
    assert is_unlike(text) is expected
