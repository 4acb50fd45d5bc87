from datetime import date

import pytest

from recall_sidecar.memory.editing import entry, with_entry, without_lines

DAY = date(2026, 11, 30)


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        pytest.param(entry("Jonas drinks tea."), "- Jonas drinks tea.", id="text"),
        pytest.param(entry(" two\n lines "), "- two lines", id="on one line"),
        pytest.param(entry("x", triggers=["tea order", " drinks "], importance=8), "- x <!-- trigger: tea order, drinks --> <!-- importance: 8 -->", id="with what it says of itself"),
        pytest.param(entry("x <!-- importance: 10 -->", triggers=["a --> b", ""]), "- x importance: 10 <!-- trigger: a b -->", id="without comments of its own"),
    ],
)  # fmt: skip
def test_an_entry_is(made: str, expected: str) -> None:
    assert made == expected


@pytest.mark.parametrize(
    ("text", "day", "expected"),
    [
        pytest.param("", None, "# Memory\n\n- new\n", id="in a new file"),
        pytest.param("# M\n\n- a\n", None, "# M\n\n- a\n- new\n", id="behind the last entry"),
        pytest.param("# M\n\nwords\n\n\n", None, "# M\n\nwords\n\n- new\n", id="behind words"),
        pytest.param("- a", None, "- a\n- new\n", id="behind a line without an end"),
        pytest.param("# M\n\n- a\n\n## 2026-11-29\n\n- b\n", None, "# M\n\n- a\n- new\n\n## 2026-11-29\n\n- b\n", id="before the days"),
        pytest.param("## 2026-11-29\n\n- b\n\n## Tea\n\n- c\n", None, "## 2026-11-29\n\n- b\n\n## Tea\n\n- c\n- new\n", id="behind what follows a day"),
        pytest.param("# M\n\n- a\n", DAY, "# M\n\n- a\n\n## 2026-11-30\n\n- new\n", id="under a new day"),
        pytest.param("# M\n\n## 2026-11-30\n\n- b\n\n## 2026-12-01\n\n- c\n", DAY, "# M\n\n## 2026-11-30\n\n- b\n- new\n\n## 2026-12-01\n\n- c\n", id="under a day that is there"),
        pytest.param("# M\n\n## 2026-11-30\n", DAY, "# M\n\n## 2026-11-30\n\n- new\n", id="under a day with nothing in it"),
    ],
)  # fmt: skip
def test_an_entry_is_put(text: str, day: date | None, expected: str) -> None:
    made, line = with_entry(text, "- new", day)

    assert made == expected
    assert made.split("\n")[line - 1] == "- new"


@pytest.mark.parametrize(
    ("text", "first", "last", "expected"),
    [
        pytest.param("a\nb\nc\n", 2, 2, "a\nc\n", id="one line"),
        pytest.param("a\nb\nc", 2, 3, "a\n", id="the last lines"),
        pytest.param("a\n\nb\n\nc\n", 3, 3, "a\n\nc\n", id="and one of the empty lines around them"),
        pytest.param("b\n\nc\n", 1, 1, "c\n", id="the first line and the empty one behind it"),
        pytest.param("a\n\nb\n", 2, 2, "a\nb\n", id="an empty line"),
        pytest.param("a\r\nb\r\nc\r\n", 2, 2, "a\r\nc\r\n", id="with the ends that lines have"),
        pytest.param("a\u2028b\nc\n", 2, 2, "a\u2028b\n", id="only a line feed ends a line"),
        pytest.param("a\nb\n", 7, 9, "a\nb\n", id="lines that are not there"),
        pytest.param("a\n", 1, 1, "", id="all of it"),
    ],
)
def test_lines_are_taken_away(text: str, first: int, last: int, expected: str) -> None:
    assert without_lines(text, first, last) == expected


def test_a_part_of_a_line_that_counts_as_several_is_taken_away() -> None:
    line = "x" * 4000 + "y" * 4000 + "z"

    assert without_lines(f"a\n{line}\nb\n", 3, 3) == f"a\n{'x' * 4000}z\nb\n"


def test_an_entry_holds_no_sign_that_would_make_its_file_unreadable() -> None:
    made = entry("te\0a\ud800 \x1b[31mred\u2028end", triggers=["a\0b"])

    assert made == "- te a [31mred end <!-- trigger: a b -->"
    assert made.encode()
