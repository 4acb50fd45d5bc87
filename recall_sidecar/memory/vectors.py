"""The vectors of the index in memory, so that a search finds what is near a question without reading them all from disk.

Readers share them. New ones lie loose and are compared one by one; from so many on those of one scope of passages
move into a graph (memory/graphs.py). None is taken out one by one: what is near is asked of the snapshot that answers, so a
passage that is gone, was replaced, came later or may not be seen has no part in it. When most that is near turns out
gone, everything is read anew.
"""

import json
import sqlite3
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from recall_sidecar.memory.compared import Compared, Vectored
from recall_sidecar.memory.graphs import Graphs
from recall_sidecar.memory.loose import Loose, nearest
from recall_sidecar.memory.near import Near, nearing
from recall_sidecar.memory.reader import Snapshot
from recall_sidecar.memory.schema import COUNTER_BITS
from recall_sidecar.memory.stored import Read, read

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from recall_sidecar.memory.graph import Graph

__all__ = ["Meaning", "Vectors"]

# Read at once, as one row; a search reads so many lots of what it does not know yet, the next ones the rest.
_LOT = 4096
_LOTS_A_SEARCH = 8
_NEW = """
SELECT json_group_array(serial), json_group_array(passage_id), CAST(group_concat(value, '') AS BLOB) FROM (
    SELECT serial, passage_id, value FROM vector
    WHERE serial > ? AND serial <= ? AND passage_id >= ? AND passage_id < ? AND model = ? AND length(value) = ?
    ORDER BY serial LIMIT ?
)
"""
_LATER = "SELECT 1 FROM vector WHERE serial > ? AND model = ? AND length(value) = ? LIMIT 1"
_PASSAGES = """
SELECT json_group_array(json_array(v.serial, v.passage_id))
FROM json_each(?) wanted CROSS JOIN vector v ON v.serial = wanted.value
"""
_ALL = (1 << 63) - 1
# How many times as many are asked of a graph when too many of its nearest may not be seen.
_FURTHER = 8


@dataclass(frozen=True, slots=True)
class _Known:
    """What is in memory: blocks of loose vectors, and the graph of each scope that has one."""

    loose: tuple[Loose, ...]
    graphs: "Mapping[int, Graph]"

    def nearest(self, query: bytes, ranges: Sequence[tuple[int, int]], limit: int) -> tuple[list[int], bool]:
        """Return the serials of what is nearest, nearest first, and whether a graph has more.

        A graph gives up to `limit` of its scope, also where they are outside `ranges`.
        """
        import numpy as np  # noqa: PLC0415 - a memory without vectors never needs it

        vector = np.frombuffer(query, np.float32)
        found = nearest(self.loose, vector, ranges, limit)
        has_more = False
        for scope, graph in self.graphs.items():
            bounds = scope << COUNTER_BITS, (scope + 1) << COUNTER_BITS
            if any(first < bounds[1] and after > bounds[0] for first, after in ranges):
                serials, cosines = graph.nearest(vector, limit)
                found.extend(zip(cosines.tolist(), serials.tolist(), strict=True))
                has_more |= len(serials) == limit
        # What a graph is taking up is loose as well.
        return list(dict.fromkeys(serial for _, serial in sorted(found, reverse=True))), has_more


class Vectors:
    """The vectors that `model` made, of `dimension` numbers each. numpy is imported by the first search.

    With an `index_file` graphs are kept beside it; without one there are none. End it with `close`.
    """

    def __init__(self, model: str, dimension: int, index_file: Path | None = None) -> None:
        self.model = model
        self.dimension = dimension
        self._lock = threading.Lock()
        self._loose: tuple[Loose, ...] = ()
        self._newest = 0
        self._graphs = Graphs(index_file, model, dimension)
        self._is_begun = False
        self._near = nearing(model, dimension)

    @property
    def space(self) -> tuple[str, int]:
        """The model, and how many bytes each vector has."""
        return self.model, self.dimension * 4

    def forget(self) -> None:
        """Read everything anew next time, for example because the index was."""
        with self._lock:
            self._graphs.forget()
            self._near.forget()
            self._loose, self._newest, self._is_begun = (), 0, False

    def close(self) -> None:
        """Give up what is done in the background."""
        self._graphs.close()

    def join(self) -> None:
        """Wait until what was done in the background has ended, after `close`."""
        self._graphs.join()

    def settle(self) -> None:
        """Wait until what is done in the background is done."""
        self._graphs.settle()

    def current(self, connection: sqlite3.Connection, snapshot: Snapshot) -> _Known:
        """Return what is in memory, with what was stored since the last time."""
        with self._lock:
            if not self._is_begun:
                self._begin(connection)
            for _ in range(_LOTS_A_SEARCH):
                if not self._has_later(connection, snapshot):
                    break
                added = self._read(connection, self._newest, _ALL)
                self._newest = int(added.serials[-1])
                self._keep(added)
            graphs = self._graphs.grown(self._loose)
            if self._loose and graphs:
                marks = {scope: graph.mark for scope, graph in graphs.items()}
                left = tuple(block.without(marks) for block in self._loose)
                if left != self._loose:
                    self._loose = tuple(filter(len, left))
            return _Known(self._loose, graphs)

    def near(self, connection: sqlite3.Connection, snapshot: Snapshot) -> Near | None:
        """Return the vectors of the snapshot by passage, where they are few enough to be kept."""
        return snapshot.once(self, lambda: self._near.current(connection))

    def passages(
        self, connection: sqlite3.Connection, serials: Sequence[int], snapshot: Snapshot
    ) -> dict[int, int]:
        """Return the passage of each of these vectors that the snapshot has."""
        near = self.near(connection, snapshot)
        if near is not None:
            return near.of_serials(serials)
        (found,) = connection.execute(_PASSAGES, (json.dumps(serials),)).fetchone()
        return dict(json.loads(found))

    def _begin(self, connection: sqlite3.Connection) -> None:
        """Take over the graphs that were kept, and read what stands before their marks and is in none."""
        marks = self._graphs.load(lambda serials: self._stored(connection, serials))
        self._newest = min(marks.values(), default=0)
        first = 0
        for scope in (*sorted(marks), _ALL >> COUNTER_BITS):
            serial = 0
            while len(added := self._read(connection, serial, self._newest, (first, scope << COUNTER_BITS))):
                self._keep(added)
                serial = int(added.serials[-1])
            first = (scope + 1) << COUNTER_BITS
        self._is_begun = True

    def _has_later(self, connection: sqlite3.Connection, snapshot: Snapshot) -> bool:
        """Return whether the snapshot has vectors that were never read."""
        wanted = self._newest, self.model, self.dimension * 4
        return snapshot.once(
            (self, self._newest), lambda: connection.execute(_LATER, wanted).fetchone() is not None
        )

    def _read(
        self, connection: sqlite3.Connection, after: int, last: int, bounds: tuple[int, int] = (0, _ALL)
    ) -> Loose:
        serials, passages, values = connection.execute(
            _NEW, (after, last, *bounds, self.model, self.dimension * 4, _LOT)
        ).fetchone()
        return Loose.of(json.loads(serials), json.loads(passages), values or b"", self.dimension)

    def _keep(self, added: Loose) -> None:
        """Put what was read behind the rest; small blocks become one."""
        if self._loose and len(self._loose[-1]) + len(added) <= _LOT:
            self._loose = (*self._loose[:-1], self._loose[-1].joined(added))
        elif len(added):
            self._loose = (*self._loose, added)

    def _stored(self, connection: sqlite3.Connection, serials: Sequence[int]) -> dict[int, bytes]:
        rows = connection.execute(
            "SELECT serial, value FROM vector WHERE serial IN (SELECT value FROM json_each(?)) AND model = ? AND length(value) = ?",
            (json.dumps(serials), self.model, self.dimension * 4),
        )
        return dict(rows.fetchall())


@dataclass(frozen=True, slots=True)
class Meaning:
    """A query's vector and the vectors to compare it with."""

    query: bytes
    vectors: Vectors

    def nearest(
        self,
        connection: sqlite3.Connection,
        ranges: Sequence[tuple[int, int]],
        limit: int,
        snapshot: Snapshot | None = None,
    ) -> list[int]:
        """Return the passages within `ranges` that are nearest, nearest first."""
        wanted, is_anew = limit, False
        snapshot = snapshot or Snapshot()
        while True:
            known = self.vectors.current(connection, snapshot)
            near, has_more = known.nearest(self.query, ranges, wanted)
            alive = self.vectors.passages(connection, near, snapshot)
            if 2 * len(alive) < len(near) and not is_anew:
                self.vectors.forget()
                is_anew = True
                continue
            passages = (alive[serial] for serial in near if serial in alive)
            found = [each for each in passages if any(first <= each < after for first, after in ranges)]
            if len(found) >= limit or not has_more:
                return found[:limit]
            wanted *= _FURTHER

    def scaled(self, cosines: "NDArray[np.float64]") -> "NDArray[np.float64]":
        """Return what `cosines` are on the scale of a search: here as they are."""
        return cosines

    def similarities(self, connection: sqlite3.Connection, passages: Sequence[int]) -> dict[int, float]:
        """Return the cosine, -1 to 1, of those `passages` that have a vector."""
        (lot,) = self.compared_read(read(connection, passages, self.vectors.space)).lots
        return dict(zip(lot.ids.tolist(), lot.cosines.tolist(), strict=True))

    def compared_read(self, found: Read) -> Compared:
        """Return how near passages are that were read."""
        import numpy as np  # noqa: PLC0415

        matrix = np.frombuffer(found.vectors, np.float32).reshape(-1, self.vectors.dimension)
        return self.compared(np.array(found.near, np.int64), matrix)

    def compared(self, passages: "NDArray[np.int64]", matrix: "NDArray[np.float32]") -> Compared:
        """Return how near `passages` are, by rising number, that have the vectors in `matrix`."""
        import numpy as np  # noqa: PLC0415

        # Not by "@": that takes every processor, and where others use them too 20 ms in place of one.
        cosines = np.einsum("ij,j->i", matrix, np.frombuffer(self.query, np.float32))
        lot = Vectored(passages, matrix, self.scaled(cosines.astype(np.float64)))
        return Compared((lot,), self.scaled)
