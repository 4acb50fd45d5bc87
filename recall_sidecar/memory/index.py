"""Bring the index up to date with the files, in the writer's thread.

A file whose size, time and number are as last seen is not read, unless another limit gives more or less of it; one
that is read and has the same digest is not cut again. Work goes to disk in small transactions of whole files, so
that searches see a file as it was or as it is, and another process gets its turn.
"""

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from recall_sidecar.memory import documents
from recall_sidecar.memory.beneath import Entry, Problem, walk
from recall_sidecar.memory.chunks import Chunk
from recall_sidecar.memory.documents import Document
from recall_sidecar.memory.folders import Folder
from recall_sidecar.memory.port import IndexReport
from recall_sidecar.memory.schema import BUSY_MS, id_range
from recall_sidecar.memory.terms import date_tokens, tokens
from recall_sidecar.memory.triggered import keep_phrases
from recall_sidecar.memory.worker import Cancelled

__all__ = ["Refresh", "extent", "revisions"]

# A passage is about a kilobyte: a transaction of this many takes some tens of milliseconds.
_BATCH_PASSAGES = 256
_BATCH_FILES = 64
# Cutting this many takes some milliseconds.
_BREATH_PASSAGES = 8
_BREATH_S = 0.001
_LOCK_WAIT_S = 5.0
_LOCK_STEP_S = 0.05
# A file changed this lately may change again without its time showing it; it is read again next time.
_SETTLED_NS = 2_000_000_000
_UNSETTLED = -1


@dataclass(frozen=True, slots=True)
class _Known:
    """What the index has of a file."""

    id: int
    size: int
    mtime_ns: int
    inode: int
    digest: bytes
    problem: str

    def shows(self, entry: Entry, max_bytes: int) -> bool:
        """Whether it is what reading up to `max_bytes` of the file would give."""
        seen = (self.size, self.mtime_ns, self.inode) == (entry.size, entry.mtime_ns, entry.inode)
        return seen and documents.still_holds(self.problem, entry.size, max_bytes)


@dataclass
class Refresh:
    """One pass over the folders; call `run` once.

    Attributes:
        now_ns: Wall time, to tell files that were changed a moment ago.
        cancelled: Ends the pass early, with what is done so far kept.
        on_commit: Called after each transaction with the folders' revisions.
    """

    connection: sqlite3.Connection
    folders: Sequence[Folder]
    max_file_bytes: int
    now_ns: int
    cancelled: Cancelled
    on_commit: Callable[[dict[str, int]], None]
    added: int = 0
    changed: int = 0
    removed: int = 0
    problems: list[str] = field(default_factory=list)
    _passages_pending: int = 0
    _files_pending: int = 0
    _since_breath: int = 0
    _touched: set[int] = field(default_factory=set)

    def run(self, *, rebuild: bool = False) -> IndexReport:
        """Do it and report; `rebuild` forgets everything first.

        Raises:
            sqlite3.Error: The index cannot be written.
        """
        if rebuild:
            self._forget_all()
        self._forget_other_folders()
        # A folder that is configured twice is indexed once.
        for folder in {folder.key: folder for folder in self.folders}.values():
            self._folder(folder)
        self._commit()
        # Another process may have changed the index too.
        self.on_commit(revisions(self.connection))
        files, passages = extent(self.connection)
        return IndexReport(
            files, passages, self.added, self.changed, self.removed, problems=tuple(self.problems)
        )

    def _folder(self, folder: Folder) -> None:
        folder_id = self._folder_id(folder)
        known = self._known(folder_id)
        seen: set[str] = set()
        for entry in walk(folder.root, folder.enters, folder.holds):
            if self.cancelled.is_set():
                return
            if isinstance(entry, Problem):
                self._problem(folder, entry.path, entry.reason)
            elif self._file(folder, folder_id, entry, known.get(entry.path)):
                seen.add(entry.path)
        for path in known.keys() - seen:
            self._begin(folder_id)
            self._drop(folder_id, path)
            self.removed += 1
            self._commit_when_full()

    def _file(self, folder: Folder, folder_id: int, entry: Entry, known: _Known | None) -> bool:
        """Bring one file up to date; return whether the index has it afterwards."""
        if known is not None and known.shows(entry, self.max_file_bytes):
            self._problem(folder, entry.path, known.problem)
            return True
        try:
            document = documents.read(folder.root, entry.path, max_bytes=self.max_file_bytes)
        except OSError as error:
            self._problem(folder, entry.path, error.strerror or type(error).__name__)
            return False
        if document is None:
            return False
        self._problem(folder, entry.path, document.problem)
        if known is not None and known.digest == document.digest and known.problem == document.problem:
            self._seen_again(known.id, document)
            return True
        self._begin(folder_id)
        self._drop(folder_id, entry.path)
        self._store(folder, folder_id, entry.path, document)
        if known is None:
            self.added += 1
        else:
            self.changed += 1
        self._commit_when_full()
        return True

    def _store(self, folder: Folder, folder_id: int, path: str, document: Document) -> None:
        trust = folder.trust(path)
        file_id = self.connection.execute(
            "INSERT INTO file(folder_id, path, size, mtime_ns, inode, digest, origin, visibility, problem, "
            "passages, terms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0)",
            (
                folder_id, path, document.size, self._settled(document), document.inode, document.digest,
                trust.origin.value, trust.visibility, document.problem,
            ),
        ).lastrowid  # fmt: skip
        first, after = id_range(folder_id, trust.visibility)
        newest = self.connection.execute(
            "SELECT max(id) FROM passage WHERE id >= ? AND id < ?", (first, after)
        ).fetchone()[0]
        passages = terms = 0
        for number, chunk in enumerate(folder.passages(document.text, path), (newest or first) + 1):
            terms += self._add(number, file_id, chunk)
            passages += 1
            self._breathe()
        self.connection.execute(
            "UPDATE file SET passages = ?, terms = ? WHERE id = ?", (passages, terms, file_id)
        )
        self._passages_pending += passages

    def _breathe(self) -> None:
        """Let go of the interpreter now and then, so that the event loop does not feel that a refresh runs.

        Raises:
            sqlite3.OperationalError: Nobody waits for the refresh any more; what is not committed is not kept.
        """
        self._since_breath += 1
        if self._since_breath == _BREATH_PASSAGES:
            self._since_breath = 0
            if self.cancelled.wait(_BREATH_S):
                error = sqlite3.OperationalError("interrupted")
                error.sqlite_errorcode = sqlite3.SQLITE_INTERRUPT
                raise error

    def _add(self, number: int, file_id: int | None, chunk: Chunk) -> int:
        """Store one passage and return how many terms it has."""
        day = chunk.date
        self.connection.execute(
            "INSERT INTO passage(id, file_id, from_line, to_line, heading, date, text, importance, origin) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                number, file_id, chunk.from_line, chunk.to_line, chunk.heading, day and day.isoformat(), chunk.text,
                chunk.annotation.importance, chunk.origin and chunk.origin.value,
            ),
        )  # fmt: skip
        keep_phrases(self.connection, number, chunk.annotation.triggers)
        terms = [*tokens(chunk.heading), *tokens(chunk.text), *(date_tokens(day) if day else ())]
        self.connection.execute("INSERT INTO words(rowid, terms) VALUES (?, ?)", (number, " ".join(terms)))
        return len(terms)

    def _drop(self, folder_id: int, path: str) -> None:
        # By path, not by what was read before: another process may have stored the file meanwhile.
        for (file_id,) in self.connection.execute(
            "SELECT id FROM file WHERE folder_id = ? AND path = ?", (folder_id, path)
        ).fetchall():
            ids = self.connection.execute("SELECT id FROM passage WHERE file_id = ?", (file_id,)).fetchall()
            self.connection.executemany("DELETE FROM words WHERE rowid = ?", ids)
            self.connection.execute("DELETE FROM passage WHERE file_id = ?", (file_id,))
            self.connection.execute("DELETE FROM file WHERE id = ?", (file_id,))

    def _seen_again(self, file_id: int, document: Document) -> None:
        """Note how a file looks whose content is as before."""
        self._begin()
        self.connection.execute(
            "UPDATE file SET size = ?, mtime_ns = ?, inode = ? WHERE id = ?",
            (document.size, self._settled(document), document.inode, file_id),
        )
        self._commit_when_full()

    def _settled(self, document: Document) -> int:
        return document.mtime_ns if document.mtime_ns < self.now_ns - _SETTLED_NS else _UNSETTLED

    def _forget_all(self) -> None:
        self._begin(*(int(row[0]) for row in self.connection.execute("SELECT id FROM folder")))
        for table in ("words", "passage", "file"):
            self.connection.execute(f"DELETE FROM {table}")  # noqa: S608 - names from the line above
        self._commit()

    def _forget_other_folders(self) -> None:
        keys = {folder.key for folder in self.folders}
        for folder_id, key in self.connection.execute("SELECT id, key FROM folder").fetchall():
            if key not in keys:
                self._begin()
                bounds = id_range(folder_id)
                self.connection.execute("DELETE FROM words WHERE rowid >= ? AND rowid < ?", bounds)
                self.connection.execute("DELETE FROM passage WHERE id >= ? AND id < ?", bounds)
                self.connection.execute("DELETE FROM file WHERE folder_id = ?", (folder_id,))
                self.connection.execute("DELETE FROM folder WHERE id = ?", (folder_id,))
                self._commit()

    def _folder_id(self, folder: Folder) -> int:
        query = "SELECT id FROM folder WHERE key = ?"
        row = self.connection.execute(query, (folder.key,)).fetchone()
        if row is None:
            self._begin()
            self.connection.execute("INSERT OR IGNORE INTO folder(key) VALUES (?)", (folder.key,))
            self._commit()
            row = self.connection.execute(query, (folder.key,)).fetchone()
        return int(row[0])

    def _known(self, folder_id: int) -> dict[str, _Known]:
        rows = self.connection.execute(
            "SELECT path, id, size, mtime_ns, inode, digest, problem FROM file WHERE folder_id = ?",
            (folder_id,),
        )
        return {path: _Known(*rest) for path, *rest in rows}

    def _problem(self, folder: Folder, path: str, reason: str) -> None:
        if reason:
            self.problems.append(f"{folder.name}/{path}: {reason}" if path else f"{folder.root}: {reason}")

    def _begin(self, *touched: int) -> None:
        self._touched.update(touched)
        waited = 0.0
        while not self.connection.in_transaction:
            try:
                self.connection.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or waited >= _LOCK_WAIT_S:
                    raise
                if self.cancelled.wait(_LOCK_STEP_S):
                    raise
                waited += _LOCK_STEP_S + BUSY_MS / 1000

    def _commit_when_full(self) -> None:
        self._files_pending += 1
        if self._passages_pending >= _BATCH_PASSAGES or self._files_pending >= _BATCH_FILES:
            self._commit()

    def _commit(self) -> None:
        if not self.connection.in_transaction:
            return
        self.connection.executemany(
            "UPDATE folder SET revision = revision + 1 WHERE id = ?", [(number,) for number in self._touched]
        )
        self.connection.execute("COMMIT")
        self._touched.clear()
        self._passages_pending = self._files_pending = 0
        self.on_commit(revisions(self.connection))


def revisions(connection: sqlite3.Connection) -> dict[str, int]:
    """Return the revision of each folder by its key."""
    return dict(connection.execute("SELECT key, revision FROM folder").fetchall())


def extent(connection: sqlite3.Connection) -> tuple[int, int]:
    """Return how many files and passages the index holds."""
    row = connection.execute("SELECT count(*), coalesce(sum(passages), 0) FROM file").fetchone()
    return int(row[0]), int(row[1])
