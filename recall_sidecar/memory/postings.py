"""Where a term stands: the latest visible passages that hold it, and how many do."""

import json
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from recall_sidecar.memory.visible import Range

__all__ = ["MAX_POSTINGS", "Postings", "latest", "postings_of"]

# Passages that proposing goes through; terms that would go past it only take part in the scores.
MAX_POSTINGS = 1000
# Counting further would change no ranking and costs time.
_MAX_COUNT = 5000
# A term with more is counted first: reading which they are takes longer than that, and often nobody asks.
_FEW = 100
_COUNT = "SELECT count(*) FROM (SELECT 1 FROM words WHERE words MATCH ? AND rowid >= ? AND rowid < ? LIMIT ?)"


@dataclass(frozen=True, slots=True)
class Postings:
    """In how many passages a term stands, and in which; `size` says how many of them `ids` names, `MAX_POSTINGS` at most."""

    count: int
    size: int
    read: Callable[[], Sequence[int]]

    @property
    def ids(self) -> Sequence[int]:
        """The passages, the latest first; read when they are asked for."""
        return self.read()


def postings_of(connection: sqlite3.Connection, term: str, ranges: Sequence[Range]) -> Postings:
    """Return in which visible passages `term` stands."""
    # Terms hold letters, digits and _ only; quotes keep FTS5 from reading one as AND, OR, NOT or NEAR.
    wanted = f'"{term}"'
    share = MAX_POSTINGS // len(ranges)
    few = min(_FEW, share)
    count = size = 0
    lists: list[Callable[[], Sequence[int]]] = []
    for bounds in ranges:
        found = latest(connection, wanted, bounds, few + 1)
        if len(found) > few:
            held = connection.execute(_COUNT, (wanted, *bounds, _MAX_COUNT)).fetchone()[0]
            lists.append(lambda bounds=bounds: latest(connection, wanted, bounds, share))  # type: ignore[misc]
        else:
            held = len(found)
            lists.append(lambda found=found: found)  # type: ignore[misc]
        count += held
        size += min(held, share)
    return Postings(count, size, lambda: [each for listed in lists for each in listed()])


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
