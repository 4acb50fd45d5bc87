"""An Obsidian vault."""

from datetime import date

import pytest

from recall_sidecar.memory.layouts.obsidian import LAYOUT
from recall_sidecar.memory.layouts.port import Note
from recall_sidecar.outcomes import Origin


@pytest.mark.parametrize(
    ("path", "holds"),
    [
        ("Ideas.md", True),
        ("People/Ada.md", True),
        ("Board.canvas", False),
        ("Sketch.excalidraw.md", False),
        ("photo.png", False),
    ],
)
def test_notes_are_memory(path: str, holds: bool) -> None:
    assert LAYOUT.holds(path) is holds


@pytest.mark.parametrize(
    ("path", "enters"), [("People", True), ("Templates", False), ("Meta/templates", False), ("Tempo", True)]
)
def test_templates_are_not_entered(path: str, enters: bool) -> None:
    assert LAYOUT.enters(path) is enters


@pytest.mark.parametrize(
    ("path", "says", "origin"),
    [
        pytest.param("Ideas.md", Origin.AGENT, Origin.AGENT, id="a note"),
        pytest.param("Ideas.md", Origin.OWNER, Origin.OWNER, id="settings say more"),
        pytest.param("Clippings/Tea.md", Origin.OWNER, Origin.UNTRUSTED, id="a page that was clipped"),
    ],
)
def test_clipped_pages_may_repeat_anybody(path: str, says: Origin, origin: Origin) -> None:
    assert LAYOUT.origin(path, says) is origin


def test_a_note_is_found_by_its_name_aliases_and_tags() -> None:
    text = "---\naliases: [transmission, box]\ntags: [car, '#repair']\ncreated: 2026-11-02T10:00\n---\nOil at [[Max|the garage]].\n"

    assert LAYOUT.note(text, "Cars/Gearbox.md") == Note(
        text.replace("[[Max|the garage]]", "the garage (Max)"),
        "Gearbox (transmission, box) #car #repair",
        date(2026, 11, 2),
    )


def test_a_title_stands_before_the_files_name() -> None:
    assert LAYOUT.note("---\ntitle: The gearbox\n---\n", "x.md").title == "The gearbox"
    assert LAYOUT.note("Words.\n", "People/Ada.Lovelace.md").title == "Ada.Lovelace"
