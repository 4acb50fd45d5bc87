"""A connection that searches, with what it remembers of the index as it saw it last.

Questions share words, and where those stand is the same until somebody writes: SQLite tells by a number whether anybody has.
"""

import sqlite3
from collections.abc import Callable, Hashable, MutableMapping
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from cachetools import LRUCache

from recall_sidecar.memory.laid import Laid, Laying

if TYPE_CHECKING:
    from recall_sidecar.memory.postings import Postings

__all__ = ["Reader", "Snapshot", "begin"]

T = TypeVar("T")
# Of a thousand passages each at most, so 2 MB.
_MOST_TERMS: Final = 256
# What else is asked of a snapshot: who may see what, above all.
_MOST_ANSWERS: Final = 64


class Snapshot:
    """What is remembered of the index as one transaction sees it.

    Attributes:
        postings: Where terms stand, by term and ranges.
    """

    def __init__(self, laid: Callable[[], Laid | None] = lambda: None) -> None:
        self.postings: MutableMapping[object, Postings] = LRUCache(_MOST_TERMS)
        self._laid = laid
        self._answers: LRUCache[Hashable, object] = LRUCache(_MOST_ANSWERS)

    @property
    def laid(self) -> Laid | None:
        """The terms of all its passages, where they are few enough to be kept in memory."""
        return self.once(Laid, self._laid)

    def once(self, question: Hashable, answer: Callable[[], T]) -> T:
        """Return what `answer` returns, which is the same for as long as nobody writes."""
        if question not in self._answers:
            self._answers[question] = answer()
        return cast("T", self._answers[question])


class Reader(sqlite3.Connection):
    """A connection that only reads. Those of one index share what is `laying`, once they have it."""

    def __init__(self, *arguments: Any, **named: Any) -> None:  # noqa: ANN401 - those of the connection
        super().__init__(*arguments, **named)
        self.laying: Laying | None = None
        self._version = -1
        self._snapshot = Snapshot()

    def snapshot(self) -> Snapshot:
        """Return what is remembered of the snapshot of the present transaction."""
        (version,) = self.execute("PRAGMA data_version").fetchone()
        if version != self._version:
            self._version = version
            self._snapshot = Snapshot(self._laid)
        return self._snapshot

    def _laid(self) -> Laid | None:
        return None if self.laying is None else self.laying.current(self)


def begin(connection: sqlite3.Connection) -> Snapshot:
    """Begin a snapshot, and return what is remembered of it; whoever runs the job ends the transaction."""
    connection.execute("BEGIN")
    return connection.snapshot() if isinstance(connection, Reader) else Snapshot()
