"""The files of captured conversations: `SCOPE/DAY/SESSION-NUMBER.jsonl`, for this user alone.

They are the only place where a conversation is kept; the index is made from them and can be made anew. What `add` has
returned for is on disk. One lock keeps two processes apart; every other reader sees whole lines, or one that a crash
left half-written and that reads as none.
"""

import fcntl
import os
import shutil
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path

from recall_sidecar.memory.conversations.folder import (
    ConversationFolder,
    conversation_folder,
    folder_of,
    is_scope,
    segment_name,
)
from recall_sidecar.memory.conversations.port import Purged
from recall_sidecar.memory.conversations.records import (
    CapturedTurn,
    Session,
    read_session,
    read_turns,
    written,
)
from recall_sidecar.memory.conversations.scopes import Scope
from recall_sidecar.memory.port import Viewer
from recall_sidecar.private import make_folder, replace_file

__all__ = ["ConversationStore"]

# A file that grows is cut and embedded anew, so it must not grow for long.
_TURNS_IN_A_FILE = 16
_MEGABYTE = 1_000_000
_MOST_UNWANTED = 20_000


class ConversationStore:
    """The conversations below `root`; nothing is made before something is kept."""

    def __init__(self, root: Path) -> None:
        self.root = root
        # Ids of turns that were deleted by somebody's wish, for as long as this program runs: a host may hand one over again.
        self._unwanted: dict[str, None] = {}

    def folders(self) -> list[ConversationFolder]:
        """Return every scope there is."""
        try:
            names = sorted(
                entry.name for entry in os.scandir(self.root) if entry.is_dir(follow_symlinks=False)
            )
        except FileNotFoundError:
            return []
        return [folder_of(str(self.root), name) for name in names if is_scope(name)]

    def folder(self, viewer: Viewer) -> ConversationFolder | None:
        """Return the conversations that `viewer` may see; nothing on disk is looked at."""
        return conversation_folder(str(self.root), viewer)

    def add(self, scope: Scope, session: Session, turn: CapturedTurn) -> bool:
        """Store a turn; return False when it is stored already, or was deleted.

        Raises:
            OSError: It could not be written.
        """
        with self._locked():
            if turn.id in self._unwanted:
                return False
            own = sorted(
                (self.root / scope.name).glob(
                    f"*/{segment_name(session.session_key, session.session_id, '*')}"
                )
            )
            known = [read_turns(_text(file)) for file in own[-2:]]
            if any(turn.id == each.id for turns in known for each in turns):
                return False
            day = self.root / scope.name / turn.at.date().isoformat()
            continues = own and own[-1].parent == day and len(known[-1]) < _TURNS_IN_A_FILE
            number = int(own[-1].stem.rpartition("-")[2]) + (not continues) if own else 1
            make_folder(day)
            _append(day / segment_name(session.session_key, session.session_id, number), session, turn)
        return True

    def purge(self, before: date, max_mb: int) -> Purged:
        """Delete days before `before`, then the oldest days until no more than `max_mb` are left.

        Raises:
            OSError: Something could not be deleted.
        """
        if not self.root.exists():
            return Purged()
        old = crowded = 0
        with self._locked():
            days = sorted(self._days(), key=lambda day: day.name)
            sizes = {day: sum(file.stat().st_size for file in day.iterdir()) for day in days}
            room = max_mb * _MEGABYTE - sum(sizes.values())
            for day in days:
                is_old = day.name < before.isoformat()
                if not is_old and room >= 0:
                    continue
                count = len(list(day.iterdir()))
                shutil.rmtree(day)
                room += sizes[day]
                old, crowded = (old + count, crowded) if is_old else (old, crowded + count)
            self._tidy()
        return Purged(old, crowded)

    def sessions(self) -> Iterator[tuple[Path, Session, str]]:
        """Yield every file with its conversation and its text; one that does not say whose it is is left out."""
        for file in sorted(self.root.glob("*/*/*.jsonl")):
            text = _text(file)
            if (session := read_session(text)) is not None:
                yield file, session, text

    def delete(self, file: Path, turns: frozenset[str] | None = None) -> None:
        """Delete a file, or only `turns` of it, which name them by their ids.

        Raises:
            OSError: It could not be written.
        """
        with self._locked():
            text = _text(file)
            session, stored = read_session(text), read_turns(text)
            kept = [] if turns is None else [turn for turn in stored if turn.id not in turns]
            self._refuse({turn.id for turn in stored} - {turn.id for turn in kept})
            if kept and session is not None:
                replace_file(file, (written(session) + "".join(map(written, kept))).encode())
            else:
                file.unlink(missing_ok=True)
                # What a deletion of some turns that was killed left behind.
                file.with_name(f"{file.name}.new").unlink(missing_ok=True)
            self._tidy()

    def _refuse(self, turns: Collection[str]) -> None:
        self._unwanted |= dict.fromkeys(turns)
        for name in list(self._unwanted)[: max(len(self._unwanted) - _MOST_UNWANTED, 0)]:
            del self._unwanted[name]

    def _days(self) -> Iterator[Path]:
        for folder in self.folders():
            with os.scandir(folder.root) as entries:
                yield from (Path(entry.path) for entry in entries if folder.enters(entry.name))

    def _tidy(self) -> None:
        """Take away what has become empty."""
        for day in list(self._days()):
            if not any(day.iterdir()):
                day.rmdir()
        for folder in self.folders():
            if not any(Path(folder.root).iterdir()):
                Path(folder.root).rmdir()

    @contextmanager
    def _locked(self) -> Iterator[None]:
        make_folder(self.root)
        descriptor = os.open(
            self.root / ".lock", os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600
        )
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            yield
        finally:
            os.close(descriptor)


def _text(file: Path) -> str:
    try:
        return file.read_text("utf-8", "replace")
    except FileNotFoundError:
        return ""


def _append(file: Path, session: Session, turn: CapturedTurn) -> None:
    """Write a turn at the end of a file and wait until the disk has it."""
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
    descriptor = os.open(file, flags, 0o600)
    try:
        size = os.fstat(descriptor).st_size
        lead = written(session) if size == 0 else ""
        # A line that a crash left half-written must not take this one with it.
        if size and os.pread(descriptor, 1, size - 1) != b"\n":
            lead = "\n"
        data = (lead + written(turn)).encode()
        while data:
            data = data[os.write(descriptor, data) :]
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    if size == 0:
        for folder in (file.parent, file.parent.parent, file.parent.parent.parent):
            _sync(folder)


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
