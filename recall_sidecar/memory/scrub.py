"""Make what was deleted from the index unreadable on the disk, where SQLite would keep it until it needs the room."""

import sqlite3
from glob import escape
from pathlib import Path

from recall_sidecar.memory.backlog import forget_spares

__all__ = ["delete_beside", "scrub"]

# Each waits for as long as a lock is waited for.
_CHECKPOINTS = 20


def scrub(connection: sqlite3.Connection) -> None:
    """Leave nothing on disk of what was deleted: no vector of a passage that is gone, no term in a segment, no free page, no page in the log."""
    forget_spares(connection)
    connection.execute("PRAGMA temp_store = MEMORY")
    connection.execute("INSERT INTO words(words) VALUES ('optimize')")
    connection.execute("VACUUM")
    for _ in range(_CHECKPOINTS):
        # A search that is under way holds the log for a moment.
        (busy, *_) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if not busy:
            return
    busy_error = sqlite3.OperationalError("database is locked")
    busy_error.sqlite_errorcode = sqlite3.SQLITE_BUSY
    raise busy_error


def delete_beside(file: Path) -> None:
    """Delete what stands beside the index at `file` and holds what it held: damaged ones that were kept, graphs of vectors."""
    for kind in ("corrupt-*", "near-*"):
        for kept in file.parent.glob(f"{escape(file.name)}.{kind}"):
            kept.unlink(missing_ok=True)
