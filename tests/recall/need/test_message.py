"""What can be seen of a message by itself."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.recall.need.message import names_in, signs


@pytest.mark.parametrize(
    ("sign", "message"),
    [
        pytest.param("self", "When did I move?", id="self: English"),
        pytest.param("self", "wann bin ich umgezogen", id="self: German"),
        pytest.param("self", "Quand ai-je déménagé ? C'est moi qui demande.", id="self: French"),
        pytest.param("self", "¿Cuándo me mudé yo?", id="self: Spanish"),
        pytest.param("self", "Quando é que eu me mudei?", id="self: Portuguese"),
        pytest.param("self", "Quando mi sono trasferita io?", id="self: Italian"),
        pytest.param("self", "Когда я переехал?", id="self: Russian"),
        pytest.param("self", "我什么时候搬家的？", id="self: Chinese"),
        pytest.param("self", "私はいつ引っ越した？", id="self: Japanese"),
        pytest.param("self", "내가 언제 이사했어?", id="self: Korean"),
        pytest.param("self_matter", "Where does my sister live?", id="a matter of one's own"),
        pytest.param("self_matter", "我的妹妹住在哪里？", id="a matter of one's own: Chinese"),
        pytest.param("asked_of_self", "What should I cook?", id="asked of oneself"),
        pytest.param("advice", "Can you recommend a restaurant?", id="advice"),
        pytest.param("you", "What do you think?", id="you"),
        pytest.param("task", "Please write a poem.", id="a task"),
        pytest.param("task_first", "Write a poem.", id="a task at once"),
        pytest.param("task_first", "写一首诗", id="a task at once: Chinese"),
        pytest.param("ends_asking", "And hers?", id="a question at the end"),
        pytest.param("quoted", 'He said "no".', id="a quotation"),
        pytest.param("colon", "Sort: a, b", id="a colon"),
        pytest.param("code", "x = {1: [2]}", id="code"),
        pytest.param("numbers", "3 apples", id="numbers"),
        pytest.param("lines", "one\ntwo", id="lines"),
        pytest.param("sentences", "One. Two. Three.", id="sentences"),
    ],
)
def test_a_sign_is_seen(sign: str, message: str) -> None:
    assert signs(message)[sign] > 0


@pytest.mark.parametrize("sign", ["self", "self_matter", "task", "code", "numbers", "lines", "advice", "you"])
def test_a_sign_that_is_not_there_is_not_seen(sign: str) -> None:
    assert signs("Which rivers flow through Vienna?")[sign] == 0


def test_digits_of_a_key_are_no_numbers() -> None:
    assert signs("Is my key sk1a2b3c4d5e_6 still good?")["numbers"] == 0
    assert signs("小明有20个苹果")["numbers"] > 0


@pytest.mark.parametrize("place", ["start", "end"])
def test_both_ends_of_a_long_message_are_looked_at(place: str) -> None:
    paste = "int main ( ) ; " * 200
    question = "Where does my sister live?"
    message = f"{question}\n{paste}" if place == "start" else f"{paste}\n{question}"

    assert signs(message)["self_matter"] == 1


def test_names_are_the_capitals_within_sentences() -> None:
    assert names_in("Where did Caroline go with Tom? Nobody knows.") == {"caroline", "tom"}


@given(st.text(max_size=5000))
def test_any_message_has_signs_within_bounds(message: str) -> None:
    assert all(0 <= value <= 6 for value in signs(message).values())
