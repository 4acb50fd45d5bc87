"""What the `[memory]` table names, with the paths of this machine."""

from pathlib import Path

from recall_sidecar.memory.folders import Folder, named
from recall_sidecar.memory.openclaw.provenance import Provenance
from recall_sidecar.settings import MemorySettings

__all__ = ["configured", "record_of"]


def configured(settings: MemorySettings) -> tuple[Folder, ...]:
    """Return the folders of the settings, each with its absolute path and a name of its own."""
    return named([(_absolute(folder.path), folder) for folder in settings.folders])


def record_of(settings: MemorySettings) -> Provenance:
    """Return the host's record of origins that the settings name."""
    state = settings.openclaw.state
    return Provenance(_absolute(state) if state else "")


def _absolute(path: str) -> str:
    return str(Path(path).expanduser().absolute())
