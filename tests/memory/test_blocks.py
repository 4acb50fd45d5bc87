"""What of a note's lines stays together."""

import time
from itertools import pairwise

import pytest

from recall_sidecar.memory.blocks import MAX_CHARS, Block, blocks, bounded

ROW = "| Ada | Graz | " + "x" * 80 + " |"
HEAD = ["| Name | Town | Note |", "|---|:--:|---|"]


def starts(text: str) -> list[tuple[int, str]]:
    return [(block.first, "\n".join(block.lines)) for block in blocks(text.split("\n"))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("a\nb\n\nc", [(1, "a\nb"), (4, "c")], id="paragraphs"),
        pytest.param("- a\n  b\n1. c", [(1, "- a\n  b"), (3, "1. c")], id="entries"),
        pytest.param("# A\nb", [(1, "# A"), (2, "b")], id="a heading"),
        pytest.param("---\na: b\n---\nc", [(4, "c")], id="front matter is left out"),
        pytest.param("---\na: b", [(1, "---\na: b")], id="front matter that never ends is text"),
        pytest.param("```\n\n- a\n```\nb", [(1, "```\n\n- a\n```\nb")], id="a fenced block"),
        pytest.param("a <!-- b -->\nc", [(1, "a\nc")], id="comments are left out"),
    ],
)
def test_lines_that_belong_together_are_a_block(text: str, expected: list[tuple[int, str]]) -> None:
    assert starts(text) == expected


def parts(lines: list[str], **more: bool) -> list[list[str]]:
    return [text.split("\n") for _, _, text in bounded(Block(1, lines, lines, **more))]


def test_a_table_that_is_cut_has_its_heading_row_over_each_part() -> None:
    found = parts(["People:", *HEAD, *[ROW] * 30])

    assert len(found) > 2
    assert found[0][:3] == ["People:", *HEAD]
    assert all(part[:2] == HEAD and set(part[2:]) == {ROW} for part in found[1:])
    assert sum(part.count(ROW) for part in found) == 30
    assert all(len("\n".join(part)) <= MAX_CHARS for part in found)


@pytest.mark.parametrize(
    ("lines", "is_fenced"),
    [
        pytest.param([*HEAD, *[ROW] * 30], True, id="code"),
        pytest.param(["|---|", *[ROW] * 30], False, id="a line without a row over it"),
        pytest.param(["Text", "-----", *[ROW] * 30], False, id="a heading that is underlined"),
        pytest.param(["| " + "x" * 400 + " |", "|---|", *[ROW] * 30], False, id="a heading row too long"),
    ],
)
def test_what_is_no_heading_row_is_not_repeated(lines: list[str], is_fenced: bool) -> None:
    assert [line for part in parts(lines, is_fenced=is_fenced) for line in part] == lines


def test_a_row_that_fills_a_part_has_no_room_for_the_heading_row() -> None:
    found = parts([*HEAD, "x" * MAX_CHARS])

    assert found == [HEAD, ["x" * MAX_CHARS]]


def test_lines_say_where_a_part_stands() -> None:
    lines = [*HEAD, *[ROW] * 20]
    places = [(first, last) for first, last, _ in bounded(Block(5, lines, lines))]

    assert places[0][0] == 5
    assert places[-1][1] == 26
    assert all(after[0] == before[1] + 1 for before, after in pairwise(places))


def test_a_long_line_under_a_row_costs_no_more_than_its_length() -> None:
    lines = ["a | b", "\t" * 20_000 + "-x"]
    started = time.process_time()

    assert [each for block in blocks(lines) for each in bounded(block)]

    # Far above what linear work takes, far below what quadratic work would.
    assert time.process_time() - started < 2
