"""Who asks for advice, and what states a preference."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.memory.preferences import asks_for_advice, preference_part, states_preference


@pytest.mark.parametrize(
    "text",
    [
        "Can you recommend a restaurant in Vienna?",
        "What should I cook tonight?",
        "Any good tips for a rainy day?",
        "What are some books about the sea?",
        "Was soll ich heute kochen?",
        "Kannst du mir ein Restaurant empfehlen?",
        "Peux-tu me recommander un livre ?",
        "¿Qué me recomiendas para cenar?",
        "Mi consigli un film?",
        "Você tem alguma sugestão?",
        "Что посоветуешь почитать?",
        "推荐一家餐厅",
        "有什麼好看的電影",
        "おすすめの本は？",
        "맛집 추천해 줘",
    ],
)
def test_a_question_for_advice(text: str) -> None:
    assert asks_for_advice(text)


@pytest.mark.parametrize(
    "text",
    [
        "When did Anna move to Graz?",
        "What advice did Caroline give Melanie?",
        "Which port does the gateway use?",
        "",
        "x" * 3000 + " can you recommend one",
    ],
)
def test_another_question(text: str) -> None:
    assert not asks_for_advice(text)


@pytest.mark.parametrize(
    "text",
    [
        "I avoid gluten.",
        "Jonas prefers window seats",
        "Anna is allergic to walnuts.",
        "She strictly follows a diet",
        "I don't like crowded bars",
        "I can't stand coriander.",
        "Anna trinkt keinen Kaffee",
        "Je préfère le train",
        "No me gusta el ruido",
        "Non mi piace il pesce",
        "Мама не любит рыбу",
        "我不吃香菜",
        "辛いものが苦手",
        "매운 음식을 못 먹어요",
    ],
)
def test_a_preference(text: str) -> None:
    assert states_preference(text)


@pytest.mark.parametrize("text", ["The gateway listens on loopback.", "We met on Tuesday.", ""])
def test_no_preference(text: str) -> None:
    assert preference_part(0.5, text) == ()


@pytest.mark.parametrize(
    ("relevance", "value"),
    [
        pytest.param(0.4, 0.1, id="a quarter of the score"),
        pytest.param(0.0, 0.0, id="nothing is found by it alone"),
        pytest.param(0.95, 0.05, id="never past one"),
    ],
)
def test_what_a_preference_adds(relevance: float, value: float) -> None:
    (part,) = preference_part(relevance, "I avoid gluten.")

    assert part.name == "preference"
    assert part.value == pytest.approx(value)


@given(st.text(max_size=300))
def test_any_text_is_taken(text: str) -> None:
    assert asks_for_advice(text) in {True, False}
    assert states_preference(text) in {True, False}
