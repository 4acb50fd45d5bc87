"""What is read into the index: the folders of the settings, and captured conversations."""

from dataclasses import dataclass

from recall_sidecar.memory.conversations.store import ConversationStore
from recall_sidecar.memory.folders import Folder, visible_to
from recall_sidecar.memory.port import Viewer

__all__ = ["Sources"]


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
