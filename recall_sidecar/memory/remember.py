"""Write an entry into the file that an agent's owner curates."""

from collections.abc import Sequence
from pathlib import Path

from recall_sidecar.errors import MemoryStoreError
from recall_sidecar.memory import editing, notes
from recall_sidecar.memory.edits import Remembered, ToRemember
from recall_sidecar.memory.folders import Folder

__all__ = ["remember"]

_CURATED = "MEMORY.md"


def remember(wanted: ToRemember, agent_id: str, folders: Sequence[Folder]) -> Remembered:
    """Write the entry; `folders` are memory of the agent. Blocks on the disk.

    Raises:
        MemoryStoreError: No folder can take it, or the file cannot be changed.
        OSError: It cannot be written.
    """
    folder, path = _place(wanted.file, agent_id, folders)
    line = editing.entry(wanted.text, triggers=wanted.triggers, importance=wanted.importance)
    at, is_new = 0, True

    def edit(text: str) -> str:
        nonlocal at, is_new
        plain = text.replace("\r\n", "\n")
        lines = plain.split("\n")
        is_new = line not in lines
        if not is_new:
            at = lines.index(line) + 1
            return text
        changed, at = editing.with_entry(plain, line, wanted.day)
        return changed.replace("\n", "\r\n") if "\r\n" in text else changed

    notes.change(folder.root, path, edit)
    return Remembered(f"{folder.root}/{path}", path, at, is_new)


def _place(file: str, agent_id: str, folders: Sequence[Folder]) -> tuple[Folder, str]:
    """Return the folder and the path below it; the agent's own folder goes before one of everybody's."""
    own_first = sorted(folders, key=lambda folder: agent_id not in folder.settings.agents)
    if not file:
        for folder in own_first:
            if folder.settings.layout == "openclaw":
                return folder, _as_it_is_spelt(folder.root, _CURATED)
        message = (
            f"agent {agent_id} has no folder of layout openclaw to remember in; name one in [[memory.folders]], or the "
            "file to write to"
        )
        raise MemoryStoreError(message)
    if not file.isprintable():
        message = "the name of the file holds signs that cannot be seen; name a file that memory reads"
        raise MemoryStoreError(message)
    for folder in own_first:
        path = file.removeprefix(f"{folder.root}/").removeprefix("./")
        is_plain = not path.startswith("/") and not {"", ".", ".."} & {*path.split("/")}
        if is_plain and folder.holds(path):
            return folder, path
    message = (
        f"{file} is no file that memory of agent {agent_id} would read; see [[memory.folders]] for what is"
    )
    raise MemoryStoreError(message)


def _as_it_is_spelt(root: str, name: str) -> str:
    try:
        found = sorted(
            entry.name for entry in Path(root).iterdir() if entry.name.casefold() == name.casefold()
        )
    except OSError:
        return name
    return name if name in found or not found else found[0]
