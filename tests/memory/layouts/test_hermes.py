"""Hermes' memory, seen from its home and from the memory folder."""

import pytest

from recall_sidecar.memory.layouts.hermes import LAYOUT
from recall_sidecar.memory.layouts.port import Note
from recall_sidecar.outcomes import Origin


@pytest.mark.parametrize(
    ("path", "holds"),
    [
        ("memories/MEMORY.md", True),
        ("memories/USER.md", True),
        ("MEMORY.md", True),
        ("SOUL.md", False),
        ("memories/MEMORY.md.lock", False),
        ("config.yaml", False),
    ],
)
def test_the_two_files_are_memory(path: str, holds: bool) -> None:
    assert LAYOUT.holds(path) is holds


@pytest.mark.parametrize(
    ("path", "enters"), [("memories", True), ("profiles", False), ("memories/old", False), ("skills", False)]
)
def test_no_other_profile_is_entered(path: str, enters: bool) -> None:
    assert LAYOUT.enters(path) is enters


def test_entries_are_paragraphs_and_signs_between_them_are_no_words() -> None:
    text = "Ada likes tea.\n§\nShips on Mondays.\n § \nSee § 12.\n"

    assert LAYOUT.note(text, "MEMORY.md") == Note("Ada likes tea.\n\nShips on Mondays.\n\nSee § 12.\n")


def test_both_files_count_as_the_agents() -> None:
    assert LAYOUT.origin("USER.md", Origin.AGENT) is Origin.AGENT
    assert not LAYOUT.is_curated("USER.md")
