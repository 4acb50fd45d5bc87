"""What models put around a note is taken off."""

import pytest

from recall_sidecar.recall.wrapping import after_thinking, announces, unmarked, unwrapped


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("[1] tea", "[1] tea", id="nothing"),
        pytest.param("<think>hm</think>[1] tea", "[1] tea", id="thinking"),
        pytest.param("hm</think>[1] tea", "[1] tea", id="thinking that began before"),
        pytest.param("<think>hm", None, id="thinking that goes on"),
    ],
)
def test_thinking_is_left_out(text: str, expected: str | None) -> None:
    assert after_thinking(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(" [1] tea ", "[1] tea", id="space"),
        pytest.param("```\n[1] tea\n```", "[1] tea", id="a fence"),
        pytest.param("\u201c[1] tea\u201d", "[1] tea", id="quotes"),
        pytest.param('"tea" and "cake"', '"tea" and "cake"', id="quotes of its own"),
        pytest.param("[1] tea<|im_end|>", "[1] tea", id="an end token"),
    ],
)
def test_what_is_around_is_taken_off(text: str, expected: str) -> None:
    assert unwrapped(text) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [("- Summary: tea", "tea"), ("1. [1] tea", "[1] tea"), ("2. May", "2. May"), ("摘要：茶", "茶")],
)
def test_a_bullet_and_a_label_are_taken_off(line: str, expected: str) -> None:
    assert unmarked(line) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [("Here is the note:", True), ("", True), ("# Note", True), ("tea", False), ("x" * 99 + ":", False)],
)
def test_a_line_may_only_announce(line: str, expected: bool) -> None:
    assert announces(line) is expected
