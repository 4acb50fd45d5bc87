"""Writing in lots: small transactions of whole files, so that another process gets its turn between them."""

import sqlite3
from collections.abc import Callable

from recall_sidecar.memory.figures import revisions
from recall_sidecar.memory.schema import BUSY_MS
from recall_sidecar.memory.worker import Cancelled

__all__ = ["Lots"]

# A passage is about a kilobyte: a transaction of this many takes some tens of milliseconds.
_MOST_PASSAGES = 256
_MOST_FILES = 64
_LOCK_WAIT_S = 5.0
_LOCK_STEP_S = 0.05


class Lots:
    """The transaction that a refresh is in.

    Attributes:
        passages: Stored in this lot so far; whoever stores them counts them.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        cancelled: Cancelled,
        on_commit: Callable[[dict[str, int]], None],
    ) -> None:
        self._connection = connection
        self._cancelled = cancelled
        self._on_commit = on_commit
        self._files = 0
        self._touched: set[int] = set()
        self.passages = 0

    def begin(self, *touched: int) -> None:
        """Begin a lot unless one is begun, and note the folders in which something changes by it.

        Raises:
            sqlite3.OperationalError: Somebody else writes for too long, or nobody waits any more.
        """
        self._touched.update(touched)
        waited = 0.0
        while not self._connection.in_transaction:
            try:
                self._connection.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or waited >= _LOCK_WAIT_S:
                    raise
                if self._cancelled.wait(_LOCK_STEP_S):
                    raise
                waited += _LOCK_STEP_S + BUSY_MS / 1000

    def commit_when_full(self) -> None:
        """Count a file as done, and commit when there is enough."""
        self._files += 1
        if self.passages >= _MOST_PASSAGES or self._files >= _MOST_FILES:
            self.commit()

    def commit(self) -> None:
        """End the lot and tell the folders' revisions; without one do nothing."""
        if not self._connection.in_transaction:
            return
        self._connection.executemany(
            "UPDATE folder SET revision = revision + 1 WHERE id = ?", [(number,) for number in self._touched]
        )
        self._connection.execute("COMMIT")
        self._touched.clear()
        self.passages = self._files = 0
        self._on_commit(revisions(self._connection))
