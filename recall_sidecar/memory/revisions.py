"""What an answer rests on, in a word: while it is the same, what was found before would be found again."""

from collections.abc import Mapping, Sequence

from recall_sidecar.memory.conversations.folder import is_conversation
from recall_sidecar.memory.folders import Folder

__all__ = ["Revisions"]


class Revisions:
    """How often the folders of the index have changed, by their key."""

    def __init__(self) -> None:
        self._counts: Mapping[str, int] = {}
        # Counts what lets the others start again at 0: other settings, an index begun anew.
        self._epoch = 0

    @property
    def mark(self) -> tuple[tuple[str, int], ...]:
        """What is in the index, whoever may see it."""
        return tuple(self._counts.items())

    def keep(self, counts: Mapping[str, int]) -> None:
        """Take note of how often each folder has changed."""
        self._counts = counts

    def begin_anew(self) -> None:
        """Take note that nothing is as it was."""
        self._epoch += 1

    def of(self, folders: Sequence[Folder]) -> str:
        """Return the revision of `folders`, and of all conversations."""
        marks = (f"{folder.name}:{self._counts.get(folder.key, 0)}" for folder in folders)
        talk = sum(count for key, count in self._counts.items() if is_conversation(key))
        return " ".join((str(self._epoch), *marks, f"talk:{talk}"))
