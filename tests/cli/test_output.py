"""What commands print cannot drive the terminal it is printed on."""

import json

import pytest

from recall_sidecar.cli.output import complain, say, table, write_json

EVIL = "a\x1b]0;owned\x07b\u202e\nc"


def test_text_for_people_is_clean_and_keeps_its_lines(capsys: pytest.CaptureFixture[str]) -> None:
    say(EVIL)

    assert capsys.readouterr().out == "ab\nc\n"


def test_complaints_go_to_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    complain(EVIL)

    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("", "ab\nc\n")


@pytest.mark.parametrize(
    ("compact", "lines"), [pytest.param(False, 3, id="indented"), pytest.param(True, 1, id="a line")]
)
def test_json_is_plain_ascii_and_comes_back(
    compact: bool, lines: int, capsys: pytest.CaptureFixture[str]
) -> None:
    write_json({"text": EVIL}, compact=compact)

    shown = capsys.readouterr().out
    assert shown.isascii()
    assert "\x1b" not in shown
    assert json.loads(shown) == {"text": EVIL}
    assert len(shown.splitlines()) == lines


def test_a_table_aligns_its_values_and_leaves_out_what_is_empty() -> None:
    assert table([("a", "1"), ("none", ""), ("longer", "2\n3")]) == "a       1\nlonger  2 3"


def test_an_empty_table_is_empty() -> None:
    assert table([]) == ""
