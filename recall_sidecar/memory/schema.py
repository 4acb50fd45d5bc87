"""The index file: its tables, how they came about, and how it is opened.

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
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

from recall_sidecar.errors import MemoryStoreError
from recall_sidecar.memory import hanzi
from recall_sidecar.memory.counting import coded

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


_TABLES = """
CREATE TABLE folder(
    id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, revision INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE file(
    id INTEGER PRIMARY KEY, folder_id INTEGER NOT NULL REFERENCES folder, path TEXT NOT NULL,
    size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL, inode INTEGER NOT NULL, digest BLOB NOT NULL,
    origin TEXT NOT NULL, visibility TEXT NOT NULL, problem TEXT NOT NULL,
    passages INTEGER NOT NULL, terms INTEGER NOT NULL, UNIQUE(path, folder_id)
);
CREATE INDEX file_extent ON file(folder_id, visibility, passages, terms);
CREATE TABLE passage(
    id INTEGER PRIMARY KEY, file_id INTEGER NOT NULL REFERENCES file, from_line INTEGER NOT NULL,
    to_line INTEGER NOT NULL, heading TEXT NOT NULL, date TEXT, text TEXT NOT NULL
);
CREATE INDEX passage_file ON passage(file_id);
CREATE VIRTUAL TABLE words USING fts5(terms, detail = none, columnsize = 0, tokenize = "ascii tokenchars '_'")
"""


def _m001_passages(connection: sqlite3.Connection) -> None:
    for statement in _TABLES.split(";"):
        connection.execute(statement)


# A serial is never used twice, so it tells what is new; a passage's number may be. The trigger holds whoever deletes.
_VECTORS = """
CREATE TABLE vector(
    serial INTEGER PRIMARY KEY AUTOINCREMENT, passage_id INTEGER NOT NULL UNIQUE REFERENCES passage,
    model TEXT NOT NULL, value BLOB
);
CREATE TRIGGER passage_gone AFTER DELETE ON passage BEGIN DELETE FROM vector WHERE passage_id = old.id; END
"""


def _m002_vectors(connection: sqlite3.Connection) -> None:
    table, trigger = _VECTORS.split(";", 1)
    connection.execute(table)
    connection.execute(trigger)


_TRIGGERS = (
    "ALTER TABLE passage ADD COLUMN importance INTEGER",
    """CREATE TABLE trigger_term(
        term TEXT NOT NULL, passage_id INTEGER NOT NULL REFERENCES passage, phrase INTEGER NOT NULL,
        terms INTEGER NOT NULL, PRIMARY KEY(term, passage_id, phrase)
    ) WITHOUT ROWID""",
    "CREATE INDEX trigger_passage ON trigger_term(passage_id)",
    """CREATE TRIGGER passage_uncalled AFTER DELETE ON passage BEGIN
        DELETE FROM trigger_term WHERE passage_id = old.id;
    END""",
    # What was cut before annotations counted is cut again at the next refresh.
    "UPDATE file SET mtime_ns = -1, digest = x'' WHERE lower(path) IN ('memory.md', 'user.md')",
)


def _m003_triggers(connection: sqlite3.Connection) -> None:
    for statement in _TRIGGERS:
        connection.execute(statement)


_PROJECTS = (
    "ALTER TABLE folder ADD COLUMN base_id INTEGER REFERENCES folder",
    "ALTER TABLE folder ADD COLUMN projects TEXT",
    """CREATE TABLE keyed(
        folder_id INTEGER NOT NULL REFERENCES folder, file_id INTEGER NOT NULL REFERENCES file, visibility TEXT NOT NULL,
        passages INTEGER NOT NULL, terms INTEGER NOT NULL, PRIMARY KEY(folder_id, file_id)
    ) WITHOUT ROWID""",
    "CREATE INDEX keyed_file ON keyed(file_id)",
    "CREATE TRIGGER file_unkeyed AFTER DELETE ON file BEGIN DELETE FROM keyed WHERE file_id = old.id; END",
    # What was cut before projects were told apart is not searched any more, and is cut again at the next refresh.
    "DELETE FROM words",
    "DELETE FROM passage",
    "UPDATE file SET mtime_ns = -1, digest = x'', passages = 0, terms = 0",
)


def _m004_projects(connection: sqlite3.Connection) -> None:
    for statement in _PROJECTS:
        connection.execute(statement)


# A file that changed is cut anew, and most of its passages say what they said: their vectors wait there for them, until
# every passage has its own again. The digest is of what was embedded.
_SPARES = (
    "ALTER TABLE vector ADD COLUMN digest BLOB",
    # How far a model is, counted without reading vectors.
    "CREATE INDEX vector_space ON vector(model, length(value))",
    "CREATE TABLE spare_vector(model TEXT NOT NULL, digest BLOB NOT NULL, value BLOB NOT NULL, PRIMARY KEY(model, digest))",
    "DROP TRIGGER passage_gone",
    """CREATE TRIGGER passage_gone AFTER DELETE ON passage BEGIN
        INSERT OR REPLACE INTO spare_vector(model, digest, value) SELECT model, digest, value FROM vector
            WHERE passage_id = old.id AND digest IS NOT NULL AND value IS NOT NULL;
        DELETE FROM vector WHERE passage_id = old.id;
    END""",
)


def _m005_spare_vectors(connection: sqlite3.Connection) -> None:
    for statement in _SPARES:
        connection.execute(statement)


def _m006_words_folded(connection: sqlite3.Connection) -> None:
    """Fold the Chinese terms as `terms` does now, character by character, and list the words by their beginning."""
    connection.execute("CREATE VIRTUAL TABLE IF NOT EXISTS vocabulary USING fts5vocab(words, row)")
    connection.create_function("folded", 1, hanzi.folded, deterministic=True)
    connection.execute("UPDATE words SET terms = folded(terms) WHERE terms IS NOT folded(terms)")
    connection.execute(
        "UPDATE OR REPLACE trigger_term SET term = folded(term) WHERE term IS NOT folded(term)"
    )


_CODED = (
    "DROP TABLE IF EXISTS coded",
    "DROP TRIGGER IF EXISTS passage_uncoded",
    """CREATE TABLE coded(
        passage_id INTEGER PRIMARY KEY REFERENCES passage, file_id INTEGER NOT NULL, importance INTEGER, terms BLOB NOT NULL
    )""",
    "CREATE TRIGGER passage_uncoded AFTER DELETE ON passage BEGIN DELETE FROM coded WHERE passage_id = old.id; END",
)
_CODED_AT_ONCE = 1000


def _m007_coded(connection: sqlite3.Connection) -> None:
    """Keep terms as numbers too; whatever changes the terms in `words` comes before this, or does it again."""
    for statement in _CODED:
        connection.execute(statement)
    cursor = connection.execute(
        "SELECT p.id, p.file_id, p.importance, w.terms FROM words w JOIN passage p ON p.id = w.rowid"
    )
    while rows := cursor.fetchmany(_CODED_AT_ONCE):
        connection.executemany(
            "INSERT INTO coded(passage_id, file_id, importance, terms) VALUES (?, ?, ?, ?)",
            [(*place, coded(terms.split(" "))) for *place, terms in rows],
        )


# In order; `user_version` counts those that are done. Only ever add to the end.
MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (
    _m001_passages,
    _m002_vectors,
    _m003_triggers,
    _m004_projects,
    _m005_spare_vectors,
    _m006_words_folded,
    _m007_coded,
)


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


def connect_reader(file: Path) -> sqlite3.Connection:
    """Open the index for reading; it answers while others write."""
    connection = _connect(file)
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


def _connect(file: Path) -> sqlite3.Connection:
    # Worker threads own their connections; interrupting one from outside is what SQLite allows.
    connection = sqlite3.connect(
        f"file:{quote(str(file))}?mode=rw", uri=True, isolation_level=None, check_same_thread=False
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
