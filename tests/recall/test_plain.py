import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.recall.plain import (
    MAX_TEXT_CHARS,
    bounded,
    flatten,
    fold,
    lowered,
    sentences,
    split_sentences,
    squeeze,
    whole_sentences,
)


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        pytest.param("**bold** and ~~gone~~ and `code`", "bold and gone and code", id="bold, struck and code marks go"),
        pytest.param("an *aisle* seat, _always_", "an aisle seat, always", id="emphasis marks go"),
        pytest.param("2 * 3 * 4 and snake_case_name and __init__", "2 * 3 * 4 and snake_case_name and __init__", id="stars and underscores that mark nothing stay"),
        pytest.param("see [the site](https://example.org/a) now", "see the site now", id="a link becomes its words"),
        pytest.param("![a cat](cat.png)", "a cat", id="a picture becomes its words"),
        pytest.param("[[People/Ana|Ana]] and [[Oslo]]", "Ana and Oslo", id="a wiki link becomes its words"),
        pytest.param("<https://example.org>", "https://example.org", id="an address in brackets is bared"),
        pytest.param("Tea. <!-- trigger: tea, drink --> Green.", "Tea. Green.", id="a comment goes"),
        pytest.param("Tea. <!-- never closed", "Tea.", id="a comment that never ends goes with its line"),
        pytest.param("Tea. <!-- never\nclosed <!-- a --> b <!-- c", "Tea. b", id="unless another one is closed"),
        pytest.param("Tea. <!-- never closed\nGreen.", "Tea. Green.", id="and hides no other line"),
        pytest.param(" a \n\t b ", "a b", id="white space is squeezed"),
        pytest.param("x < y and [1] stays", "x < y and [1] stays", id="brackets that link nothing stay"),
    ],
)  # fmt: skip
def test_markdown_is_flattened(written: str, plain: str) -> None:
    assert flatten(written) == plain


@pytest.mark.parametrize(
    ("passage", "found"),
    [
        pytest.param("One. Two! Three?", ["One.", "Two!", "Three?"], id="Latin end marks before a space"),
        pytest.param("猫叫年糕。对鸡肉过敏！真的？是", ["猫叫年糕。", "对鸡肉过敏！", "真的？", "是"], id="CJK end marks alone"),
        pytest.param('She said "no." Then left.', ['She said "no."', "Then left."], id="a closing quote stays with its sentence"),
        pytest.param("Ask Dr. Chen at St. Mary, e.g. on 3. May at 9.30 h.", ["Ask Dr. Chen at St. Mary, e.g. on 3. May at 9.30 h."], id="abbreviations, dates and decimals do not end one"),
        pytest.param("J. Smith came.", ["J. Smith came."], id="an initial does not end one"),
        pytest.param("Wait... what? then", ["Wait... what?", "then"], id="a small letter after a full stop goes on"),
        pytest.param("- first\n- second one\n* [ ] third\n1. fourth\n> quoted", ["first", "second one", "third", "fourth quoted"], id="a list item begins a sentence"),
        pytest.param("a wrapped\nline ends here.\n\nNext", ["a wrapped line ends here.", "Next"], id="wrapped lines are joined"),
        pytest.param("# Travel\n## Seats\nPrefers the aisle.", ["Prefers the aisle."], id="headings are left out"),
        pytest.param("# Travel\n## Seats", ["Travel", "Seats"], id="headings alone are kept"),
        pytest.param("| tea | green |\n|---|---|\n| cup | blue |", ["tea, green", "cup, blue"], id="a table row is one sentence"),
        pytest.param("---\n```python\nx = 1\n```", ["x = 1"], id="rules and fence lines go"),
        pytest.param("- Tea. <!-- trigger: tea\nmore --> Green.", ["Tea.", "Green."], id="a comment over two lines goes"),
        pytest.param(" \n<!-- x -->\n", [], id="nothing is left of nothing"),
    ],
)  # fmt: skip
def test_sentences_are_found(passage: str, found: list[str]) -> None:
    assert sentences(passage) == found


@given(st.text(alphabet="ab A.!?。！ \"'1", max_size=80))
def test_splitting_loses_no_word(text: str) -> None:
    assert squeeze("".join(split_sentences(text))).replace(" ", "") == text.replace(" ", "")


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        pytest.param("He left. And then", "He left.", id="the unfinished sentence goes"),
        pytest.param("He left. She stayed.", "He left. She stayed.", id="finished ones stay"),
        pytest.param("It begins at 9.", "", id="a full stop after a digit may be a decimal point"),
        pytest.param("It begins at 9. Bring tea.", "It begins at 9. Bring tea.", id="unless more follows"),
        pytest.param("He asked Dr.", "", id="an abbreviation finishes nothing"),
        pytest.param("猫叫年糕。它", "猫叫年糕。", id="CJK"),
        pytest.param("猫叫年糕。」", "猫叫年糕。」", id="CJK with a closing bracket"),
        pytest.param("", "", id="nothing"),
    ],
)
def test_whole_sentences_are_kept(text: str, whole: str) -> None:
    assert whole_sentences(text) == whole


@pytest.mark.parametrize(
    ("text", "limit", "cut"),
    [
        pytest.param("Short.", 40, "Short.", id="what fits is left as it is"),
        pytest.param("One sentence here. Another one there.", 25, "One sentence here.", id="cut after a whole sentence"),
        pytest.param("Hi. A very long sentence that goes on", 20, "Hi. A very long sen…", id="cut inside one where half would be lost"),
        pytest.param("猫叫年糕。对鸡肉过敏。", 6, "猫叫年糕。", id="CJK"),
    ],
)  # fmt: skip
def test_a_text_is_bounded(text: str, limit: int, cut: str) -> None:
    assert bounded(text, limit) == cut


@given(st.text(max_size=120), st.integers(1, 60))
def test_a_bounded_text_is_never_longer_than_its_limit(text: str, limit: int) -> None:
    assert len(bounded(text, limit)) <= limit


@pytest.mark.parametrize("written", ["NONE", " none. ", "“None”", "**NONE!**", "ＮＯＮＥ", "👉 none 👈"])
def test_folding_forgets_case_width_and_what_stands_around(written: str) -> None:
    assert fold(written) == "none"


@pytest.mark.parametrize("word", ["नमस्ते", "ไม่มี", "لا", "שָׁלוֹם"])
def test_folding_keeps_the_signs_of_the_last_letter(word: str) -> None:
    assert fold(f"«{word}!» 👍️") == fold(word)
    assert fold(word).endswith(word[-1])


def test_lowering_keeps_the_marks_around() -> None:
    assert lowered("“Really ?”\n") == '"really ?"'


@pytest.mark.parametrize(
    "piece", ["<!--", "[", "[a](", "*a ", "`", ".", "「", "- ", " ", "|", "_a ", ". A", "[["]
)
def test_hostile_text_costs_no_more_than_its_length(piece: str) -> None:
    text = piece * (4 * MAX_TEXT_CHARS // len(piece))

    started = time.process_time()
    sentences(text)
    fold(text)

    # Far above what linear work takes, far below what quadratic work would.
    assert time.process_time() - started < 2
