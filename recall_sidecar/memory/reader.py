"""A connection that searches, with what it remembers of the index as it saw it last.

Questions share words, and where those stand is the same until somebody writes: SQLite tells by a number whether anybody has.
"""

import sqlite3
from collections.abc import MutableMapping
from typing import TYPE_CHECKING, Any, Final

from cachetools import LRUCache

if TYPE_CHECKING:
    from recall_sidecar.memory.postings import Postings

__all__ = ["Reader", "begin"]

# Of a thousand passages each at most, so 2 MB.
_MOST_TERMS: Final = 256


class Reader(sqlite3.Connection):
    """A connection that only reads."""

    def __init__(self, *arguments: Any, **named: Any) -> None:  # noqa: ANN401 - those of the connection
        super().__init__(*arguments, **named)
        self._version = -1
        self._known: LRUCache[object, Postings] = LRUCache(_MOST_TERMS)

    def known(self) -> "MutableMapping[object, Postings]":
        """Return where terms stand in the snapshot of the present transaction, as far as it was looked up."""
        (version,) = self.execute("PRAGMA data_version").fetchone()
        if version != self._version:
            self._version = version
            self._known.clear()
        return self._known


def begin(connection: sqlite3.Connection) -> "MutableMapping[object, Postings]":
    """Begin a snapshot, and return what is remembered of it by term and ranges; whoever runs the job ends the transaction."""
    connection.execute("BEGIN")
    return connection.known() if isinstance(connection, Reader) else {}
