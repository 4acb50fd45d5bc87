"""Find what is to be forgotten, and take it out of the files that hold it. What was made from them is others' to clean."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from recall_sidecar.errors import MemoryStoreError
from recall_sidecar.memory import documents, editing, notes
from recall_sidecar.memory.conversations.folder import NAME as CONVERSATIONS
from recall_sidecar.memory.conversations.records import read_turns, shown, turns_at
from recall_sidecar.memory.conversations.store import ConversationStore
from recall_sidecar.memory.edits import Found, ToForget
from recall_sidecar.memory.files import places
from recall_sidecar.memory.folders import Folder
from recall_sidecar.memory.lines import numbered

__all__ = ["find", "take_out"]


def find(
    wanted: ToForget, folders: Sequence[Folder], conversations: ConversationStore, max_file_bytes: int
) -> list[Found]:
    """Return what `wanted` names in `folders` and in all conversations; blocks on the disk."""
    if wanted.session_key or wanted.path.startswith(f"{CONVERSATIONS}/"):
        return list(_conversations(wanted, conversations))
    for folder, relative in places(folders, wanted.path):
        if not folder.holds(relative):
            continue
        document = documents.read(folder.root, relative, max_bytes=max_file_bytes)
        if document is not None:
            return list(_lines(wanted, folder, relative, document.text))
    return []


def take_out(found: Sequence[Found], conversations: ConversationStore) -> None:
    """Take it all out of its files.

    Raises:
        MemoryStoreError: A note is not what it was when it was looked at.
        OSError: A file cannot be written.
    """
    for each in found:
        if each.folder is None:
            conversations.delete(Path(each.file), None if each.is_whole else each.turns)
        elif each.is_whole:
            notes.delete(each.folder.root, each.relative)
        else:
            notes.change(each.folder.root, each.relative, lambda text, each=each: _without(text, each))  # type: ignore[misc]


def _without(text: str, each: Found) -> str:
    # A byte-order mark is no part of the first line.
    if "\n".join(numbered(text.removeprefix("\ufeff"))[each.from_line - 1 : each.to_line]) != each.text:
        message = f"{each.path} has changed meanwhile; look at it again"
        raise MemoryStoreError(message)
    return editing.without_lines(text, each.from_line, each.to_line)


def _lines(wanted: ToForget, folder: Folder, relative: str, text: str) -> Iterator[Found]:
    lines = numbered(text)
    is_whole = wanted.from_line is None
    first = wanted.from_line or 1
    last = len(lines) if is_whole else min(wanted.to_line or first, len(lines))
    if first <= last:
        said = "\n".join(lines[first - 1 : last])
        yield Found(f"{folder.root}/{relative}", wanted.path, first, last, said, is_whole, folder, relative)


def _conversations(wanted: ToForget, conversations: ConversationStore) -> Iterator[Found]:
    for file, session, text in conversations.sessions():
        path = f"{CONVERSATIONS}/{file.parent.name}/{file.name}"
        if (wanted.session_key and session.session_key != wanted.session_key) or (
            wanted.path and path != wanted.path
        ):
            continue
        lines = numbered(shown(text))
        if wanted.from_line is None:
            yield Found(str(file), path, 1, len(lines), "\n".join(lines), is_whole=True)
            continue
        first, last = wanted.from_line, wanted.to_line or wanted.from_line
        turns, first, last = turns_at(text, first, last)
        if turns:
            is_whole = len(turns) == len(read_turns(text))
            said = "\n".join(lines[first - 1 : last])
            yield Found(str(file), path, first, last, said, is_whole, turns=turns)
