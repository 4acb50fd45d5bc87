"""Where a term stands: the latest visible passages that hold it, and how many do."""

import json
import sqlite3
from array import array
from collections.abc import Sequence
from dataclasses import dataclass

from recall_sidecar.memory.laid import Laid
from recall_sidecar.memory.reader import Snapshot
from recall_sidecar.memory.visible import Range

__all__ = ["MAX_POSTINGS", "Postings", "latest", "postings_of"]

# Passages that proposing goes through; terms that would go past it only take part in the scores.
MAX_POSTINGS = 1000
# Counting further would change no ranking and costs time.
_MAX_COUNT = 5000
_COUNT = "SELECT count(*) FROM (SELECT 1 FROM words WHERE words MATCH ? AND rowid >= ? AND rowid < ? LIMIT ?)"


@dataclass(frozen=True, slots=True)
class Postings:
    """In how many passages a term stands, and in which, the latest first; `ids` ends at `MAX_POSTINGS`."""

    count: int
    ids: "array[int]"


def postings_of(
    connection: sqlite3.Connection, term: str, ranges: Sequence[Range], snapshot: Snapshot | None = None
) -> Postings:
    """Return in which visible passages `term` stands; `snapshot` is what is remembered of the present one."""
    if snapshot is None:
        return _counted(connection, term, ranges)
    if snapshot.laid is not None:
        return _laid_out(snapshot.laid, term, ranges)
    asked = term, tuple(ranges)
    found = snapshot.postings.get(asked)
    if found is None:
        found = snapshot.postings[asked] = _counted(connection, term, ranges)
    return found


def _laid_out(laid: Laid, term: str, ranges: Sequence[Range]) -> Postings:
    share = MAX_POSTINGS // len(ranges)
    count = 0
    ids = array("q")
    for held, some in laid.holding(term, ranges, share):
        count += min(held, _MAX_COUNT)
        ids.frombytes(some.tobytes())
    return Postings(count, ids)


def _counted(connection: sqlite3.Connection, term: str, ranges: Sequence[Range]) -> Postings:
    # Terms hold letters, digits and _ only; quotes keep FTS5 from reading one as AND, OR, NOT or NEAR.
    wanted = f'"{term}"'
    share = MAX_POSTINGS // len(ranges)
    count = 0
    # Of all that is remembered of a snapshot this is the most.
    ids = array("q")
    for bounds in ranges:
        found = latest(connection, wanted, bounds, share + 1)
        ids.extend(found[:share])
        if len(found) > share:
            count += connection.execute(_COUNT, (wanted, *bounds, _MAX_COUNT)).fetchone()[0]
        else:
            count += len(found)
    return Postings(count, ids)


def latest(connection: sqlite3.Connection, wanted: str, bounds: Range, limit: int) -> list[int]:
    """Return the latest passages within `bounds` that hold what is `wanted`, in FTS5's language."""
    # One row of JSON instead of a thousand rows: each row would hand the interpreter lock over and back.
    # Counted from the first on, since long numbers take longer to write and to read.
    statement = (
        "SELECT json_group_array(rowid - ?2) FROM "
        "(SELECT rowid FROM words WHERE words MATCH ?1 AND rowid >= ?2 AND rowid < ?3 ORDER BY rowid DESC LIMIT ?4)"
    )
    first = bounds[0]
    ids: list[int] = json.loads(connection.execute(statement, (wanted, *bounds, limit)).fetchone()[0])
    return [first + each for each in ids]
