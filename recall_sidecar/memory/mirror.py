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

    `extent` returns the last serial that was given to a row, how many rows there are, and how many of these came after a serial;
    `serials` a JSON list of them. `read` returns the rows after a serial, or those of them that matter.
    """

    extent: str
    serials: str
    read: Callable[[sqlite3.Connection, int], R]


class _Extent(NamedTuple):
    """The last serial that was given to a row, whether that is still there or not, and how many rows there are."""

    last: int
    rows: int


class _Base(Generic[R]):
    """Rows that were read, when the table had this extent; `standing` are those that stand where so many of the table's do."""

    def __init__(self, extent: _Extent, rows: R) -> None:
        self.extent = extent
        self.rows = rows
        self.standing: tuple[int, NDArray[np.bool_] | None] = (extent.rows, None)


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
        self._base: _Base[R] | None = None
        self._made: tuple[_Extent, T] | None = None

    def forget(self) -> None:
        """Keep nothing, because something was deleted for good, or the index is another one."""
        with self._lock:
            self._base = self._made = None

    def current(self, connection: sqlite3.Connection) -> T | None:
        """Return what is made of the rows of the present snapshot; None when there are too many, or it is an old one."""
        with self._lock:
            after = 0 if self._base is None else self._base.extent.last
            last, rows, later = connection.execute(self._source.extent, (after,)).fetchone()
            extent = _Extent(last or 0, rows)
            if self._made is not None and self._made[0] == extent:
                return self._made[1]
            if rows > self._most:
                self._base = self._made = None
                return None
            if extent.last < after:
                # Others were faster, and what has gone since is not here any more.
                return None
            self._made = extent, self._make(connection, extent, later)
            return self._made[1]

    def _make(self, connection: sqlite3.Connection, extent: _Extent, later: int) -> T:
        base, stand = self._base, extent.rows - later
        if base is None or later + base.extent.rows - stand > max(_FEW, base.extent.rows // _SHARE):
            base = self._base = _Base(extent, self._source.read(connection, 0))
        elif stand != base.standing[0]:
            # Rows only ever go, so those that stand are told by their number.
            base.standing = stand, self._standing(connection, base.rows)
        return self._joined(base.rows, base.standing[1], self._source.read(connection, base.extent.last))

    def _standing(self, connection: sqlite3.Connection, base: R) -> "NDArray[np.bool_]":
        import numpy as np  # noqa: PLC0415 - 15 MB that only a search needs

        (listed,) = connection.execute(self._source.serials).fetchone()
        return np.isin(base.serials, np.array(json.loads(listed), np.int64))
