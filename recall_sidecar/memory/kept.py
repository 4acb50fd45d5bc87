"""What scoring needs of passages, kept in memory once it was read, for the next search looks at many of the same.

A passage that has a vector is known by the vector's serial, which is never used twice and ends with the passage. So what is kept
is true for whatever snapshot has that serial, and nothing ever has to be forgotten because the index changed.
"""

import json
import sqlite3
import threading
from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

__all__ = ["KEPT_BYTES", "Kept", "Row", "stored"]

# Passages of 700 characters with vectors of 384 numbers have 2.2 kB each.
KEPT_BYTES: Final = 20 * 1024 * 1024
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
    json_group_array(length(c.terms)), CAST(group_concat(c.terms, '') AS BLOB),
    json_group_array(v.serial), CAST(group_concat(v.value, '') AS BLOB)
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


class Row(NamedTuple):
    """A passage: its number, its file, what its author said of its importance, its coded terms, and its vector, empty without one."""

    id: int
    file: int
    importance: int | None
    terms: bytes
    vector: bytes = b""


class Kept:
    """Rows of passages with vectors of `space`: the model, and how many bytes each has. Readers share it."""

    def __init__(self, space: tuple[str, int], most_bytes: int = KEPT_BYTES) -> None:
        self._space = space
        self._most_bytes = most_bytes
        self._rows: dict[int, Row] = {}
        self._bytes = 0
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._rows)

    def forget(self) -> None:
        """Keep nothing, because something was deleted for good, or the index is another one."""
        with self._lock:
            self._rows, self._bytes = {}, 0

    def rows(self, connection: sqlite3.Connection, passages: Collection[int]) -> list[Row]:
        """Return those of the `passages` that the snapshot has, by rising number."""
        listed, serials = connection.execute(_SERIALS, (json.dumps([*passages]),)).fetchone()
        known = zip(json.loads(listed), map(self._rows.get, json.loads(serials)), strict=True)
        found = {number: row for number, row in known if row is not None}
        missing = sorted({*passages} - found.keys())
        if missing:
            for serial, row in self._read(connection, missing):
                found[row.id] = row
                if serial is not None:
                    self._keep(serial, row)
        return [found[number] for number in sorted(found)]

    def passages(self, connection: sqlite3.Connection, serials: Sequence[int]) -> dict[int, int]:
        """Return the passage of each of these vectors that the snapshot has."""
        kept = {serial: self._rows.get(serial) for serial in serials}
        known = [row.id for row in kept.values() if row is not None]
        found = _by_serial(connection, _SERIALS, known) if known else {}
        unknown = [serial for serial, row in kept.items() if row is None]
        more = _by_serial(connection, _OF_SERIALS, unknown) if unknown else {}
        # A passage that was replaced has another vector now.
        return {serial: number for serial, number in (found | more).items() if serial in kept}

    def _read(
        self, connection: sqlite3.Connection, passages: Sequence[int]
    ) -> Iterator[tuple[int | None, Row]]:
        row = connection.execute(_STORED_WITH_VECTORS, (json.dumps(passages), *self._space)).fetchone()
        serials, vectors, size, place = json.loads(row[5]), row[6] or b"", self._space[1], 0
        for serial, read in zip(serials, _rows(row), strict=True):
            if serial is None:
                yield None, read
            else:
                yield serial, read._replace(vector=vectors[place : place + size])
                place += size

    def _keep(self, serial: int, row: Row) -> None:
        with self._lock:
            if serial in self._rows:
                return
            self._rows[serial] = row
            self._bytes += _size(row)
            if self._bytes > self._most_bytes:
                # A tenth at once: those that were read first.
                for old in [*islice(self._rows, 1 + len(self._rows) // 10)]:
                    self._bytes -= _size(self._rows.pop(old))


def stored(connection: sqlite3.Connection, passages: Collection[int]) -> list[Row]:
    """Return those of the `passages` that the snapshot has, by rising number, without vectors."""
    return [*_rows(connection.execute(_STORED, (json.dumps(sorted(passages)),)).fetchone())]


def _by_serial(connection: sqlite3.Connection, statement: str, wanted: Sequence[int]) -> dict[int, int]:
    listed, serials = connection.execute(statement, (json.dumps(wanted),)).fetchone()
    return dict(zip(json.loads(serials), json.loads(listed), strict=True))


def _rows(row: Sequence[str | bytes | None]) -> Iterator[Row]:
    terms, place = row[4] or b"", 0
    for number, file, importance, size in zip(
        *(json.loads(column or "[]") for column in row[:4]), strict=True
    ):
        yield Row(number, file, importance, terms[place : place + size])  # type: ignore[arg-type]
        place += size


def _size(row: Row) -> int:
    return len(row.terms) + len(row.vector) + _AROUND
