"""What a word that memory does not know may stand for."""

import pytest

from recall_sidecar.memory.misspelt import mended, nearest, worth_mending
from recall_sidecar.memory.terms import QueryTerm, query_terms

KNOWN = ["oolong", "oology", "kubernet", "kubelet", "staging", "stage", "calendar", "config", "configuration"]


@pytest.mark.parametrize(
    ("word", "first"),
    [
        pytest.param("oolonng", "oolong", id="a letter twice"),
        pytest.param("oolnog", "oolong", id="two letters swapped"),
        pytest.param("kubernt", "kubernet", id="a letter left out"),
        pytest.param("calendar", "calendar", id="as it is"),
        pytest.param("configuuratoin", "configuration", id="two slips in a long word"),
        pytest.param("calemdar", "calendar", id="a wrong letter in a long word"),
        pytest.param("confi", "config", id="cut off"),
        pytest.param("stagings", "staging", id="more than the word"),
    ],
)
def test_the_nearest_comes_first(word: str, first: str) -> None:
    assert nearest(word, KNOWN)[0] == first


@pytest.mark.parametrize(
    "word",
    [
        pytest.param("zorblax", id="nonsense"),
        pytest.param("oolg", id="another word"),
        pytest.param("olongg", id="two slips in a short word"),
        pytest.param("oolonk", id="a wrong letter in a short word"),
        pytest.param("kuber", id="a beginning of a much longer word"),
    ],
)
def test_nothing_is_near(word: str) -> None:
    assert nearest(word, KNOWN[:5]) == []


@pytest.mark.parametrize(
    ("word", "other"),
    [
        pytest.param("christian", "christina", id="another person"),
        pytest.param("anderson", "andersen", id="another family"),
        pytest.param("contract", "contrast", id="another matter"),
        pytest.param("staging", "stating", id="another verb"),
    ],
)
def test_two_words_are_two_words(word: str, other: str) -> None:
    assert nearest(word, [other]) == nearest(other, [word]) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("oolonng", True, id="a word"),
        pytest.param("teas", False, id="a short word"),
        pytest.param("19216871", False, id="a number"),
        pytest.param("红茶", False, id="a pair of characters"),
    ],
)
def test_what_is_worth_mending(text: str, *, expected: bool) -> None:
    assert all(worth_mending(term) is expected for term in query_terms(text))


def test_a_compound_is_left_to_its_parts() -> None:
    assert not worth_mending(QueryTerm("max_retri", unknown_share=0.0))


def test_a_mended_word_weighs_as_much_as_before_and_its_nearest_less() -> None:
    near, missing = mended(QueryTerm("oolonng", 0.5), "oolong")

    assert (near.text, missing.text) == ("oolong", "oolonng")
    assert near.weight + missing.weight == pytest.approx(0.5)
    assert near.weight < 0.5
