"""The index file: its tables, and how it is opened; memory/migrations.py makes them.

```text
folder    a configured folder; its revision grows with every change of what is in it. One with a `base_id` is a scope: those
          entries of its base that belong to the same `projects`, so that they have numbers of their own
file      a memory file: what was seen of it on disk, who may see it, how much is in it that belongs to no project
keyed     how much of a file belongs to the projects of a scope
passage   a piece of a file with its place
words     FTS5 over a passage's terms (memory/terms.py cuts them; FTS5 only splits at spaces)
vector    what a passage means to an embedding model; without a value where the model cannot read it
spare_vector  vectors of passages that are gone, for others that say the same; empty once all passages have theirs
coded     what scoring needs of a passage, in few bytes: its terms as numbers (memory/counting.py)
vocabulary  which words there are, as FTS5 keeps them
trigger_term  terms of a curated entry's trigger phrases, each phrase with how many it has
```

A passage's number says who may see it: `folder`, then private or shared, then a counter. So what a viewer may see is
a few ranges of numbers, which bound every full-text query from within.
"""

import contextlib
import os
import sqlite3
from pathlib import Path
from urllib.parse import quote

from recall_sidecar.errors import MemoryStoreError
from recall_sidecar.memory.laid import Laying
from recall_sidecar.memory.migrations import MIGRATIONS
from recall_sidecar.memory.reader import Reader

__all__ = [
    "BUSY_MS",
    "COUNTER_BITS",
    "MIGRATIONS",
    "SIDE_FILES",
    "connect_reader",
    "connect_writer",
    "explain",
    "id_range",
    "is_corrupt",
    "set_aside",
]

COUNTER_BITS = 40
BUSY_MS = 200
SIDE_FILES = ("", "-wal", "-shm")


def connect_writer(file: Path) -> sqlite3.Connection:
    """Open the index for writing; make it, or bring it to the newest schema, where needed.

    An index that is up to date is opened without taking any lock.

    Raises:
        MemoryStoreError: The index was written by a newer program.
        sqlite3.Error: It cannot be opened; `is_corrupt` tells whether a new one would help.
    """
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # SQLite gives its side files the same mode. To close one that is there would take the locks of all its connections.
    with contextlib.suppress(FileExistsError):
        os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
    connection = _connect(file)
    try:
        _prepare(connection, file)
    except BaseException:
        connection.close()
        raise
    return connection


def connect_reader(file: Path, laid: Laying | None = None) -> sqlite3.Connection:
    """Open the index for reading; it answers while others write. What is `laid` out in memory it shares with other readers."""
    connection = _connect(file, Reader)
    assert isinstance(connection, Reader)  # noqa: S101 - that is what was asked for
    connection.laying = laid
    connection.execute("PRAGMA query_only = ON")
    return connection


def id_range(folder_id: int, visibility: str | None = None) -> tuple[int, int]:
    """Return the first passage number of a folder and the one after its last; of one visibility if named."""
    first = folder_id * 2 + (visibility == "shared")
    scopes = 2 if visibility is None else 1
    return first << COUNTER_BITS, (first + scopes) << COUNTER_BITS


def is_corrupt(error: BaseException) -> bool:
    """Return whether `error` says that the file is damaged or no database."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return code in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}


def set_aside(file: Path) -> Path:
    """Rename a damaged index to the first free `NAME.corrupt-N`, and return that."""
    number = 1
    while (kept := file.with_name(f"{file.name}.corrupt-{number}")).exists():
        number += 1
    for side in SIDE_FILES:
        damaged = file.with_name(file.name + side)
        if damaged.exists():
            damaged.rename(kept.with_name(kept.name + side))
    return kept


def explain(error: BaseException, file: Path) -> MemoryStoreError:
    """Return the error to show for what SQLite or the file system raised: what, where and what to do."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    told = {
        sqlite3.SQLITE_BUSY: "is locked by another process; stop it, or try again later",
        sqlite3.SQLITE_FULL: "cannot grow, because the disk is full; make room",
        sqlite3.SQLITE_READONLY: "is read-only; make it and its folder writable",
        sqlite3.SQLITE_CANTOPEN: "cannot be opened; check that its folder is there and writable",
        sqlite3.SQLITE_CORRUPT: "is damaged; the next refresh moves it aside and builds it anew",
        sqlite3.SQLITE_NOTADB: "is not a database; the next refresh moves it aside and builds it anew",
        sqlite3.SQLITE_INTERRUPT: "was closed while it was used",
    }
    return MemoryStoreError(f"The memory index {file} {told.get(code, f'failed: {error}')}.")


def _connect(file: Path, kind: type[sqlite3.Connection] = sqlite3.Connection) -> sqlite3.Connection:
    # Worker threads own their connections; interrupting one from outside is what SQLite allows.
    connection = sqlite3.connect(
        f"file:{quote(str(file))}?mode=rw",
        uri=True,
        isolation_level=None,
        check_same_thread=False,
        factory=kind,
    )
    connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
    connection.execute("PRAGMA synchronous = NORMAL")
    return connection


def _prepare(connection: sqlite3.Connection, file: Path) -> None:
    if connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        connection.execute("PRAGMA journal_mode = WAL")
    version = _version(connection)
    if version > len(MIGRATIONS):
        message = (
            f"The memory index {file} has schema {version}, written by a newer recall-sidecar "
            f"(this one knows {len(MIGRATIONS)}); upgrade, or move the file away to have it built anew."
        )
        raise MemoryStoreError(message)
    if version < len(MIGRATIONS):
        connection.execute("BEGIN IMMEDIATE")
        # Another process may have done it while this one waited for the lock.
        for number, migrate in enumerate(MIGRATIONS[_version(connection) :], _version(connection) + 1):
            migrate(connection)
            connection.execute(f"PRAGMA user_version = {number}")
        connection.execute("COMMIT")


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])
