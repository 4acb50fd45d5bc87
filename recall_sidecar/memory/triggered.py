"""Find the curated entries whose trigger phrases a message mentions, in a reader's thread.

The phrases' terms stand in a table of their own, so what a turn pays for is the few entries that share a word with it.
"""

import json
import sqlite3
from collections.abc import Sequence

from recall_sidecar.memory.beneath import is_file
from recall_sidecar.memory.folders import Folder
from recall_sidecar.memory.port import Hit, TriggerHit, Viewer
from recall_sidecar.memory.schema import id_range
from recall_sidecar.memory.score import total
from recall_sidecar.memory.search import indexed, passage_of, yardstick
from recall_sidecar.memory.terms import tokens

__all__ = ["find_triggered"]

_MAX_ENTRIES = 24
# Far more than anybody says; a longer text would only cost time.
_MAX_MESSAGE_CHARS = 8000
# More than half: one word of two is not the phrase.
_PHRASES = """
SELECT passage_id, max(held * 1.0 / terms), held, terms FROM (
    SELECT passage_id, phrase, terms, count(*) AS held FROM trigger_term
    WHERE term IN (SELECT value FROM json_each(?)) GROUP BY passage_id, phrase
) WHERE held * 2 > terms GROUP BY passage_id ORDER BY 2 DESC, terms DESC, passage_id
"""


def find_triggered(
    connection: sqlite3.Connection, message: str, text: str, viewer: Viewer, folders: Sequence[Folder]
) -> tuple[TriggerHit, ...]:
    """Return the entries of `folders` that `message` calls, each with its relevance to the search query `text`."""
    terms = json.dumps(sorted(set(tokens(message[:_MAX_MESSAGE_CHARS]))))
    if connection.execute(_PHRASES, (terms,)).fetchone() is None:
        return ()
    # Begins the snapshot that all that follows is read from.
    measure = yardstick(connection, text, viewer, folders)
    by_id = indexed(connection, folders)
    # What others may see is not curated, and is not looked at even if the index should hold it.
    ranges = [id_range(folder_id, "private") for folder_id in by_id]
    found: list[TriggerHit] = []
    for passage_id, _, held, of_terms in connection.execute(_PHRASES, (terms,)).fetchall():
        if len(found) == _MAX_ENTRIES:
            break
        if not any(first <= passage_id < after for first, after in ranges):
            continue
        folder, passage, path = passage_of(connection, passage_id, by_id)
        if folder.is_curated(path) and is_file(folder.root, path):
            words = connection.execute("SELECT terms FROM words WHERE rowid = ?", (passage_id,)).fetchone()[0]
            parts = measure.measure(words.split(" "))
            found.append(TriggerHit(Hit(passage, total(parts), 0, parts), held, of_terms))
    return tuple(found)
