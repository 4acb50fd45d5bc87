"""A graph of near vectors (HNSW): finds those that are nearest to a question without comparing it with all.

It keeps vectors as 8-bit numbers and answers with serials, nearly always the right ones. What they are worth is for SQLite to say,
which has the vectors whole; so nothing here can make a hit of what is gone or may not be seen.
"""

import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from usearch.index import Index

__all__ = ["PARTIAL", "Graph"]

# Ends the name of a file that is being written.
PARTIAL = ".partial"

# More links find more and cost memory; see docs/performance.md.
_LINKS = 16
_LOOKS_WHEN_ADDING = 96
_LOOKS_WHEN_SEARCHING = 64
# A search waits while so many are added: 3 to 8 ms.
_LOT = 16


class Graph:
    """The vectors of one scope of passages up to the serial `mark`. One thread may add while others search."""

    def __init__(self, dimension: int) -> None:
        self.mark = 0
        self._index = _index(dimension)
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._index)

    def add(
        self, serials: "NDArray[np.int64]", matrix: "NDArray[np.float32]", is_cancelled: Callable[[], bool]
    ) -> bool:
        """Add vectors with rising serials; return False when `is_cancelled`, asked between lots, ended it early."""
        for start in range(0, len(serials), _LOT):
            if is_cancelled():
                return False
            with self._lock:
                self._index.add(
                    serials[start : start + _LOT], matrix[start : start + _LOT], copy=True, threads=1
                )
            self.mark = int(serials[start : start + _LOT][-1])
        return True

    def nearest(
        self, query: "NDArray[np.float32]", limit: int
    ) -> tuple["NDArray[np.int64]", "NDArray[np.float64]"]:
        """Return serials and cosines of those that are nearest, nearest first, not quite exact."""
        import numpy as np  # noqa: PLC0415

        with self._lock:
            found = self._index.search(query, limit, threads=1)
        return found.keys.astype(np.int64), 1.0 - found.distances

    def vectors(self, serials: "NDArray[np.int64]") -> "NDArray[np.float32]":
        """Return what it keeps of these vectors, as far as it has them; not a number elsewhere."""
        import numpy as np  # noqa: PLC0415

        kept = np.full((len(serials), self._index.ndim), np.nan, np.float32)
        for row, serial in enumerate(serials.tolist()):
            if serial in self._index:
                kept[row] = self._index.get(serial, dtype="f32")
        return kept

    def some_serials(self, count: int) -> "NDArray[np.int64]":
        """Return some of its serials, spread over all."""
        import numpy as np  # noqa: PLC0415

        keys = np.asarray(self._index.keys[0 : len(self._index)]).astype(np.int64)
        return keys[:: max(len(keys) // count, 1)]

    def save(self, file: Path) -> None:
        """Write it to `file`, whole or not at all.

        Raises:
            OSError: It cannot be written.
        """
        partial = file.with_name(file.name + PARTIAL)
        os.close(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600))
        try:
            # Searches go on, and nobody else adds.
            self._index.save(str(partial))
        except RuntimeError as error:
            raise OSError(str(error)) from error
        partial.replace(file)

    @classmethod
    def load(cls, file: Path, dimension: int, mark: int) -> Self:
        """Read what `save` wrote.

        Raises:
            OSError: It cannot be read, or holds something else.
        """
        graph = cls(dimension)
        try:
            graph._index.load(str(file))
        except (RuntimeError, ValueError) as error:
            raise OSError(str(error)) from error
        if graph._index.ndim != dimension:
            raise OSError("vectors of another length")
        graph.mark = mark
        return graph


def _index(dimension: int) -> "Index":
    from usearch.index import Index  # noqa: PLC0415 - 15 MB that only a large memory needs

    return Index(
        ndim=dimension,
        metric="cos",
        dtype="i8",
        connectivity=_LINKS,
        expansion_add=_LOOKS_WHEN_ADDING,
        expansion_search=_LOOKS_WHEN_SEARCHING,
    )
