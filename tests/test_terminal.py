"""Text of memories and messages cannot drive the terminal it is printed on."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.terminal import printable


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("plain words", "plain words", id="plain text is kept"),
        pytest.param("\x1b[31mred\x1b[0m", "red", id="colours are dropped"),
        pytest.param("a\x1b[2J\x1b[Hb", "ab", id="clearing the screen is dropped"),
        pytest.param("\x9b31mred", "red", id="eight-bit sequences are dropped"),
        pytest.param("\x1b]0;title\x07text", "text", id="a window title ended by a bell is dropped"),
        pytest.param(
            "\x1b]52;c;cGF5\x1b\\text", "text", id="a clipboard write ended by a string terminator is dropped"
        ),
        pytest.param("\x1bPq#0\x1b\\text", "text", id="a device string is dropped"),
        pytest.param(
            "\x1b]0;never ended", "0;never ended", id="an unended title keeps its words and no control"
        ),
        pytest.param("\x1b(0line", "line", id="a switch of the character set is dropped"),
        pytest.param("end\x1b", "end", id="a lone escape is dropped"),
        pytest.param("a\x08\x00b\x7f", "ab", id="backspace, null and delete are dropped"),
        pytest.param("pay \u202e100\u202c", "pay 100", id="bidirectional overrides are dropped"),
        pytest.param("a\u200bb\ufeffc\u00ad\U000e0041", "abc", id="invisible characters are dropped"),
        pytest.param(
            "👩\u200d👧 می\u200cخواهم",
            "👩\u200d👧 می\u200cخواهم",
            id="joiners that spell words and emoji are kept",
        ),
        pytest.param("a\n\tb  c\u2028d", "a b c d", id="white space is folded to one line"),
        pytest.param("a\ud800b", "a\ufffdb", id="a lone surrogate is replaced"),
        pytest.param("记忆 מלה", "记忆 מלה", id="other scripts are kept"),
    ],
)
def test_one_line_of_text(text: str, expected: str) -> None:
    assert printable(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("a\r\nb\rc\x85d\u2029e", "a\nb\nc\nd\ne", id="every line end becomes a newline"),
        pytest.param("\ta\n  b", "    a\n  b", id="indentation is kept"),
        pytest.param("a\x1b[1A\x1b[2Kb", "ab", id="a sequence that rewrites the line above is dropped"),
    ],
)
def test_lines_are_kept_on_request(text: str, expected: str) -> None:
    assert printable(text, lines=True) == expected


@given(st.text(alphabet=st.characters() | st.sampled_from("\x1b\x9b[]0;m\x07\\P")))
def test_nothing_that_controls_a_terminal_is_left(text: str) -> None:
    shown = printable(text)

    assert not any(ord(char) < 32 or 127 <= ord(char) < 160 for char in shown)
    assert printable(shown) == shown
    shown.encode("utf-8")


def test_many_unended_sequences_cost_linear_time() -> None:
    assert printable("\x1b]" * 200_000) == ""
