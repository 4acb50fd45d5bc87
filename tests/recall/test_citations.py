import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.recall import citations


@pytest.mark.parametrize(
    ("line", "numbers", "words"),
    [
        pytest.param("[1] Tea.", (1,), "Tea.", id="one number in front"),
        pytest.param("[1,3] Tea.", (1, 3), "Tea.", id="two numbers"),
        pytest.param("[1, 3]: Tea.", (1, 3), "Tea.", id="a space and a colon"),
        pytest.param("[1][3] Tea.", (1, 3), "Tea.", id="two groups"),
        pytest.param("[2-4] Tea.", (2, 3, 4), "Tea.", id="a range"),
        pytest.param("[4-2] Tea.", (4, 2), "Tea.", id="a range that runs backwards is two numbers"),
        pytest.param("[#1] Tea.", (1,), "Tea.", id="a hash"),
        pytest.param("[^1] Tea.", (1,), "Tea.", id="a footnote"),
        pytest.param("[[1]] Tea.", (1,), "Tea.", id="double brackets"),
        pytest.param("[passage 1, passage 2] Tea.", (1, 2), "Tea.", id="the word passage"),
        pytest.param("【1，2】茶。", (1, 2), "茶。", id="wide brackets"),
        pytest.param("[1](MEMORY.md#L3) Tea.", (1,), "Tea.", id="a link"),
        pytest.param("Tea [1], cake [2].", (1, 2), "Tea, cake.", id="numbers after each clause"),
        pytest.param(
            "Tea [2024] and [a] and (1).", (), "Tea [2024] and [a] and (1).", id="other brackets are words"
        ),
        pytest.param("**Tea** [1]", (1,), "Tea", id="the words are plain"),
        pytest.param("Tea", (), "Tea", id="no number"),
    ],
)
def test_numbers_and_words_are_told_apart(line: str, numbers: tuple[int, ...], words: str) -> None:
    assert citations.split(line) == (numbers, words)


@pytest.mark.parametrize(
    ("line", "anywhere", "in_front"),
    [("[1] Tea", True, True), ("Tea [1]", True, False), ("Tea", False, False)],
)
def test_a_line_is_cited_anywhere_or_in_front(line: str, anywhere: bool, in_front: bool) -> None:
    assert (citations.is_cited(line), citations.begins_cited(line)) == (anywhere, in_front)


def test_numbers_are_taken_off() -> None:
    assert citations.without("[1] NONE [2]") == "NONE"


@given(st.text(alphabet="[]【】0123456789,-# ()ab", max_size=120))
def test_any_brackets_can_be_read(line: str) -> None:
    numbers, _ = citations.split(line)

    assert all(0 <= number <= 99 for number in numbers)
