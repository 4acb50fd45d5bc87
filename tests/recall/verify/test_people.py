"""Who a clause and a part of a passage speak of."""

import pytest

from recall_sidecar.recall.verify.evidence import Part
from recall_sidecar.recall.verify.names import names
from recall_sidecar.recall.verify.people import ASSISTANT, USER, begins_with_thing, is_about, role_of, subject
from recall_sidecar.recall.verify.tokens import tokens


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        pytest.param("The user likes tea", "en", [USER], id="the user"),
        pytest.param("用户喜欢茶", "zh", [USER], id="the user, in Chinese"),
        pytest.param("L'utilisateur aime", "fr", [USER], id="the user, in French"),
        pytest.param("The assistant said", "en", [ASSISTANT], id="the assistant"),
        pytest.param("AI推荐茶", "zh", [ASSISTANT], id="the assistant, in Chinese"),
        pytest.param("Die KI sagt", "de", [ASSISTANT], id="the assistant, in German"),
        pytest.param("L'IA dit", "fr", [ASSISTANT], id="the assistant, in French"),
        pytest.param("ИИ говорит", "ru", [ASSISTANT], id="the assistant, in Russian"),
        pytest.param("Anna likes tea", "en", ["Anna"], id="a name"),
        pytest.param("Anna and Ben like tea", "en", ["Anna", "Ben"], id="two names"),
        pytest.param("Anna's tea is green", "en", ["Anna"], id="whose it is"),
        pytest.param("she likes tea", "en", [], id="a pronoun"),
        pytest.param("Oolong, from a cup", "en", [], id="no subject"),
        pytest.param("Berlin is large", "en", [], id="a place"),
    ],
)
def test_a_clause_begins_with_whom_it_speaks_of(text: str, language: str, expected: list[str]) -> None:
    assert subject(text, names(text, tokens(text, language), language, begins=True), 0) == expected


def test_what_stands_before_a_subject_is_left_out() -> None:
    text = "On Monday Anna ran"

    assert subject(text, names(text, tokens(text, "en"), "en", begins=True), 10) == ["Anna"]


@pytest.mark.parametrize(
    ("speaker", "expected"),
    [
        ("user", USER),
        ("用户", USER),
        ("Assistant", ASSISTANT),
        ("AI", ASSISTANT),
        ("me", USER),
        (" Mara ", "Mara"),
    ],
)
def test_speakers_have_roles(speaker: str, expected: str) -> None:
    assert role_of(speaker) == expected


@pytest.mark.parametrize(
    ("speaker", "who", "said", "expected"),
    [
        pytest.param("Anna", "Anna", "I like tea.", True, id="in the first person"),
        pytest.param("Anna", "Anna", "Went home early.", True, id="without a subject"),
        pytest.param("Anna", "Ben", "I like tea.", False, id="another's words"),
        pytest.param("Anna", "Ben", "Ben likes tea.", True, id="a name"),
        pytest.param("Anna", "Ben", "Hey Ben, I like tea.", False, id="a name that is called"),
        pytest.param("Anna", "Ben", "You must like tea.", True, id="you"),
        pytest.param("Anna", "Anna", "You must like tea.", False, id="you alone"),
        pytest.param("Anna", "Anna", "Do you like tea?", True, id="a question may be about both"),
        pytest.param("Anna", "Anna", "She likes tea.", False, id="somebody else"),
        pytest.param("user", USER, "You should see this.", True, id="the user to the assistant"),
        pytest.param("assistant", USER, "I suggest tea for you.", False, id="the assistant of itself"),
        pytest.param("", USER, "Prefers tea.", True, id="a note of nobody's"),
        pytest.param("", "Anna", "Prefers tea.", False, id="a note that does not name her"),
        pytest.param("卡罗琳", "Caroline", "我喜欢茶。", True, id="the same name in another script"),
        pytest.param("Anna", "Benjamin", "Then Ben left.", True, id="a short form"),
    ],
)
def test_words_are_about_somebody(speaker: str, who: str, said: str, expected: bool) -> None:
    assert is_about(Part(frozenset(), "plain", speaker, 0, said), who, said) is expected


def test_a_thing_is_nobody_else() -> None:
    assert begins_with_thing("the script is here", 0)
    assert begins_with_thing("On Monday the script ran", 10)
    assert not begins_with_thing("she likes tea", 0)


def test_what_is_asked_of_the_assistant_is_not_said_of_it() -> None:
    part = Part(frozenset(), "plain", "Anna", 0, "x")

    assert is_about(part, ASSISTANT, "You explained it well.")
    assert not is_about(part, ASSISTANT, "Have you tried it?")
    assert not is_about(part, ASSISTANT, "I told you so.")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("和你聊天真的很开心", True, id="what is done with you"),
        pytest.param("Thank you so much", True, id="thanks"),
        pytest.param("你应该多喝茶", False, id="what is said to you"),
        pytest.param("你喜欢茶吗？", True, id="a question"),
    ],
)
def test_a_sentence_without_i_may_be_of_who_says_it(text: str, expected: bool) -> None:
    part = Part(frozenset(), "plain", "周立", 0, text)

    assert is_about(part, "周立", text) is expected
    assert is_about(part, "Zhou Li", text) is expected
