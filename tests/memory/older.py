"""An index as an earlier program wrote it."""

import sqlite3
from contextlib import closing
from pathlib import Path

from recall_sidecar.memory import schema


def age(index_file: Path, before: str) -> str:
    """Copy an index into the schema as it was before the migration whose name ends in `before`; return the copy's name."""
    old = index_file.with_name("older.sqlite3")
    with closing(sqlite3.connect(old, isolation_level=None)) as connection:
        names = [migrate.__name__ for migrate in schema.MIGRATIONS]
        earlier = next(number for number, name in enumerate(names) if name.endswith(f"_{before}"))
        for migrate in schema.MIGRATIONS[:earlier]:
            migrate(connection)
        connection.execute(f"PRAGMA user_version = {earlier}")
        connection.execute("ATTACH ? AS new", (str(index_file),))
        for table in ("folder", "file", "passage"):
            kept = ", ".join(row[1] for row in connection.execute(f"PRAGMA table_info({table})"))
            connection.execute(f"INSERT INTO {table}({kept}) SELECT {kept} FROM new.{table}")  # noqa: S608
        connection.execute("INSERT INTO words(rowid, terms) SELECT rowid, terms FROM new.words")
    return old.name
