"""How the tables of the index came about, step by step; memory/schema.py says what they hold."""

import sqlite3
from collections.abc import Callable

from recall_sidecar.memory import hanzi
from recall_sidecar.memory.counting import coded

__all__ = ["MIGRATIONS"]

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


# What was said in one conversation was said by several people; without one it is the file's.
def _m008_passage_origin(connection: sqlite3.Connection) -> None:
    connection.execute("ALTER TABLE passage ADD COLUMN origin TEXT")


def _m009_masked_anew(connection: sqlite3.Connection) -> None:
    """Have every file read again: passages that were cut before secrets were masked may hold some."""
    connection.execute("UPDATE file SET mtime_ns = -1, digest = x''")


# A serial is never used twice, so it tells what of the table is in memory already; a passage's number may be.
_SERIALS_OF_CODED = (
    "DROP TRIGGER passage_uncoded",
    """CREATE TABLE coded_anew(
        serial INTEGER PRIMARY KEY AUTOINCREMENT, passage_id INTEGER NOT NULL UNIQUE REFERENCES passage,
        file_id INTEGER NOT NULL, importance INTEGER, terms BLOB NOT NULL
    )""",
    """INSERT INTO coded_anew(passage_id, file_id, importance, terms)
        SELECT passage_id, file_id, importance, terms FROM coded ORDER BY passage_id""",
    "DROP TABLE coded",
    "ALTER TABLE coded_anew RENAME TO coded",
    "CREATE TRIGGER passage_uncoded AFTER DELETE ON passage BEGIN DELETE FROM coded WHERE passage_id = old.id; END",
)


def _m010_serials_of_coded(connection: sqlite3.Connection) -> None:
    for statement in _SERIALS_OF_CODED:
        connection.execute(statement)


# In order; `user_version` counts those that are done. Only ever add to the end.
MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (
    _m001_passages,
    _m002_vectors,
    _m003_triggers,
    _m004_projects,
    _m005_spare_vectors,
    _m006_words_folded,
    _m007_coded,
    _m008_passage_origin,
    _m009_masked_anew,
    _m010_serials_of_coded,
)
