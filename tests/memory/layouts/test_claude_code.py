"""Claude Code's memory, seen from each of the three folders that may be configured."""

from datetime import date

import pytest

from recall_sidecar.memory.layouts.claude_code import LAYOUT
from recall_sidecar.memory.layouts.port import Note
from recall_sidecar.outcomes import Origin


@pytest.mark.parametrize(
    ("path", "enters"),
    [
        pytest.param("projects", True, id="the projects"),
        pytest.param("projects/-home-ada-app", True, id="a project"),
        pytest.param("projects/-home-ada-app/memory", True, id="its memory"),
        pytest.param("projects/-home-ada-app/memory/team", True, id="below it"),
        pytest.param("projects/-home-ada-app/8a1b", False, id="its sessions"),
        pytest.param("memory", True, id="memory, from a project's folder"),
        pytest.param("agent-memory/reviewer", True, id="what a sub-agent notes"),
        pytest.param("rules", True, id="the user's rules"),
        pytest.param("plans", False, id="plans"),
        pytest.param("skills/release", False, id="skills"),
        pytest.param("plugins", False, id="plugins"),
    ],
)
def test_memory_and_rules_are_entered(path: str, enters: bool) -> None:
    assert LAYOUT.enters(path) is enters


@pytest.mark.parametrize(
    ("path", "holds"),
    [
        pytest.param("CLAUDE.md", True, id="the user's instructions"),
        pytest.param("MEMORY.md", True, id="the index, from the memory folder"),
        pytest.param("debugging.md", True, id="a topic, from the memory folder"),
        pytest.param("projects/-app/memory/MEMORY.md", True, id="the index"),
        pytest.param("projects/-app/memory/debugging.md", True, id="a topic"),
        pytest.param("projects/-app/notes.md", False, id="a file beside the memory"),
        pytest.param("projects/-app/memory/state.json", False, id="no Markdown"),
        pytest.param("history.jsonl", False, id="what was typed"),
    ],
)
def test_markdown_in_these_places_is_memory(path: str, holds: bool) -> None:
    assert LAYOUT.holds(path) is holds


def test_all_of_it_counts_as_the_agents() -> None:
    assert LAYOUT.origin("CLAUDE.md", Origin.AGENT) is Origin.AGENT
    assert not LAYOUT.is_curated("MEMORY.md")


def test_a_topic_is_found_by_its_name_and_description() -> None:
    text = "---\nname: Release steps\ndescription: how we ship\ntype: project\ndate: 2026-11-03\n---\nTag first.\n"

    assert LAYOUT.note(text, "release.md") == Note(text, "Release steps (how we ship)", date(2026, 11, 3))
