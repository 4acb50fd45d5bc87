"""What English words mean."""

import pytest

from recall_sidecar.recall.verify.senses import meant, sense


@pytest.mark.parametrize(
    ("passage", "word", "expected"),
    [
        pytest.param("soccer", "soccer", True, id="the word"),
        pytest.param("muffins", "muffin", True, id="another form"),
        pytest.param("forest", "woods", True, id="the same meaning"),
        pytest.param("soccer", "football", True, id="what it is a kind of"),
        pytest.param("music", "salsa", False, id="a kind of it"),
        pytest.param("soccer", "hockey", False, id="another of its sort"),
        pytest.param("helped back", "friend", False, id="who does so may be somebody else"),
        pytest.param("teaches", "teacher", True, id="who does so"),
        pytest.param("mother", "parent", True, id="a kind of relative"),
        pytest.param("soccer", "zyxwv", False, id="no word"),
    ],
)
def test_a_text_says_a_word_or_a_kind_of_it(passage: str, word: str, expected: bool) -> None:
    assert meant(passage.split()).says(word) is expected


def test_a_wedding_is_no_form_of_a_verb() -> None:
    wedding = sense("weddings")

    assert wedding is not None
    assert wedding.is_noun
    assert not wedding.is_person
    assert wedding == sense("wedding")


@pytest.mark.parametrize(
    ("word", "other"), [("benign", "malign"), ("outdoor", "indoor"), ("certain", "uncertain")]
)
def test_qualities_have_opposites(word: str, other: str) -> None:
    found = sense(word)

    assert found is not None
    assert other in found.opposites


def test_people_are_known() -> None:
    colleague = sense("colleagues")

    assert colleague is not None
    assert colleague.is_person
