"""Counting by numbers gives what counting the words of each passage would."""

from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.memory.counting import coded, counted

WORDS = st.sampled_from(["a", "ab", "abc", "ba", "tea", "teas", "v2_3_1", "配置", "配", "лес", "5"])


@given(st.lists(st.lists(WORDS, max_size=12), max_size=6), st.lists(WORDS, max_size=5, unique=True))
def test_it_counts_every_term_in_every_passage(passages: list[list[str]], terms: list[str]) -> None:
    codes = [coded(words) for words in passages]

    found = counted(b"".join(codes), [len(code) for code in codes], terms)

    assert found.lengths.tolist() == [len(words) for words in passages]
    assert found.counts.tolist() == [[words.count(term) for words in passages] for term in terms]


def test_a_term_has_the_same_number_on_every_day() -> None:
    assert coded(["tea"]) == coded(["tea"]) != coded(["teas"])
    assert len(coded(["tea", "配置"])) == 8
