"""Claude Code's memory: what it notes for itself per project, and `CLAUDE.md` with its rules.

The folder is `~/.claude`, one project's folder in it, or the memory folder itself (`autoMemoryDirectory`). All of it counts as
the agent's: Claude writes the notes, and a `CLAUDE.md` may come with a repository that others write to. Sessions, plans,
skills and commands are not memory.
"""

from typing import Final

from recall_sidecar.memory.layouts.front_matter import title_and_day
from recall_sidecar.memory.layouts.port import Layout, Note, is_below, is_markdown

__all__ = ["LAYOUT"]

# Below the folder that is configured, whichever of the three it is; `agent-memory` is what sub-agents note.
_NOTES: Final = ("memory", "rules", "agent-memory")
_PROJECTS: Final = "projects"


def _enters(path: str) -> bool:
    if any(is_below(path, folder) for folder in _NOTES):
        return True
    names = path.casefold().split("/")
    return names[0] == _PROJECTS and (len(names) < 3 or names[2] == "memory")


def _holds(path: str) -> bool:
    names = path.casefold().split("/")
    return is_markdown(path) and (names[0] != _PROJECTS or len(names) > 3)


def _note(text: str, path: str) -> Note:  # noqa: ARG001 - all of them are read alike
    return Note(text, *title_and_day(text))


LAYOUT: Final = Layout(holds=_holds, enters=_enters, note=_note)
