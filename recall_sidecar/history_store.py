"""Turns on disk: one SQLite file, used by one thread.

What a turn is about (ids, scores, times, outcome) and what it said (query, hits, block) lie in two tables, so that the
words can be purged long before the rest. Deleted words are overwritten in the file, not only unlinked.
"""

import errno
import os
import sqlite3
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Self, TypeVar

import orjson

from recall_sidecar.errors import MemoryStoreError
from recall_sidecar.trace import TurnTrace
from recall_sidecar.trace_json import TEXT_KEYS, to_json

__all__ = ["SCHEMA_VERSION", "HistoryStore"]

T = TypeVar("T")
SCHEMA_VERSION = 1
_SCHEMA = """
CREATE TABLE turns (
    trace_id TEXT PRIMARY KEY, started_ms INTEGER NOT NULL, session_key TEXT, record BLOB NOT NULL
) WITHOUT ROWID;
CREATE INDEX turns_by_start ON turns (started_ms);
CREATE TABLE texts (
    trace_id TEXT PRIMARY KEY REFERENCES turns (trace_id) ON DELETE CASCADE, started_ms INTEGER NOT NULL,
    words BLOB NOT NULL
) WITHOUT ROWID;
CREATE INDEX texts_by_start ON texts (started_ms);
"""
# Whose texts are words, beside those of TEXT_KEYS.
_PARTS = ("hits", "clauses")
_READ = "SELECT turns.record, texts.words FROM turns LEFT JOIN texts USING (trace_id)"
_BUSY_TIMEOUT_S = 5.0


class HistoryStore:
    """An open history; close it with `close`. Every method raises `MemoryStoreError` when the file is unusable."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open the history at `path`, made when there is none, readable by its owner alone."""
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # SQLite gives its side files the mode of the main file, so the main file is made first. One that is there is left
        # alone: to close it would take the locks of all connections that this process has to it.
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
        if path.is_symlink():
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
        with _mapped():
            connection = sqlite3.connect(path, timeout=_BUSY_TIMEOUT_S, isolation_level=None)
            try:
                _prepare(connection)
            except BaseException:
                connection.close()
                raise
        return cls(connection)

    def add(self, trace: TurnTrace, *, keep_texts: bool) -> None:
        """Keep a turn; its words only with `keep_texts`."""
        started_ms = _ms(trace.started_at)
        record = to_json(trace, redacted=True)
        with _mapped(), _transaction(self._connection) as run:
            run(
                "INSERT OR REPLACE INTO turns VALUES (?, ?, ?, ?)",
                (trace.trace_id, started_ms, trace.session_key, orjson.dumps(record, default=str)),
            )
            if keep_texts:
                words = orjson.dumps(_words(to_json(trace)), default=str)
                run("INSERT INTO texts VALUES (?, ?, ?)", (trace.trace_id, started_ms, words))

    def recent(self, limit: int, *, session_key: str | None = None) -> list[dict[str, Any]]:
        """Return the newest turns first in their JSON form, those of one session when it is named."""
        query = f"{_READ} WHERE ?1 IS NULL OR turns.session_key = ?1 ORDER BY turns.started_ms DESC LIMIT ?2"
        with _mapped():
            return [_joined(*row) for row in self._connection.execute(query, (session_key, limit))]

    def collect(
        self,
        take: Callable[[dict[str, Any]], T | None],
        limit: int,
        *,
        before: str | None = None,
        since: datetime | None = None,
    ) -> list[T]:
        """Return what `take` makes of the newest turns that it makes anything of.

        Those alone are looked at whose id comes before `before` and which began at `since` or later, where these are given.

        One turn is read after the other, so that a long history takes time and no memory.
        """
        query = (
            f"{_READ} WHERE (?1 IS NULL OR turns.trace_id < ?1) AND (?2 IS NULL OR turns.started_ms >= ?2)"
            " ORDER BY turns.trace_id DESC"
        )
        asked = (before, None if since is None else _ms(since))
        taken: list[T] = []
        with _mapped(), closing(self._connection.execute(query, asked)) as rows:
            for row in rows:
                if len(taken) >= limit:
                    break
                if (found := take(_joined(*row))) is not None:
                    taken.append(found)
        return taken

    def find(self, trace_id: str) -> dict[str, Any] | None:
        """Return the turn of that id, or of the only id that begins so."""
        start = trace_id.upper()
        query = f"{_READ} WHERE substr(turns.trace_id, 1, length(?1)) = ?1 LIMIT 2"
        with _mapped():
            rows = self._connection.execute(query, (start,)).fetchall() if start else []
        return _joined(*rows[0]) if len(rows) == 1 else None

    def purge(self, now: datetime, *, history_days: int, keep_text_days: int) -> int:
        """Delete turns older than `history_days` and words older than `keep_text_days`; return how many turns went.

        With 0 `keep_text_days` all words go.
        """
        words_before = _ms(now - timedelta(days=keep_text_days)) if keep_text_days else sys.maxsize
        with _mapped():
            with _transaction(self._connection) as run:
                run("DELETE FROM texts WHERE started_ms < ?", (words_before,))
                gone = run(
                    "DELETE FROM turns WHERE started_ms < ?", (_ms(now - timedelta(days=history_days)),)
                )
            # The write-ahead log holds old pages until it is emptied; what keeps it now does not keep it the next time.
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        return gone.rowcount

    def forget(self, is_meant: Callable[[dict[str, Any]], bool]) -> int:
        """Delete the words of the turns that `is_meant` says, given in their JSON form; return how many they were."""
        with _mapped():
            rows = self._connection.execute(f"{_READ} WHERE texts.words IS NOT NULL").fetchall()
            meant = [(turn["traceId"],) for turn in (_joined(*row) for row in rows) if is_meant(turn)]
            with _transaction(self._connection) as run:
                for name in meant:
                    run("DELETE FROM texts WHERE trace_id = ?", name)
            ((is_busy, *_),) = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        if is_busy:
            message = "the trace history is being read by another program, so its log holds what was deleted for up to an hour more"
            raise MemoryStoreError(message)
        return len(meant)

    def close(self) -> None:
        """Release the file."""
        self._connection.close()


def _prepare(connection: sqlite3.Connection) -> None:
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "secure_delete=ON", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}").fetchall()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > SCHEMA_VERSION:
        message = (
            f"the trace history has schema {version}, this program knows {SCHEMA_VERSION}: "
            "start the newer program, or move history.sqlite3 away"
        )
        raise MemoryStoreError(message)
    if version == 0:
        connection.executescript(f"BEGIN IMMEDIATE; {_SCHEMA} PRAGMA user_version={SCHEMA_VERSION}; COMMIT;")


@contextmanager
def _mapped() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        message = f"the trace history cannot be used ({type(error).__name__}): run `recall-sidecar doctor`, or move history.sqlite3 away"
        raise MemoryStoreError(message) from error


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[Callable[..., sqlite3.Cursor]]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield connection.execute
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _words(record: Mapping[str, Any]) -> dict[str, Any]:
    said = {part: [each["text"] for each in record[part]] for part in _PARTS}
    return {**{key: record[key] for key in TEXT_KEYS}, **said}


def _joined(record: bytes, words: bytes | None) -> dict[str, Any]:
    turn: dict[str, Any] = orjson.loads(record)
    if words is None:
        return turn
    said = orjson.loads(words)
    for part in _PARTS:
        # Of turns that an earlier version kept, some parts say nothing.
        for each, text in zip(turn.get(part, ()), said.pop(part, ()), strict=True):
            each["text"] = text
    return {**turn, **said, "redacted": False}


def _ms(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)
