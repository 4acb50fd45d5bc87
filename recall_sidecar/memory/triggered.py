"""Keep the trigger phrases of curated entries, and find the entries that a message calls by a phrase or a name.

The phrases' terms stand in a table of their own, so what a turn pays for is the few entries that share a word with it.
"""

import json
import sqlite3
from collections.abc import Sequence

from recall_sidecar.memory.annotations import phrase_terms
from recall_sidecar.memory.current import still_stands
from recall_sidecar.memory.exact import Needle, held, needles
from recall_sidecar.memory.folders import Folder, Trust
from recall_sidecar.memory.placed import Shelf
from recall_sidecar.memory.port import Hit, TriggerHit, Viewer
from recall_sidecar.memory.schema import id_range
from recall_sidecar.memory.score import total
from recall_sidecar.memory.search import yardstick
from recall_sidecar.memory.terms import tokens
from recall_sidecar.memory.visible import Range, visible

__all__ = ["find_triggered", "keep_phrases"]

_MAX_ENTRIES = 24
_MAX_NAMED = 3
# Far more than anybody says; a longer text would only cost time.
_MAX_MESSAGE_CHARS = 8000
# More than half: one word of two is not the phrase.
_PHRASES = """
SELECT passage_id, max(held * 1.0 / terms), held, terms FROM (
    SELECT passage_id, phrase, terms, count(*) AS held FROM trigger_term
    WHERE term IN (SELECT value FROM json_each(?)) GROUP BY passage_id, phrase
) WHERE held * 2 > terms GROUP BY passage_id ORDER BY 2 DESC, terms DESC, passage_id
"""


def keep_phrases(connection: sqlite3.Connection, passage_id: int, phrases: Sequence[str]) -> None:
    """Store what calls a passage; what was stored for it goes when the passage does."""
    in_terms = enumerate(phrase_terms(phrase) for phrase in phrases)
    connection.executemany(
        "INSERT INTO trigger_term(term, passage_id, phrase, terms) VALUES (?, ?, ?, ?)",
        [(term, passage_id, number, len(terms)) for number, terms in in_terms for term in terms],
    )


def find_triggered(
    connection: sqlite3.Connection,
    message: str,
    text: str,
    viewer: Viewer,
    folders: Sequence[Folder],
    *,
    exact: bool,
) -> tuple[TriggerHit, ...]:
    """Return the entries of `folders` that `message` calls, each with its relevance to the search query `text`.

    In a shared chat there are none. `exact` adds, behind them, entries that hold what the message names word for word.
    """
    if viewer.chat == "shared":
        return ()
    terms = json.dumps(sorted(set(tokens(message[:_MAX_MESSAGE_CHARS]))))
    names = tuple(needle for needle in needles(message) if needle.is_precise) if exact else ()
    if not names and connection.execute(_PHRASES, (terms,)).fetchone() is None:
        return ()
    # Begins the snapshot that all that follows is read from.
    measure = yardstick(connection, text, viewer, folders)
    seen = visible(connection, viewer, folders)
    shelf = Shelf(connection, seen.folders)
    # What others may see is not curated, and is not looked at even if the index should hold it.
    ranges = [id_range(scope, "private") for scope in seen.scopes]

    def hit(passage_id: int) -> Hit | None:
        if not any(first <= passage_id < after for first, after in ranges):
            return None
        placed = shelf.of([passage_id])[passage_id]
        passage = placed.passage
        trust = Trust(passage.origin, passage.visibility)
        if not placed.folder.is_curated(placed.path, trust) or not still_stands(connection, placed):
            return None
        words = connection.execute("SELECT terms FROM words WHERE rowid = ?", (passage_id,)).fetchone()[0]
        parts = measure.measure(words.split(" "))
        return Hit(passage, total(parts), 0, parts)

    found: dict[int, TriggerHit] = {}
    for passage_id, _, shared, of_terms in connection.execute(_PHRASES, (terms,)).fetchall():
        if len(found) < _MAX_ENTRIES and (called := hit(passage_id)) is not None:
            found[passage_id] = TriggerHit(called, shared, of_terms)
    for name in names:
        near = (hit(passage_id) for passage_id in _holding(connection, name, ranges))
        named = [each for each in near if each is not None and held((name,), each.passage.text)]
        # A name that stands everywhere calls nothing in particular.
        for each in named if len(named) <= _MAX_NAMED else ():
            found.setdefault(each.passage.id, TriggerHit(each, 1, 1, exact=True))
    return tuple(found.values())


def _holding(connection: sqlite3.Connection, name: Needle, ranges: Sequence[Range]) -> list[int]:
    """Return passages that hold every term of `name`."""
    # Terms hold letters, digits and _ only; see memory/search.py.
    wanted = " ".join(f'"{term}"' for term in dict.fromkeys(tokens(name.text)))
    if not wanted:
        return []
    return [
        row[0]
        for first, after in ranges
        for row in connection.execute(
            "SELECT rowid FROM words WHERE words MATCH ? AND rowid >= ? AND rowid < ? LIMIT ?",
            (wanted, first, after, _MAX_ENTRIES),
        ).fetchall()
    ]
