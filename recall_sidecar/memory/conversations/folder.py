"""A scope of captured conversations as a folder of the index: one file for some turns of one session on one day."""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal

from recall_sidecar.memory.conversations import records
from recall_sidecar.memory.conversations.scopes import SCOPE_NAME_CHARS, mark, scope_of
from recall_sidecar.memory.folders import Folder, Trust
from recall_sidecar.memory.port import Viewer
from recall_sidecar.memory.projects import Projects
from recall_sidecar.outcomes import Origin
from recall_sidecar.settings import FolderSettings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from recall_sidecar.memory.chunks import Chunk

__all__ = [
    "NAME",
    "ConversationFolder",
    "conversation_folder",
    "folder_of",
    "is_conversation",
    "is_scope",
    "scope_key",
    "segment_name",
]

NAME: Final = "conversations"
_SETTINGS: Final[dict[str, FolderSettings]] = {
    "p": FolderSettings(path="/", name=NAME, layout="plain", origin=Origin.UNTRUSTED, visibility="private"),
    "s": FolderSettings(path="/", name=NAME, layout="plain", origin=Origin.UNTRUSTED, visibility="shared"),
}
_SCOPE: Final = re.compile(r"[ps]-[0-9a-f]+")
_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")
_SEGMENT: Final = re.compile(
    rf"{_DAY.pattern}/(?P<key>[0-9a-f]{{12}})-(?P<part>[0-9a-f]{{12}})-\d{{4,}}\.jsonl"
)


@dataclass(frozen=True)
class ConversationFolder(Folder):
    """The conversations of one scope."""

    shows_name = True
    holds_talk = True

    @cached_property
    def key(self) -> str:
        """What identifies it in the index: its scope, which nobody can ask for without being in it."""
        return scope_key(self.root.rpartition("/")[2])

    def enters(self, path: str) -> bool:
        """Return whether the folder at `path` is a day's."""
        return _DAY.fullmatch(path) is not None

    def holds(self, path: str) -> bool:
        """Return whether the file at `path` holds turns."""
        return _SEGMENT.fullmatch(path) is not None

    def is_curated(self, path: str, trust: Trust) -> bool:  # noqa: ARG002 -- the folder's question
        """Return False: what is said in a conversation never speaks up by itself."""
        return False

    def trust(self, path: str) -> Trust:  # noqa: ARG002 -- the folder's question
        """Return the visibility of the scope, and the least trust: each passage has an origin of its own."""
        return Trust(Origin.UNTRUSTED, self.settings.visibility)

    def chunks(self, text: str, path: str, trust: Trust) -> "Iterator[Chunk]":  # noqa: ARG002 -- the folder's question
        """Yield the passages of a stored file."""
        return records.passages(text)

    def hidden_lines(self, text: str, path: str, projects: Projects) -> frozenset[int]:  # noqa: ARG002 -- the folder's question
        """Return none: what is said in a conversation belongs to no project, whatever it says."""
        return frozenset()

    def shown(self, text: str) -> str:
        """Return a stored file as it is read."""
        return records.shown(text)

    def is_being_answered(self, path: str, viewer: Viewer) -> bool:
        """Return whether the file at `path` belongs to the present part of the viewer's conversation.

        What was said there before a reset does not. Where the host does not say which part it is, all of it does.
        """
        found = _SEGMENT.fullmatch(path)
        if found is None or (viewer.session_key and found["key"] != mark(viewer.session_key)):
            return False
        if viewer.session_id:
            return found["part"] in {mark(viewer.session_id), mark("")}
        return bool(viewer.session_key)

    def being_answered_glob(self, viewer: Viewer) -> str:
        """Return a pattern that all files of the viewer's conversation match."""
        return f"*/{mark(viewer.session_key)}-*" if viewer.session_key else "*"


def conversation_folder(root: str, viewer: Viewer) -> ConversationFolder | None:
    """Return the conversations below `root` that `viewer` may see, None when there are none for them."""
    scope = scope_of(viewer)
    return None if scope is None else folder_of(root, scope.name)


def folder_of(root: str, name: str) -> ConversationFolder:
    """Return the folder of the scope `name`."""
    return ConversationFolder(f"{root}/{name}", NAME, _SETTINGS[name[0]])


def scope_key(name: str) -> str:
    """Return the key that the folder of the scope `name` has in the index."""
    return f"{NAME}/{name}"


def is_conversation(key: str) -> bool:
    """Return whether the folder of that key in the index is a scope's."""
    return key.startswith(f"{NAME}/")


def is_scope(name: str) -> bool:
    """Return whether a folder of that name is a scope's."""
    return len(name) == SCOPE_NAME_CHARS and _SCOPE.fullmatch(name) is not None


def segment_name(session_key: str | None, session_id: str | None, number: int | Literal["*"]) -> str:
    """Return the name of a session's file, or with `*` the pattern of all of them."""
    counted = number if number == "*" else f"{number:04}"
    return f"{mark(session_key)}-{mark(session_id)}-{counted}.jsonl"
