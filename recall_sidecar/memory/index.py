"""Bring the index up to date with the files, in the writer's thread: with all of them, or with those that may have changed.

A file whose size, time and number are as last seen is not read, unless another limit gives more or less of it; one
that is read and has the same digest is not cut again. Work goes to disk in small transactions of whole files, so
that searches see a file as it was or as it is, and another process gets its turn.
"""

import sqlite3
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from recall_sidecar.memory import documents
from recall_sidecar.memory.beneath import Entry, Problem
from recall_sidecar.memory.chunks import Chunk
from recall_sidecar.memory.counting import coded
from recall_sidecar.memory.documents import Document
from recall_sidecar.memory.figures import extent, revisions
from recall_sidecar.memory.folders import Folder, Trust
from recall_sidecar.memory.known import Known, known, walked
from recall_sidecar.memory.lots import Lots
from recall_sidecar.memory.openclaw.provenance import NOTHING_RECORDED, Recorded
from recall_sidecar.memory.places import WHOLE, Places
from recall_sidecar.memory.port import IndexReport
from recall_sidecar.memory.reading import Reading
from recall_sidecar.memory.schema import id_range
from recall_sidecar.memory.scopes import FileScopes, forget_empty
from recall_sidecar.memory.seen import Seen
from recall_sidecar.memory.terms import date_tokens, tokens
from recall_sidecar.memory.triggered import keep_phrases
from recall_sidecar.memory.worker import Cancelled

__all__ = ["Refresh"]

# Cutting this many takes some milliseconds.
_BREATH_PASSAGES = 8
_BREATH_S = 0.001
# A file changed this lately may change again without its time showing it; it is read again next time.
_SETTLED_NS = 2_000_000_000
_UNSETTLED = -1


@dataclass
class Refresh:
    """One pass over the folders; call `run` once.

    Attributes:
        now_ns: Wall time, to tell files that were changed a moment ago.
        cancelled: Ends the pass early, with what is done so far kept.
        on_commit: Called after each transaction with the folders' revisions.
        places: What to look at by the folder's key, everything when None.
        progress: How far it is, for others to read.
        seen: What was seen beside what the index keeps.
        recorded: What the host has on record of the origins of a folder's files.
    """

    connection: sqlite3.Connection
    folders: Sequence[Folder]
    max_file_bytes: int
    now_ns: int
    cancelled: Cancelled
    on_commit: Callable[[dict[str, int]], None]
    places: Places | None = None
    progress: Reading = field(default_factory=Reading)
    seen: Seen = field(default_factory=Seen)
    recorded: Callable[[Folder], Recorded] = lambda _: NOTHING_RECORDED
    added: int = 0
    changed: int = 0
    removed: int = 0
    _since_breath: int = 0
    _record: Recorded = NOTHING_RECORDED

    def __post_init__(self) -> None:
        self._lots = Lots(self.connection, self.cancelled, self.on_commit)

    def run(self, *, rebuild: bool = False) -> IndexReport:
        """Do it and report; `rebuild` forgets everything first.

        Raises:
            sqlite3.Error: The index cannot be written.
        """
        if rebuild:
            self._forget_all()
        self._forget_other_folders()
        # A folder that is configured twice is indexed once.
        folders = {folder.key: folder for folder in self.folders}
        for key, folder in folders.items():
            places = {WHOLE} if self.places is None else self.places.get(key, ())
            if places:
                self.progress.folder = folder.root
                self._folder(folder, places)
        if rebuild or self.changed or self.removed:
            self._lots.begin()
            forget_empty(self.connection)
        self._lots.commit()
        # Another process may have changed the index too.
        self.on_commit(revisions(self.connection))
        files, passages = extent(self.connection)
        named = [(key, folder.name, folder.root) for key, folder in folders.items()]
        return IndexReport(
            files, passages, self.added, self.changed, self.removed, problems=self.seen.lines(named)
        )

    def _folder(self, folder: Folder, places: Collection[str]) -> None:
        folder_id = self._folder_id(folder)
        stored = known(self.connection, folder_id, places)
        entered = self.seen.entered.setdefault(folder.key, set())
        # Listed before any is read, so that it can be told how many there are.
        entries = [*takewhile(lambda _: not self.cancelled.is_set(), walked(folder, places, entered.add))]
        self.progress.files_of += len(entries)
        self._record = self.recorded(folder)
        for problem in self._record.problems:
            self._problem(folder, "", problem)
        seen: set[str] = set()
        for entry in entries:
            if self.cancelled.is_set():
                return
            if isinstance(entry, Problem):
                self._problem(folder, entry.path, entry.reason)
            elif self._file(folder, folder_id, entry, stored.get(entry.path)):
                seen.add(entry.path)
            self.progress.files += 1
        if self.cancelled.is_set():
            return
        for path in stored.keys() - seen:
            self._lots.begin(folder_id)
            self._drop(folder_id, path)
            self.removed += 1
            self._lots.commit_when_full()

    def _file(self, folder: Folder, folder_id: int, entry: Entry, known: Known | None) -> bool:
        """Bring one file up to date; return whether the index has it afterwards."""
        trust = self._trust(folder, entry.path, known)
        is_alike = known is not None and known.origin == trust.origin
        if known is not None and is_alike and known.shows(entry, self.max_file_bytes):
            self._problem(folder, entry.path, known.problem)
            return True
        try:
            document = documents.read(folder.root, entry.path, max_bytes=self.max_file_bytes)
        except OSError as error:
            self._problem(folder, entry.path, error.strerror or type(error).__name__)
            return False
        if document is None:
            return False
        if self._settled(document) == _UNSETTLED:
            self.seen.unsettled.setdefault(folder.key, set()).add(entry.path)
        self._problem(folder, entry.path, document.problem)
        if known is not None and is_alike and known.reads(document):
            self._seen_again(known.id, document)
            return True
        self._lots.begin(folder_id)
        self._drop(folder_id, entry.path)
        self._store(folder, folder_id, entry.path, document, trust)
        if known is None:
            self.added += 1
        else:
            self.changed += 1
        self._lots.commit_when_full()
        return True

    def _trust(self, folder: Folder, path: str, known: Known | None) -> Trust:
        trust = folder.trust(path)
        before = None if known is None else known.origin
        return Trust(self._record.lowered(path, trust.origin, before), trust.visibility)

    def _store(self, folder: Folder, folder_id: int, path: str, document: Document, trust: Trust) -> None:
        file_id = self.connection.execute(
            "INSERT INTO file(folder_id, path, size, mtime_ns, inode, digest, origin, visibility, problem, "
            "passages, terms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0)",
            (
                folder_id, path, document.size, self._settled(document), document.inode, document.digest,
                trust.origin.value, trust.visibility, document.problem,
            ),
        ).lastrowid  # fmt: skip
        scopes = FileScopes(self.connection, folder_id, folder.key, trust.visibility)
        for chunk in folder.chunks(document.text, path, trust):
            # What belongs to projects that cannot be read is for nobody.
            if chunk.projects is not None:
                scopes.count(chunk.projects, self._add(scopes.number(chunk.projects), file_id, chunk))
            self._breathe()
        passages = scopes.done(file_id)
        self._lots.passages += passages
        self.progress.passages += passages

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
        self.connection.execute(
            "INSERT INTO coded(passage_id, file_id, importance, terms) VALUES (?, ?, ?, ?)",
            (number, file_id, chunk.annotation.importance, coded(terms)),
        )
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
        self._lots.begin()
        self.connection.execute(
            "UPDATE file SET size = ?, mtime_ns = ?, inode = ? WHERE id = ?",
            (document.size, self._settled(document), document.inode, file_id),
        )
        self._lots.commit_when_full()

    def _settled(self, document: Document) -> int:
        return document.mtime_ns if document.mtime_ns < self.now_ns - _SETTLED_NS else _UNSETTLED

    def _forget_all(self) -> None:
        self._lots.begin(*(int(row[0]) for row in self.connection.execute("SELECT id FROM folder")))
        for table in ("words", "passage", "file"):
            self.connection.execute(f"DELETE FROM {table}")  # noqa: S608 - names from the line above
        self._lots.commit()

    def _forget_other_folders(self) -> None:
        keys = {folder.key for folder in self.folders}
        known = self.connection.execute("SELECT id, key, base_id FROM folder").fetchall()
        kept = {folder_id for folder_id, key, _ in known if key in keys}
        for folder_id, _, base_id in known:
            if folder_id not in kept and base_id not in kept:
                self._lots.begin()
                bounds = id_range(folder_id)
                self.connection.execute("DELETE FROM words WHERE rowid >= ? AND rowid < ?", bounds)
                self.connection.execute("DELETE FROM passage WHERE id >= ? AND id < ?", bounds)
                self.connection.execute("DELETE FROM file WHERE folder_id = ?", (folder_id,))
                self.connection.execute("DELETE FROM folder WHERE id = ?", (folder_id,))
                self._lots.commit()

    def _folder_id(self, folder: Folder) -> int:
        query = "SELECT id FROM folder WHERE key = ?"
        row = self.connection.execute(query, (folder.key,)).fetchone()
        if row is None:
            self._lots.begin()
            self.connection.execute("INSERT OR IGNORE INTO folder(key) VALUES (?)", (folder.key,))
            self._lots.commit()
            row = self.connection.execute(query, (folder.key,)).fetchone()
        return int(row[0])

    def _problem(self, folder: Folder, path: str, reason: str) -> None:
        if reason:
            self.seen.problems.setdefault(folder.key, {})[path] = reason
