"""What is read into the index: the folders of the settings, and captured conversations."""

from dataclasses import dataclass
from pathlib import Path

from recall_sidecar.memory.conversations.store import ConversationStore
from recall_sidecar.memory.folders import Folder, named, visible_to
from recall_sidecar.memory.port import Viewer
from recall_sidecar.settings import MemorySettings

__all__ = ["Sources", "configured"]


@dataclass(frozen=True, slots=True)
class Sources:
    """The folders, and where conversations are kept, if anywhere."""

    folders: tuple[Folder, ...]
    conversations: ConversationStore | None = None

    def visible_to(self, viewer: Viewer) -> tuple[Folder, ...]:
        """Return the folders of the viewer's agent, and the conversations that are the viewer's; looks at no disk."""
        talk = None if self.conversations is None else self.conversations.folder(viewer)
        return (*visible_to(self.folders, viewer), *filter(None, (talk,)))

    def everything(self) -> tuple[Folder, ...]:
        """Return the folders and every scope of conversations; looks at the disk."""
        return (*self.folders, *(() if self.conversations is None else self.conversations.folders()))


def configured(settings: MemorySettings) -> tuple[Folder, ...]:
    """Return the folders of the settings, each with its absolute path and a name of its own."""
    return named([(_absolute(folder.path), folder) for folder in settings.folders])


def _absolute(path: str) -> str:
    return str(Path(path).expanduser().absolute())
