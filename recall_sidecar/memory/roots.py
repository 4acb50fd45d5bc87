"""A look at the configured folders themselves: there or not, the same as before or another, and whether they tell of changes."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from recall_sidecar.memory.folders import Folder, named
from recall_sidecar.memory.mounts import silent_kind
from recall_sidecar.settings import MemorySettings

__all__ = ["Root", "configured", "look_at"]

_MOUNTS = Path("/proc/self/mountinfo")


@dataclass(frozen=True, slots=True)
class Root:
    """What stands where a folder is configured.

    Attributes:
        identity: What tells it from another in its place; None when nothing is there.
        real: Its path without links.
        silent: The kind of file system, when that tells of no changes.
    """

    identity: tuple[int, int] | None = None
    real: str = ""
    silent: str = ""


def configured(settings: MemorySettings) -> tuple[Folder, ...]:
    """Return the folders of the settings, each with its absolute path and a name of its own."""
    return named([(str(Path(folder.path).expanduser().absolute()), folder) for folder in settings.folders])


def look_at(folders: Sequence[Folder], before: Mapping[str, Root]) -> dict[str, Root]:
    """Return what stands where each folder is configured, by its key. For a thread: a network may keep it waiting."""
    found: dict[str, Root] = {}
    for folder in folders:
        identity = _identity(folder.root)
        known = before.get(folder.key)
        if known is None or known.identity != identity:
            real = os.path.realpath(folder.root)
            known = Root(identity, real, silent_kind(_mountinfo(), real)) if identity else Root()
        found[folder.key] = known
    return found


def _identity(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)  # noqa: PTH116 - both numbers in one call
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _mountinfo() -> str:
    try:
        return _MOUNTS.read_text("utf-8", "surrogateescape")
    except OSError:
        # Another system than Linux; what is on a network there has to be named in the settings.
        return ""
