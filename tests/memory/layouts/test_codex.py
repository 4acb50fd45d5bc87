"""Codex's memory, seen from its home and from the memory folder."""

import pytest

from recall_sidecar.memory.layouts.codex import LAYOUT


@pytest.mark.parametrize(
    ("path", "holds"),
    [
        pytest.param("memories/MEMORY.md", True, id="the handbook"),
        pytest.param("memory_summary.md", True, id="the summary, from the memory folder"),
        pytest.param("AGENTS.md", True, id="the user's instructions"),
        pytest.param("AGENTS.override.md", True, id="what overrides them"),
        pytest.param("memories/AGENTS.md", False, id="instructions elsewhere"),
        pytest.param("memories/raw_memories.md", False, id="what it was distilled from"),
        pytest.param("history.jsonl", False, id="what was typed"),
    ],
)
def test_what_is_distilled_is_memory(path: str, holds: bool) -> None:
    assert LAYOUT.holds(path) is holds


@pytest.mark.parametrize(
    ("path", "enters"),
    [
        ("memories", True),
        ("memories/rollout_summaries", False),
        ("rollout_summaries", False),
        ("sessions", False),
        ("skills", False),
    ],
)
def test_the_memory_folder_alone_is_entered(path: str, enters: bool) -> None:
    assert LAYOUT.enters(path) is enters
