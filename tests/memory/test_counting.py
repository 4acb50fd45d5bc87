"""Counting in one piece of text gives what cutting each passage into words and counting there would."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.memory.counting import counted

WORDS = st.sampled_from(["a", "ab", "abc", "ba", "tea", "teas", "v2_3_1", "配置", "配", "лес", "5"])


@given(
    st.lists(st.lists(WORDS, max_size=12), min_size=1, max_size=6), st.lists(WORDS, max_size=5, unique=True)
)
def test_it_counts_whole_words_in_every_passage(passages: list[list[str]], terms: list[str]) -> None:
    texts = [" ".join(words) for words in passages]

    found = counted("\n".join(texts), terms)

    assert found.lengths.tolist() == [len(text.split(" ")) for text in texts]
    assert found.counts.tolist() == [[text.split(" ").count(term) for text in texts] for term in terms]


@pytest.mark.parametrize(
    ("text", "term", "times"),
    [
        pytest.param("tea tea tea", "tea", 3, id="side by side"),
        pytest.param("teapot steam", "tea", 0, id="within words"),
        pytest.param("é e", "e", 1, id="letters of more than one byte"),
    ],
)
def test_a_term_is_found_where_it_stands_alone(text: str, term: str, times: int) -> None:
    assert counted(text, [term]).counts.tolist() == [[times]]
