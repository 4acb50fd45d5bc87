"""The vectors of the index in memory, as one matrix that grows with it.

Readers share it. A row is a passage as it was when its vector was stored. Rows are never taken out one by one: what
`similarities` returns is checked against the snapshot that answers, so a passage that is gone, was replaced, or came
later has no part in it. When most rows that are near turn out so, the matrix is read anew.
"""

import json
import sqlite3
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Meaning", "Vectors"]


@dataclass(frozen=True, slots=True)
class _Rows:
    """Serials in rising order, the passages' numbers, and a vector each."""

    serials: "NDArray[np.int64]"
    passages: "NDArray[np.int64]"
    matrix: "NDArray[np.float32]"


class Vectors:
    """The vectors that `model` made, of `dimension` numbers each. numpy is imported by the first search."""

    def __init__(self, model: str, dimension: int) -> None:
        self.model = model
        self._dimension = dimension
        self._lock = threading.Lock()
        self._rows: _Rows | None = None

    def forget(self) -> None:
        """Read everything anew next time, for example because the index was."""
        with self._lock:
            self._rows = None

    def current(self, connection: sqlite3.Connection) -> _Rows:
        """Return the rows, with those that were stored since the last time."""
        import numpy as np  # noqa: PLC0415 - a memory without vectors never needs it

        with self._lock:
            known = self._rows
            newest = int(known.serials[-1]) if known is not None and len(known.serials) else 0
            found = connection.execute(
                "SELECT serial, passage_id, value FROM vector "
                "WHERE serial > ? AND model = ? AND length(value) = ? ORDER BY serial",
                (newest, self.model, self._dimension * 4),
            ).fetchall()
            if known is None or found:
                added = _Rows(
                    np.array([row[0] for row in found], np.int64),
                    np.array([row[1] for row in found], np.int64),
                    np.frombuffer(b"".join(row[2] for row in found), np.float32).reshape(-1, self._dimension),
                )
                known = added if known is None else _joined(known, added)
                self._rows = known
            return known


@dataclass(frozen=True, slots=True)
class Meaning:
    """A query's vector and the vectors to compare it with."""

    query: bytes
    vectors: Vectors

    def nearest(
        self, connection: sqlite3.Connection, ranges: Sequence[tuple[int, int]], limit: int
    ) -> list[int]:
        """Return the passages within `ranges` that are nearest, nearest first."""
        near = self._near(connection, ranges, limit)
        if near and 2 * len(_serials(connection, near)) < len(near):
            self.vectors.forget()
            near = self._near(connection, ranges, limit)
        return near

    def similarities(self, connection: sqlite3.Connection, passages: Sequence[int]) -> dict[int, float]:
        """Return the cosine, -1 to 1, of those `passages` that have a vector."""
        import numpy as np  # noqa: PLC0415

        serials = _serials(connection, passages)
        rows = self.vectors.current(connection)
        wanted = np.fromiter(serials.values(), np.int64, len(serials))
        places = np.searchsorted(rows.serials, wanted)
        held = places < len(rows.serials)
        held[held] = rows.serials[places[held]] == wanted[held]
        cosines = self._cosines(rows.matrix[places[held]])
        numbers = np.fromiter(serials, np.int64, len(serials))[held]
        return dict(zip(numbers.tolist(), cosines.tolist(), strict=True))

    def _near(
        self, connection: sqlite3.Connection, ranges: Sequence[tuple[int, int]], limit: int
    ) -> list[int]:
        import numpy as np  # noqa: PLC0415

        rows = self.vectors.current(connection)
        visible = np.zeros(len(rows.passages), bool)
        for first, after in ranges:
            visible |= (rows.passages >= first) & (rows.passages < after)
        cosines = np.where(visible, self._cosines(rows.matrix), -2.0)
        kept = min(limit, len(cosines))
        best = np.argpartition(-cosines, kept - 1)[:kept] if kept else np.arange(0)
        best = best[np.argsort(-cosines[best], kind="stable")]
        return [int(rows.passages[row]) for row in best if visible[row]]

    def _cosines(self, matrix: "NDArray[np.float32]") -> "NDArray[np.float32]":
        import numpy as np  # noqa: PLC0415

        # Not by "@": that takes every processor, and where others use them too 20 ms in place of one.
        cosines: NDArray[np.float32] = np.einsum("ij,j->i", matrix, np.frombuffer(self.query, np.float32))
        return cosines


def _serials(connection: sqlite3.Connection, passages: Sequence[int]) -> dict[int, int]:
    return dict(
        connection.execute(
            "SELECT passage_id, serial FROM vector WHERE passage_id IN (SELECT value FROM json_each(?))",
            (json.dumps(passages),),
        ).fetchall()
    )


def _joined(known: _Rows, added: _Rows) -> _Rows:
    import numpy as np  # noqa: PLC0415

    return _Rows(
        np.concatenate([known.serials, added.serials]),
        np.concatenate([known.passages, added.passages]),
        np.concatenate([known.matrix, added.matrix]),
    )
