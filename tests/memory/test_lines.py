import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.memory.lines import LONG_LINE_CHARS, numbered, pieces


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        pytest.param("", [""], id="nothing is one empty line"),
        pytest.param("a\nb", ["a", "b"], id="line feed"),
        pytest.param("a\nb\n", ["a", "b"], id="the last line feed starts no line"),
        pytest.param("a\n\n", ["a", ""], id="an empty last line"),
        pytest.param("a\r\nb\r\n", ["a", "b"], id="carriage returns are dropped"),
        pytest.param("a\u2028b\x0bc\x85d", ["a\u2028b\x0bc\x85d"], id="only a line feed ends a line"),
    ],
)
def test_lines_are_counted_as_editors_do(text: str, lines: list[str]) -> None:
    assert numbered(text) == lines


def test_a_huge_line_counts_as_several() -> None:
    lines = numbered("x" * (LONG_LINE_CHARS * 2 + 1) + "\nlast")

    assert [len(line) for line in lines] == [LONG_LINE_CHARS, LONG_LINE_CHARS, 1, 4]


def test_a_line_is_cut_at_a_space_where_one_is_near() -> None:
    assert pieces("aaaa bbbb cccc", 10) == ["aaaa bbbb ", "cccc"]


@given(st.text(), st.integers(2, 20))
def test_pieces_are_bounded_and_join_to_the_line(line: str, max_chars: int) -> None:
    found = pieces(line, max_chars)

    assert "".join(found) == line
    assert all(len(piece) <= max_chars for piece in found)
