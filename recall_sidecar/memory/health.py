"""Look at an index from outside, as `doctor` does: sound or not, and how far it is behind the files. Nothing is changed.

The daemon may have it open meanwhile; no lock is taken that would hold it up.
"""

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from urllib.parse import quote

from recall_sidecar.memory.beneath import Entry
from recall_sidecar.memory.figures import extent
from recall_sidecar.memory.folders import Folder
from recall_sidecar.memory.known import Known, known, walked
from recall_sidecar.memory.places import WHOLE
from recall_sidecar.memory.schema import MIGRATIONS, explain, is_corrupt

__all__ = ["Behind", "Health", "behind", "has_full_text", "look_at", "sqlite_version"]

_PATIENCE_S = 1.0
# A file that was read while it was new: it is read again anyway, and is no sign of an index that lags.
_UNSETTLED = -1


@dataclass(frozen=True, slots=True)
class Health:
    """What an index is like; `why` is the reason that it cannot be used, in SQLite's or the system's words."""

    state: Literal["absent", "sound", "older", "newer", "damaged", "locked", "unreadable"]
    schema: int = 0
    files: int = 0
    passages: int = 0
    why: str = ""


@dataclass(frozen=True, slots=True)
class Behind:
    """How many of the files that stand in a folder, `files`, are not in the index as they are now; `gone` of the index are not there."""

    files: int
    stale: int
    gone: int


def has_full_text() -> bool:
    """Return whether Python's SQLite has FTS5, which searches by words."""
    with closing(sqlite3.connect(":memory:")) as connection:
        try:
            connection.execute("CREATE VIRTUAL TABLE words USING fts5(terms, detail = none)")
        except sqlite3.OperationalError:
            return False
    return True


def sqlite_version() -> str:
    """Return the version of Python's SQLite."""
    return sqlite3.sqlite_version


def look_at(file: Path) -> Health:
    """Return what the index at `file` is like; every page of it is read."""
    if not file.exists():
        return Health("absent")
    try:
        with closing(_opened(file)) as connection:
            schema = int(connection.execute("PRAGMA user_version").fetchone()[0])
            if schema > len(MIGRATIONS):
                return Health("newer", schema)
            ((verdict,),) = connection.execute("PRAGMA quick_check(1)").fetchall()
            if verdict != "ok":
                return Health("damaged", schema, why=str(verdict))
            if schema < len(MIGRATIONS):
                return Health("older", schema)
            files, passages = extent(connection)
    except sqlite3.Error as error:
        return Health(_state(error), why=str(error))
    return Health("sound", schema, files, passages)


def behind(file: Path, folders: Iterable[Folder], max_bytes: int) -> dict[str, Behind]:
    """Return by the folder's key how far the sound index at `file` is behind what stands in the folders.

    Raises:
        MemoryStoreError: The index cannot be read.
    """
    try:
        return _behind(file, folders, max_bytes)
    except sqlite3.Error as error:
        raise explain(error, file) from error


def _behind(file: Path, folders: Iterable[Folder], max_bytes: int) -> dict[str, Behind]:
    found: dict[str, Behind] = {}
    with closing(_opened(file)) as connection:
        numbers = dict(connection.execute("SELECT key, id FROM folder").fetchall())
        for folder in folders:
            number = numbers.get(folder.key)
            indexed = {} if number is None else known(connection, number, {WHOLE})
            stands = [each for each in walked(folder, {WHOLE}, lambda _: None) if isinstance(each, Entry)]
            stale = sum(not _shows(indexed.get(entry.path), entry, max_bytes) for entry in stands)
            gone = len(indexed.keys() - {entry.path for entry in stands})
            found[folder.key] = Behind(len(stands), stale, gone)
    return found


def _shows(indexed: Known | None, entry: Entry, max_bytes: int) -> bool:
    if indexed is None:
        return False
    is_new = indexed.mtime_ns == _UNSETTLED and indexed.size == entry.size
    return is_new or indexed.shows(entry, max_bytes)


def _opened(file: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(f"file:{quote(str(file))}?mode=ro", uri=True, timeout=_PATIENCE_S)
    try:
        connection.execute("PRAGMA query_only = ON")
    except BaseException:
        connection.close()
        raise
    return connection


def _state(error: sqlite3.Error) -> Literal["damaged", "locked", "unreadable"]:
    if is_corrupt(error):
        return "damaged"
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return "locked" if code in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED} else "unreadable"
