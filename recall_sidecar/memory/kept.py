"""What scoring needs of passages, kept in memory once it was read, for the next search looks at many of the same.

A passage that has a vector is known by the vector's serial, which is never used twice and ends with the passage. So what is kept
is true for whatever snapshot has that serial, and nothing ever has to be forgotten because the index changed.
"""

import json
import sqlite3
import threading
from collections.abc import Collection, Iterator, Sequence
from itertools import accumulate, compress, islice
from typing import Final, NamedTuple

__all__ = ["KEPT_BYTES", "KEPT_PASSAGES", "Kept", "Read", "read"]

# Passages of 700 characters with vectors of 384 numbers have 2.2 kB each.
KEPT_BYTES: Final = 20 * 1024 * 1024
# Of a larger memory too few would be there the next time.
KEPT_PASSAGES: Final = 10_000
# Of the objects themselves.
_AROUND: Final = 240
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
# Read from the index of passages alone, without a look at any vector.
_SERIALS = """
SELECT json_group_array(v.passage_id), json_group_array(v.serial)
FROM json_each(?) wanted CROSS JOIN vector v ON v.passage_id = wanted.value
"""
_OF_SERIALS = """
SELECT json_group_array(v.passage_id), json_group_array(v.serial)
FROM json_each(?) wanted CROSS JOIN vector v ON v.serial = wanted.value
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


class _Row(NamedTuple):
    """A passage as it is kept."""

    id: int
    file: int
    importance: int | None
    terms: bytes
    vector: bytes


class Kept:
    """Rows of passages with vectors of `space`: the model, and how many bytes each has. Readers share it."""

    def __init__(self, space: tuple[str, int], most_bytes: int = KEPT_BYTES) -> None:
        self._space = space
        self._most_bytes = most_bytes
        self._rows: dict[int, _Row] = {}
        self._bytes = 0
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._rows)

    def forget(self) -> None:
        """Keep nothing, because something was deleted for good, or the index is another one."""
        with self._lock:
            self._rows, self._bytes = {}, 0

    def read(self, connection: sqlite3.Connection, passages: Collection[int]) -> Read:
        """Return those of the `passages` that the snapshot has."""
        serials = _by_serial(connection, _SERIALS, [*passages])
        known = ((number, self._rows.get(serial)) for serial, number in serials.items())
        found = {number: row for number, row in known if row is not None}
        missing = {*passages} - found.keys()
        if missing:
            by_number = {number: serial for serial, number in serials.items()}
            for row in _rows(read(connection, missing, self._space), self._space[1]):
                found[row.id] = row
                if row.vector:
                    self._keep(by_number[row.id], row)
        return _read([found[number] for number in sorted(found)])

    def passages(self, connection: sqlite3.Connection, serials: Sequence[int]) -> dict[int, int]:
        """Return the passage of each of these vectors that the snapshot has."""
        kept = {serial: self._rows.get(serial) for serial in serials}
        known = [row.id for row in kept.values() if row is not None]
        found = _by_serial(connection, _SERIALS, known) if known else {}
        unknown = [serial for serial, row in kept.items() if row is None]
        more = _by_serial(connection, _OF_SERIALS, unknown) if unknown else {}
        # A passage that was replaced has another vector now.
        return {serial: number for serial, number in (found | more).items() if serial in kept}

    def _keep(self, serial: int, row: _Row) -> None:
        with self._lock:
            if serial in self._rows:
                return
            self._rows[serial] = row
            self._bytes += _size(row)
            if self._bytes > self._most_bytes:
                # A tenth at once: those that were read first.
                for old in [*islice(self._rows, 1 + len(self._rows) // 10)]:
                    self._bytes -= _size(self._rows.pop(old))


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


def _by_serial(connection: sqlite3.Connection, statement: str, wanted: Sequence[int]) -> dict[int, int]:
    listed, serials = connection.execute(statement, (json.dumps(wanted),)).fetchone()
    return dict(zip(json.loads(serials), json.loads(listed), strict=True))


def _rows(found: Read, size: int) -> Iterator[_Row]:
    """Yield what was read passage by passage; `size` is that of a vector."""
    vectors = {
        number: found.vectors[place * size : (place + 1) * size] for place, number in enumerate(found.near)
    }
    ends = accumulate(found.sizes, initial=0)
    for number, file, importance, length, start in zip(
        found.ids, found.files, found.importance, found.sizes, ends, strict=False
    ):
        yield _Row(number, file, importance, found.terms[start : start + length], vectors.get(number, b""))


def _read(rows: Sequence[_Row]) -> Read:
    """Return rows as columns."""
    if not rows:
        return Read([], [], [], [], b"", [], b"")
    ids, files, importance, terms, vectors = map(list, zip(*rows, strict=True))
    near = [*compress(ids, vectors)]
    return Read(ids, files, importance, [*map(len, terms)], b"".join(terms), near, b"".join(vectors))


def _size(row: _Row) -> int:
    return len(row.terms) + len(row.vector) + _AROUND
