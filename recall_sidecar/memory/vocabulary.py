"""Words of the index that begin like another one.

The index is asked for a small part of its words alone, the more passages the smaller: it counts every word that it lists.
"""

import sqlite3
from typing import Final

from recall_sidecar.memory.reader import Snapshot

__all__ = ["beginning_like"]

_MAX_WORDS: Final = 2000
_SMALL: Final = 20_000
_LARGE: Final = 200_000


def beginning_like(
    connection: sqlite3.Connection, word: str, passages: int, snapshot: Snapshot | None = None
) -> list[str]:
    """Return words that share their first letters with `word`; none where listing them would take too long.

    They come from the whole index: whoever uses one must see a passage that holds it.
    """
    if passages >= _LARGE:
        return []
    first = word[: 2 if passages < _SMALL else 3]
    if snapshot is None:
        return _beginning_with(connection, first)
    return snapshot.once(("words", first), lambda: _beginning_with(connection, first))


def _beginning_with(connection: sqlite3.Connection, first: str) -> list[str]:
    rows = connection.execute(
        "SELECT term FROM vocabulary WHERE term >= ? AND term < ? LIMIT ?",
        (first, f"{first}\U0010ffff", _MAX_WORDS),
    )
    return [term for (term,) in rows.fetchall()]
