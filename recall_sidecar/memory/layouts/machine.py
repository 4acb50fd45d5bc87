"""What machines keep beside notes, whatever the layout: transcripts, packages, locks, copies of a note that fell out of step."""

import re
from typing import Final

__all__ = ["is_machine_file", "is_machine_folder"]

# Our own and OpenClaw's recall transcripts stand in `active-memory`; the others are installed or compiled.
_FOLDERS: Final = frozenset({"active-memory", "node_modules", "__pycache__", "site-packages"})
# Hidden files, and the owner files of office programs.
_BEGINNINGS: Final = (".", "~$")
# As Syncthing, then Dropbox, Nextcloud and others name the copy that lost.
_CONFLICT: Final = re.compile(
    r"\.sync-conflict-\d{8}-\d{6}|\([^()]{0,80}\bconflicted copy\b[^()]{0,80}\)|_conflict-\d{8}-\d{6}",
    re.IGNORECASE,
)


def is_machine_folder(name: str) -> bool:
    """Return whether a folder of this name holds no notes."""
    return name.startswith(".") or name.casefold() in _FOLDERS


def is_machine_file(name: str) -> bool:
    """Return whether a file of this name is no note."""
    return name.startswith(_BEGINNINGS) or _CONFLICT.search(name) is not None
