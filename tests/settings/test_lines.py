"""Where keys stand in a TOML text."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.settings.keys import Path
from recall_sidecar.settings.lines import key_lines


@pytest.mark.parametrize(
    ("text", "path", "line"),
    [
        pytest.param("[gate]\nenabled = true", ("gate", "enabled"), 2, id="a key below its table"),
        pytest.param("[gate]\nenabled = true", ("gate",), 1, id="the table itself"),
        pytest.param("gate.enabled = true", ("gate", "enabled"), 1, id="a dotted key"),
        pytest.param("\n# x = 1\nx = 2", ("x",), 3, id="a comment is no key"),
        pytest.param('a = """\nx = 1\n"""\nx = 2', ("x",), 4, id="a long string hides what it holds"),
        pytest.param("a = '''\nx = 1\n'''\nx = 2", ("x",), 4, id="a long literal string too"),
        pytest.param('a = """x"""\nx = 2', ("x",), 2, id="a long string may end where it began"),
        pytest.param('a = """\\"""\nx = 1\n"""\nx = 2', ("x",), 4, id="an escaped quote ends nothing"),
        pytest.param("a = [\n  'x = 1', # ]\n]\nx = 2", ("x",), 4, id="an array hides its lines"),
        pytest.param('a = "[" # """\nx = 2', ("x",), 2, id="a bracket in a string opens nothing"),
        pytest.param("a = '#'\nx = { y = [1] }\nz = 3", ("z",), 3, id="an inline table is closed"),
        pytest.param('[[memory.folders]]\npath = "/a"', ("memory", "folders"), 1, id="a list of tables"),
        pytest.param(
            '[model.providers."llama.cpp"]', ("model", "providers", "llama.cpp"), 1, id="a quoted part"
        ),
        pytest.param("[ a . b ]\n  c = 1", ("a", "b", "c"), 2, id="white space around dots"),
    ],
)
def test_a_key_is_found_on_its_line(text: str, path: Path, line: int) -> None:
    tomllib.loads(text)

    assert key_lines(text)[path] == line


def test_the_first_of_several_tables_gives_the_line() -> None:
    text = '[[memory.folders]]\npath = "/a"\n[[memory.folders]]\npath = "/b"'

    assert key_lines(text)[("memory", "folders")] == 1


@given(st.text(alphabet="ab=[]{}\"'#\\\n. ", max_size=80))
def test_any_text_is_read_without_an_error(text: str) -> None:
    lines = key_lines(text)

    assert all(1 <= line <= text.count("\n") + 1 for line in lines.values())
