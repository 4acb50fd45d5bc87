"""Names in a clause."""

import pytest

from recall_sidecar.recall.verify.names import foreign, is_given, names
from recall_sidecar.recall.verify.tokens import tokens


def found(text: str, language: str, *, begins: bool = True, known: tuple[str, ...] = ()) -> list[str]:
    return [name.text for name in names(text, tokens(text, language), language, begins=begins, known=known)]


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        pytest.param("Mara met Jonas in Berlin", "en", ["Mara", "Jonas", "Berlin"], id="English"),
        pytest.param("Prefers aisle seats", "en", [], id="a verb in front"),
        pytest.param("Knows Jonas", "en", ["Jonas"], id="a verb before a name"),
        pytest.param("Gong Xiaoyan reads", "en", ["Gong Xiaoyan"], id="a name that is a thing as well"),
        pytest.param("Der Assistent gab", "de", [], id="a German article before a noun"),
        pytest.param(
            "She saw The English Patient on Monday", "en", ["Patient"], id="no names of days and tongues"
        ),
        pytest.param("The Staples Center", "en", ["Staples Center"], id="two words"),
        pytest.param(
            "New York and San Francisco", "en", ["New York", "San Francisco"], id="places of two words"
        ),
        pytest.param(
            "Anna mag den Garten von Peter", "de", ["Anna", "Peter"], id="German nouns are no names"
        ),
        pytest.param(
            "Sie war im Madison Square Garden", "de", ["Madison Square Garden"], id="German, two side by side"
        ),
        pytest.param("Science-Fiction-Filme", "de", [], id="a German compound"),
        pytest.param("张伟喜欢茶", "zh", ["张伟"], id="a Chinese name"),
        pytest.param("张小明去北京", "zh", ["张小明", "北京"], id="a Chinese name of three, and a place"),
        pytest.param("李彧", "zh", ["李彧"], id="nothing else"),
        pytest.param("高彧龘龘龘", "zh", [], id="no name"),
        pytest.param("卡罗琳喜欢茶", "zh", ["卡罗琳"], id="a foreign name"),
        pytest.param("读了《红楼梦》", "zh", ["红楼梦"], id="a title"),
        pytest.param("メラニーは『星の王子』が好き", "ja", ["メラニー", "星の王子"], id="Japanese"),
        pytest.param("コーヒーは好き", "ja", [], id="a Japanese word"),
        pytest.param("민수는 차를", "ko", ["민수"], id="Korean"),
        pytest.param("친구는 차를", "ko", [], id="a Korean word"),
        pytest.param("Она встретила Анну", "ru", ["Анну"], id="Russian"),
        pytest.param("X", "en", [], id="a letter"),
        pytest.param("met With Love", "en", ["Love"], id="a small word with a capital"),
    ],
)
def test_names_are_found(text: str, language: str, expected: list[str]) -> None:
    assert found(text, language) == expected


def test_names_that_are_known_are_found_anywhere() -> None:
    assert found("那天焦彦推荐茶", "zh", known=("焦彦", "Mara")) == ["焦彦"]
    assert found("那天推荐茶", "zh", known=("焦彦",)) == []


def test_within_a_sentence_a_capital_is_enough() -> None:
    assert found("Prefers aisle seats", "en", begins=False) == ["Prefers"]


def test_given_names_are_known() -> None:
    assert is_given("Anna's")
    assert not is_given("table")


def test_runs_of_foreign_sounds_are_found() -> None:
    assert list(foreign("去马德里和格拉纳达")) == ["马德里", "格拉纳达"]
    assert list(foreign("阿")) == []
