"""The vectors of all passages of a small memory, by passage, so that a search reads none of them."""

import json
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from recall_sidecar.memory.mirror import Mirror, Source

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Near", "Nearing", "nearing"]

# Those of other models are few, and only change what is kept for nothing.
_EXTENT = """
SELECT (SELECT seq FROM sqlite_sequence WHERE name = 'vector'), (SELECT count(*) FROM vector),
    (SELECT count(*) FROM vector WHERE serial > ?)
"""
_SERIALS = "SELECT json_group_array(serial) FROM vector"
_READ = """
SELECT json_group_array(serial), json_group_array(passage_id), CAST(group_concat(value, '') AS BLOB) FROM (
    SELECT serial, passage_id, value FROM vector
    WHERE serial > ? AND model = ? AND length(value) = ? ORDER BY serial
)
"""


@dataclass(frozen=True, slots=True, eq=False)
class _Rows:
    """Vectors by rising serial, a row of the matrix each."""

    serials: "NDArray[np.int64]"
    ids: "NDArray[np.int64]"
    matrix: "NDArray[np.float32]"

    def __len__(self) -> int:
        return len(self.serials)


@dataclass(frozen=True, slots=True, eq=False)
class Near:
    """The vectors of a snapshot: `serials`, rising, with their `passages`; and by rising passage in `ids` their rows in two matrices.

    A row is counted through both.
    """

    serials: "NDArray[np.int64]"
    passages: "NDArray[np.int64]"
    ids: "NDArray[np.int64]"
    rows: "NDArray[np.int64]"
    first: "NDArray[np.float32]"
    second: "NDArray[np.float32]"

    def of_serials(self, serials: Sequence[int]) -> dict[int, int]:
        """Return the passage of each of these vectors that the snapshot has."""
        import numpy as np  # noqa: PLC0415 - a memory without vectors never needs it

        wanted = np.array(serials, np.int64)
        places = self.serials.searchsorted(wanted)
        held = places < len(self.serials)
        held[held] = self.serials[places[held]] == wanted[held]
        return dict(zip(wanted[held].tolist(), self.passages[places[held]].tolist(), strict=True))

    def of(self, passages: "NDArray[np.int64]") -> "tuple[NDArray[np.int64], NDArray[np.float32]]":
        """Return those of the rising `passages` that have a vector, and theirs, a row each."""
        import numpy as np  # noqa: PLC0415

        places = self.ids.searchsorted(passages)
        held = places < len(self.ids)
        held[held] = self.ids[places[held]] == passages[held]
        rows = self.rows[places[held]]
        if not len(self.second):
            return passages[held], self.first[rows]
        matrix = np.empty((len(rows), self.first.shape[1]), np.float32)
        is_first = rows < len(self.first)
        matrix[is_first] = self.first[rows[is_first]]
        matrix[~is_first] = self.second[rows[~is_first] - len(self.first)]
        return passages[held], matrix


Nearing: TypeAlias = Mirror[_Rows, Near]


def nearing(model: str, dimension: int) -> Nearing:
    """Return what keeps the vectors that `model` made, of `dimension` numbers each; readers of one index share it."""
    return Mirror(Source(_EXTENT, _SERIALS, _reading(model, dimension * 4)), _joined)


def _reading(model: str, size: int) -> Callable[[sqlite3.Connection, int], _Rows]:
    def read(connection: sqlite3.Connection, after: int) -> _Rows:
        import numpy as np  # noqa: PLC0415

        serials, ids, values = connection.execute(_READ, (after, model, size)).fetchone()
        return _Rows(
            np.array(json.loads(serials), np.int64),
            np.array(json.loads(ids), np.int64),
            np.frombuffer(values or b"", np.float32).reshape(-1, size // 4),
        )

    return read


def _joined(base: _Rows, stands: "NDArray[np.bool_] | None", later: _Rows) -> Near:
    import numpy as np  # noqa: PLC0415

    serials = np.concatenate([base.serials, later.serials])
    passages = np.concatenate([base.ids, later.ids])
    chosen = np.arange(len(serials))
    if stands is not None:
        chosen = chosen[np.concatenate([stands, np.ones(len(later), bool)])]
    rows = chosen[np.argsort(passages[chosen], kind="stable")]
    return Near(serials[chosen], passages[chosen], passages[rows], rows, base.matrix, later.matrix)
