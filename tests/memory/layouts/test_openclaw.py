"""An OpenClaw workspace."""

import pytest

from recall_sidecar.memory.layouts.openclaw import LAYOUT
from recall_sidecar.outcomes import Origin


@pytest.mark.parametrize(
    ("path", "holds"),
    [
        pytest.param("MEMORY.md", True, id="curated memory"),
        pytest.param("user.md", True, id="the user's profile, in any case"),
        pytest.param("memory/2026-11-30.md", True, id="a daily note"),
        pytest.param("memory/imports/codex/MEMORY.md", True, id="an import"),
        pytest.param("memory/data.json", False, id="no Markdown"),
        pytest.param("DREAMS.md", False, id="the dream diary"),
        pytest.param("AGENTS.md", False, id="instructions"),
    ],
)
def test_curated_files_and_notes_are_memory(path: str, holds: bool) -> None:
    assert LAYOUT.holds(path) is holds


@pytest.mark.parametrize(
    ("path", "enters"),
    [
        pytest.param("memory", True, id="notes"),
        pytest.param("Memory/Projects/x", True, id="below them, in any case"),
        pytest.param("memory/dreaming", False, id="reports of dreaming"),
        pytest.param("memory/dreaming/deep", False, id="below them"),
        pytest.param("memory/dreaming-about-boats", True, id="a folder that begins so"),
        pytest.param("skills", False, id="anything else"),
    ],
)
def test_notes_stand_below_memory(path: str, enters: bool) -> None:
    assert LAYOUT.enters(path) is enters


@pytest.mark.parametrize(
    ("path", "says", "origin"),
    [
        pytest.param("MEMORY.md", Origin.AGENT, Origin.OWNER, id="what is curated is the owner's"),
        pytest.param("MEMORY.md", Origin.UNTRUSTED, Origin.UNTRUSTED, id="settings say less"),
        pytest.param("memory/MEMORY.md", Origin.AGENT, Origin.AGENT, id="a note of that name"),
        pytest.param("memory/a.md", Origin.OWNER, Origin.OWNER, id="settings say more"),
        pytest.param("memory/Imports/codex/MEMORY.md", Origin.OWNER, Origin.UNTRUSTED, id="an import"),
        pytest.param("memory/imports/a.md", Origin.SYSTEM, Origin.SYSTEM, id="an import trusted even less"),
        pytest.param("memory/importsx/a.md", Origin.AGENT, Origin.AGENT, id="a folder that begins so"),
    ],
)
def test_the_place_says_how_far_a_file_is_trusted(path: str, says: Origin, origin: Origin) -> None:
    assert LAYOUT.origin(path, says) is origin


def test_root_files_alone_are_curated() -> None:
    assert LAYOUT.is_curated("Memory.md")
    assert not LAYOUT.is_curated("memory/MEMORY.md")
