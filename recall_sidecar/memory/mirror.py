"""A table of the index in memory, as far as it is small: what a search would read of it again and again.

Its rows are known by serials, which rise and are never used twice. So a snapshot has changed when the last serial or the number
of rows has, and what it has is told by serials: those that were read once and still stand, and the few that came later, which are
read anew each time until they are many.
"""

import json
import sqlite3
import threading
from collections.abc import Callable, Sized
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["KEPT_PASSAGES", "Mirror", "Rows", "Source"]

# Of 700 characters, with vectors of 384 numbers: 21 MB.
KEPT_PASSAGES: Final = 10_000
# From so many on, and this share of the others, those that came later or are gone are worth reading all anew.
_FEW: Final = 64
_SHARE: Final = 16


class Rows(Sized, Protocol):
    """Rows of a table, in any order."""

    @property
    def serials(self) -> "NDArray[np.int64]":
        """The serial of each."""


R = TypeVar("R", bound=Rows)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Source(Generic[R]):
    """A table whose serials SQLite counts.

    `extent` returns the last serial that was given to a row and how many rows there are, counted no further than its last
    parameter; `serials` a JSON list of them. Both are given what is `given` first. `read` returns the rows after a serial.
    """

    extent: str
    serials: str
    given: tuple[object, ...]
    read: Callable[[sqlite3.Connection, int], R]


class _Extent(NamedTuple):
    """The last serial that was given to a row, whether that is still there or not, and how many rows there are."""

    last: int
    rows: int


class Mirror(Generic[R, T]):
    """What `joined` makes of the rows of a table: those read first, which of them still stand (None: all), and later ones.

    Readers share it. What it returns is true for the snapshot it was asked in, and never changes.
    """

    def __init__(
        self,
        source: Source[R],
        joined: "Callable[[R, NDArray[np.bool_] | None, R], T]",
        most: int = KEPT_PASSAGES,
    ) -> None:
        self._source = source
        self._joined = joined
        self._most = most
        self._lock = threading.Lock()
        self._base: tuple[_Extent, R] | None = None
        self._made: tuple[_Extent, T] | None = None

    def forget(self) -> None:
        """Keep nothing, because something was deleted for good, or the index is another one."""
        with self._lock:
            self._base = self._made = None

    def current(self, connection: sqlite3.Connection) -> T | None:
        """Return what is made of the rows of the present snapshot; None when there are too many, or it is an old one."""
        with self._lock:
            extent = self._extent(connection)
            if self._made is not None and self._made[0] == extent:
                return self._made[1]
            if extent.rows > self._most:
                self._base = self._made = None
                return None
            if self._base is not None and extent.last < self._base[0].last:
                # Others were faster, and what has gone since is not here any more.
                return None
            self._made = extent, self._make(connection, extent)
            return self._made[1]

    def _make(self, connection: sqlite3.Connection, extent: _Extent) -> T:
        if self._base is not None:
            (last, _), base = self._base
            later = self._source.read(connection, last)
            gone = len(base) + len(later) - extent.rows
            if len(later) + gone <= max(_FEW, len(base) // _SHARE):
                return self._joined(base, self._standing(connection, base) if gone else None, later)
        base = self._source.read(connection, 0)
        self._base = extent, base
        return self._joined(base, None, self._source.read(connection, extent.last))

    def _extent(self, connection: sqlite3.Connection) -> _Extent:
        last, rows = connection.execute(self._source.extent, (*self._source.given, self._most + 1)).fetchone()
        return _Extent(last or 0, rows)

    def _standing(self, connection: sqlite3.Connection, base: R) -> "NDArray[np.bool_]":
        import numpy as np  # noqa: PLC0415 - 15 MB that only a search needs

        (listed,) = connection.execute(self._source.serials, self._source.given).fetchone()
        return np.isin(base.serials, np.array(json.loads(listed), np.int64))
