import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.memory.lines import LONG_LINE_CHARS, numbered, numbered_as, pieces


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


LONG = "x" * (LONG_LINE_CHARS * 2 + 1)


@pytest.mark.parametrize(
    ("written", "shown", "lines"),
    [
        pytest.param("a\nb\n", "a\n\n", ["a", ""], id="an emptied line"),
        pytest.param(f"{LONG}\nb", "\nb", ["", "", "", "b"], id="an emptied long line"),
        pytest.param(f"{LONG}\nb", "x\nb", ["x", "", "", "b"], id="a long line that has become short"),
        pytest.param(f"{LONG}\nb", f"{LONG}\nb", [*numbered(LONG), "b"], id="a long line as it was"),
        pytest.param("a\nb", f"{LONG}\nb", [LONG, "b"], id="a line that has become long"),
        pytest.param("a\r\r\nb", "a\r\nb", ["a", "b"], id="carriage returns are dropped"),
    ],
)
def test_what_is_shown_keeps_the_numbers_of_what_is_written(
    written: str, shown: str, lines: list[str]
) -> None:
    assert numbered_as(written, shown) == lines


def test_what_a_long_line_has_too_much_stands_in_its_last_number() -> None:
    lines = numbered_as(f"{LONG}\nb", f"{LONG}{LONG}\nb")

    assert len(lines) == 4
    assert "".join(lines) == f"{LONG}{LONG}b"


@given(st.text(alphabet="a \r\n", max_size=30))
def test_a_text_that_is_shown_as_it_is_has_its_own_numbers(text: str) -> None:
    written = text.replace("\r\n", "\n")

    assert numbered_as(written, written) == numbered(written)
