"""Any folder of text."""

from datetime import date

import pytest

from recall_sidecar.memory.layouts.plain import LAYOUT
from recall_sidecar.memory.layouts.port import Note


@pytest.mark.parametrize(
    ("path", "holds"), [("a.md", True), ("b/c.TXT", True), ("d.py", False), ("e.md.bak", False)]
)
def test_markdown_and_text_are_memory(path: str, holds: bool) -> None:
    assert LAYOUT.holds(path) is holds


def test_a_page_is_found_by_the_title_in_its_front_matter() -> None:
    text = "---\ntitle: Tea\ndate: 2026-11-02\n---\nOolong.\n"

    assert LAYOUT.note(text, "a.md") == Note(text, "Tea", date(2026, 11, 2))
    assert LAYOUT.note(text, "a.txt") == Note(text)
