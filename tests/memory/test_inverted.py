"""Turned round, passages hold the same terms as often."""

from zlib import crc32

from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.memory.counting import coded
from recall_sidecar.memory.inverted import Inverted

WORDS = ("a", "tea", "teas", "配置", "лес")


@given(st.lists(st.lists(st.sampled_from(WORDS[:-1]), max_size=12), max_size=6))
def test_a_term_stands_where_it_stands(passages: list[list[str]]) -> None:
    codes = [coded(words) for words in passages]

    inverted = Inverted.of(b"".join(codes), [len(code) for code in codes])

    for word in WORDS:
        rows, counts = inverted.standing(crc32(word.encode()))
        found = dict(zip(rows.tolist(), counts.tolist(), strict=True))
        assert found == {row: words.count(word) for row, words in enumerate(passages) if word in words}
        assert [*found] == sorted(found)
