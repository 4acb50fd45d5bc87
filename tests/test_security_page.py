"""Every defence that SECURITY.md names has the tests that it names."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "SECURITY.md").read_text("utf-8")
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", PAGE)))
# Rows of the tables: not their heads, not the lines below them.
ROWS = [
    line
    for line in PAGE.splitlines()
    if line.startswith("| ") and not line.startswith(("| tries ", "| holds "))
]


@pytest.mark.parametrize(("file", "name"), [pytest.param(*test, id="::".join(test)) for test in NAMED])
def test_a_named_test_exists(file: str, name: str) -> None:
    tree = ast.parse((ROOT / file).read_text("utf-8"))

    defined = {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}

    assert name in defined


@pytest.mark.parametrize("row", [pytest.param(row, id=row[2:60]) for row in ROWS])
def test_every_row_names_a_test(row: str) -> None:
    assert "::test_" in row.rsplit("|", 2)[1]


def test_the_page_has_rows_and_tests() -> None:
    assert len(ROWS) > 20
    assert len(NAMED) > 30
