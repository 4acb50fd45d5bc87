"""One rule: its hint, its match, what it accepts, and a marker that keeps the lines."""

import re

import pytest

from recall_sidecar.masking.rule import Rule, is_any

RULE = Rule("gate code", re.compile(r"gate (?P<value>\w+(?:\n\w+)?)"), ("gate",))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("gate abc!", "gate [gate code removed]!", id="the value alone"),
        pytest.param(
            "gate abc\ndef", "gate [gate code removed]\n", id="a value of two lines leaves two lines"
        ),
        pytest.param("gate example", "gate example", id="a placeholder"),
        pytest.param("no hint", "no hint", id="nothing that hints at it"),
    ],
)
def test_a_match_becomes_a_marker(text: str, expected: str) -> None:
    assert RULE.mask(text, text.lower()) == expected


def test_without_a_group_the_whole_match_is_the_value() -> None:
    assert Rule("number", re.compile(r"\d+"), ("4",)).mask("42.", "42.") == "[number removed]."


@pytest.mark.parametrize(
    ("value", "is_secret"), [("hunter2", True), ("keychain", False), ("<your-key>", False)]
)
def test_placeholders_are_no_secrets(value: str, *, is_secret: bool) -> None:
    assert is_any(value) is is_secret
