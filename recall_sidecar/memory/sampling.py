"""What script somebody's notes are in, from the beginnings of some of them, before anything is indexed."""

from collections.abc import Sequence
from itertools import islice

from recall_sidecar.memory import documents
from recall_sidecar.memory.beneath import Entry, walk
from recall_sidecar.memory.embedding.scripts import has_letters, is_mostly_latin
from recall_sidecar.memory.folders import Folder

__all__ = ["count_scripts"]

_FILES = 200
_BYTES = 4096


def count_scripts(folders: Sequence[Folder]) -> tuple[int, int]:
    """Return of how many notes the beginning was read, and how many of these are mostly not in Latin letters."""
    read = others = 0
    for folder in folders:
        entries = (e for e in walk(folder.root, folder.enters, folder.holds) if isinstance(e, Entry))
        for entry in islice(entries, _FILES - read):
            try:
                document = documents.read(folder.root, entry.path, max_bytes=_BYTES)
            except OSError:
                continue
            if document is not None and has_letters(document.text):
                read += 1
                others += not is_mostly_latin(document.text)
    return read, others
