"""Which statements of its passages a text tells."""

import pytest

from recall_sidecar.recall.told import telling, told_by

TEA, RIGA, BORN = "Mara drinks oolong tea.", "Her sister lives in Riga.", "She was born on May 3, 1991."
ALL = f"{TEA} {RIGA} {BORN}"


@pytest.mark.parametrize(
    ("text", "query", "told"),
    [
        pytest.param(f"2026-03-02: {RIGA}", "", [RIGA], id="an extract tells what stands in it"),
        pytest.param(f"{TEA} {BORN}", "", [TEA, BORN], id="and each of them"),
        pytest.param(
            "In Riga is where her sister lives.", "", [RIGA], id="a summary the one it holds all of"
        ),
        pytest.param("Born in 1991, it says.", "", [BORN], id="else the one that it comes nearest to"),
        pytest.param(
            "Ihre Familie wohnt in Lettland.",
            "where does her sister live?",
            [RIGA],
            id="else what was asked for",
        ),
        pytest.param(
            "她的家人住在拉脱维亚。", "她的家人住在哪里？", [], id="and where nothing says it, none"
        ),
    ],
)
def test_a_text_tells_some_of_what_its_passages_say(text: str, query: str, told: list[str]) -> None:
    found = told_by(text, [("MEMORY.md", ALL)], query)

    assert [(each.text, each.path) for each in found] == [(text, "MEMORY.md") for text in told]


def test_of_a_passage_that_says_one_thing_it_tells_that() -> None:
    assert [each.text for each in told_by("乌龙茶", [("a.md", TEA), ("b.md", RIGA)])] == [TEA, RIGA]


def test_without_passages_nothing_is_told() -> None:
    assert told_by("Mara drinks tea.", []) == ()


def test_a_passage_of_stop_words_is_compared_too() -> None:
    assert [each.text for each in told_by("It was so.", [("a.md", "It was so. ... !!!")])] == ["It was so."]


def test_words_that_say_little_are_left_out() -> None:
    assert telling("She was in the garden") == telling("in a garden, the garden")
