"""What a layout says when it says nothing of its own."""

import pytest

from recall_sidecar.memory.layouts.port import Layout, Note, is_below, is_markdown
from recall_sidecar.outcomes import Origin


def test_a_layout_enters_every_folder_and_makes_nothing_of_a_file() -> None:
    layout = Layout(holds=is_markdown)

    assert layout.enters("any")
    assert layout.origin("a.md", Origin.SYSTEM) is Origin.SYSTEM
    assert not layout.is_curated("MEMORY.md")
    assert layout.note("words", "a.md") == Note("words")


@pytest.mark.parametrize(
    ("path", "is_there"), [("Notes", True), ("notes/a", True), ("notesx", False), ("a/notes", False)]
)
def test_a_path_is_below_a_folder(path: str, is_there: bool) -> None:
    assert is_below(path, "notes") is is_there
