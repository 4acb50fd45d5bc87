"""Memory that other programs keep on this machine, and the settings that would add it.

Nothing is added and no file is read: a place counts by the names that stand in it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from recall_sidecar.settings import FolderSettings

__all__ = ["Elsewhere", "elsewhere"]


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A place where `whose` memory stands, as a `[[memory.folders]]` table would name it."""

    whose: str
    path: str
    layout: str
    agent: str

    def __str__(self) -> str:
        return (
            f"{self.whose} keeps memory in {self.path}; to add it: [[memory.folders]] with"
            f' path = "{self.path}", layout = "{self.layout}" and agents = ["{self.agent}"]'
        )


# Each with what stands there once there is something to remember.
_PLACES: Final = (
    (Elsewhere("OpenClaw", "~/.openclaw/workspace", "openclaw", "main"), ("MEMORY.md", "USER.md", "memory")),
    (Elsewhere("Claude Code", "~/.claude", "claude_code", "claude-code"), ("projects/*/memory", "CLAUDE.md")),
    (Elsewhere("Codex", "~/.codex", "codex", "codex"), ("memories/MEMORY.md", "memories/memory_summary.md")),
    (Elsewhere("Hermes", "~/.hermes", "hermes", "hermes"), ("memories/MEMORY.md", "memories/USER.md")),
)
_VAULT: Final = ".obsidian"
_AROUND_VAULTS: Final = ("*", "Documents/*")
_MOST_VAULTS: Final = 8


def elsewhere(home: Path, folders: Iterable[FolderSettings]) -> tuple[Elsewhere, ...]:
    """Return the memory that stands below `home` and that no folder of the settings reads, or reads a part of."""
    read = [_below(home, folder.path) for folder in folders]
    return tuple(place for place in _places(home) if not _is_read(_below(home, place.path), read))


def _places(home: Path) -> Iterator[Elsewhere]:
    for place, signs in _PLACES:
        if any(_has(_below(home, place.path), sign) for sign in signs):
            yield place
    vaults = [vault.parent for around in _AROUND_VAULTS for vault in _found(home, f"{around}/{_VAULT}")]
    for vault in vaults[:_MOST_VAULTS]:
        yield Elsewhere("Obsidian", f"~/{vault.relative_to(home).as_posix()}", "obsidian", "*")


def _has(folder: Path, sign: str) -> bool:
    return any(True for _ in _found(folder, sign))


def _found(folder: Path, pattern: str) -> list[Path]:
    try:
        return sorted(folder.glob(pattern))
    except OSError:
        return []


def _below(home: Path, path: str) -> Path:
    return home / path.removeprefix("~").removeprefix("/") if path.startswith("~") else Path(path)


def _is_read(place: Path, read: list[Path]) -> bool:
    return any(place.is_relative_to(folder) or folder.is_relative_to(place) for folder in read)
