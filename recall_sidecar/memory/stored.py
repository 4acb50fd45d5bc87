"""What scoring needs of passages, read from the index: of a memory that is too large to be kept in memory."""

import json
import sqlite3
from collections.abc import Collection, Sequence
from itertools import compress
from typing import NamedTuple

from recall_sidecar.memory.counting import counted
from recall_sidecar.memory.laid import Looked

__all__ = ["Read", "read"]

# One row, however many passages: each row would hand the interpreter lock over and back.
_STORED = """
SELECT json_group_array(c.passage_id), json_group_array(c.file_id), json_group_array(c.importance),
    json_group_array(length(c.terms)), CAST(group_concat(c.terms, '') AS BLOB)
FROM json_each(?) wanted CROSS JOIN coded c ON c.passage_id = wanted.value
"""
_STORED_WITH_VECTORS = """
SELECT json_group_array(c.passage_id), json_group_array(c.file_id), json_group_array(c.importance),
    json_group_array(length(c.terms)), json_group_array(v.serial IS NOT NULL), CAST(group_concat(c.terms, '') AS BLOB),
    CAST(group_concat(v.value, '') AS BLOB)
FROM json_each(?1) wanted CROSS JOIN coded c ON c.passage_id = wanted.value
LEFT JOIN vector v ON v.passage_id = c.passage_id AND v.model = ?2 AND length(v.value) = ?3
"""


class Read(NamedTuple):
    """Passages by rising number, a column each: files, what authors said of importance, sizes of their coded terms, and those.

    `near` are those that have a vector, `vectors` theirs, one behind the other.
    """

    ids: list[int]
    files: list[int]
    importance: list[int | None]
    sizes: list[int]
    terms: bytes
    near: list[int]
    vectors: bytes

    def looked(self, terms: Sequence[str]) -> Looked:
        """Return what is known of them, with the counts of `terms`."""
        import numpy as np  # noqa: PLC0415 - 15 MB that only a search needs

        return Looked(
            np.array(self.ids, np.int64),
            np.array(self.files, np.int64),
            {number: stated for number, stated in zip(self.ids, self.importance, strict=True) if stated},
            counted(self.terms, self.sizes, terms),
        )


def read(
    connection: sqlite3.Connection, passages: Collection[int], space: tuple[str, int] | None = None
) -> Read:
    """Return those of the `passages` that the snapshot has, from the index; with vectors of `space`, or without any."""
    listed = json.dumps(sorted(passages))
    if space is None:
        columns = connection.execute(_STORED, (listed,)).fetchone()
        ids, files, importance, sizes = map(json.loads, columns[:4])
        return Read(ids, files, importance, sizes, columns[4] or b"", [], b"")
    columns = connection.execute(_STORED_WITH_VECTORS, (listed, *space)).fetchone()
    ids, files, importance, sizes, has_vector = map(json.loads, columns[:5])
    return Read(
        ids, files, importance, sizes, columns[5] or b"", [*compress(ids, has_vector)], columns[6] or b""
    )
