"""Codex's memory: the handbook and summary it distils from its sessions, and the user's `AGENTS.md`.

The folder is `~/.codex` or `~/.codex/memories`. What Codex distils them from (`raw_memories.md`, `rollout_summaries/`) says
the same in more words and repeats what tools printed, so it is left out.
"""

from typing import Final

from recall_sidecar.memory.layouts.port import Layout

__all__ = ["LAYOUT"]

_FOLDER: Final = "memories"
_DISTILLED: Final = frozenset({"memory.md", "memory_summary.md"})
_INSTRUCTIONS: Final = frozenset({"agents.md", "agents.override.md"})


def _enters(path: str) -> bool:
    return path.casefold() == _FOLDER


def _holds(path: str) -> bool:
    parent, _, name = path.casefold().rpartition("/")
    return name in _DISTILLED or (not parent and name in _INSTRUCTIONS)


LAYOUT: Final = Layout(holds=_holds, enters=_enters)
