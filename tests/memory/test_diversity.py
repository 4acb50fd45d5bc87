"""What counts as a repeat of something better."""

import pytest

from recall_sidecar.memory.diversity import Said, may_repeat, repeats


def said(number: int, score: float, words: str) -> Said:
    return Said(number, score, frozenset(words.split()))


TEA = "jonas drinks oolong tea in the morning"


@pytest.mark.parametrize(
    ("second", "is_repeat"),
    [
        pytest.param(TEA, True, id="the same words"),
        pytest.param(TEA + " often", True, id="one word more"),
        pytest.param("anna drinks oolong tea in the evening", False, id="about somebody else"),
        pytest.param("", False, id="nothing"),
    ],
)
def test_by_words(second: str, *, is_repeat: bool) -> None:
    assert (2 in repeats([said(1, 0.9, TEA), said(2, 0.8, second)], {})) is is_repeat


def test_another_number_is_another_matter() -> None:
    assert (
        repeats([said(1, 0.9, "the invoice 118 was paid"), said(2, 0.8, "the invoice 119 was paid")], {})
        == {}
    )


@pytest.mark.parametrize(("cosine", "lost"), [(1.0, 0.24), (0.95, 0.12), (0.9, 0.0), (0.2, 0.0)])
def test_by_vectors_where_there_are_some(cosine: float, lost: float) -> None:
    found = repeats([said(1, 0.9, "a b c"), said(2, 0.8, "d e f")], {(1, 2): cosine})

    assert found.get(2, 0.0) == pytest.approx(lost)


def test_vectors_are_asked_before_words() -> None:
    assert repeats([said(1, 0.9, TEA), said(2, 0.8, TEA)], {(1, 2): 0.5}) == {}


def test_a_repeat_is_measured_by_what_is_kept_alone() -> None:
    third = "jonas drinks oolong tea in the garden with anna"
    found = repeats([said(1, 0.9, TEA), said(2, 0.8, TEA), said(3, 0.7, third)], {})

    assert found == {2: pytest.approx(0.24)}


def test_two_texts_without_a_term_repeat_nothing() -> None:
    assert repeats([said(1, 0.9, ""), said(2, 0.8, "")], {}) == {}


@pytest.mark.parametrize(
    ("cosines", "may"),
    [
        pytest.param({(1, 2): 0.5, (1, 3): 0.9, (2, 3): 0.1}, False, id="other meanings"),
        pytest.param({(1, 2): 0.5, (1, 3): 0.91, (2, 3): 0.1}, True, id="one nearly the same"),
        pytest.param({(1, 2): 0.5}, True, id="a meaning is missing"),
    ],
)
def test_whether_any_may_repeat(cosines: dict[tuple[int, int], float], *, may: bool) -> None:
    assert may_repeat([1, 2, 3], cosines) is may
