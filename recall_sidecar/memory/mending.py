"""Put the nearest words that memory knows beside those of a question that it does not know."""

import sqlite3
from collections.abc import Sequence

from recall_sidecar.memory.misspelt import mended, nearest, worth_mending
from recall_sidecar.memory.postings import Postings, postings_of
from recall_sidecar.memory.reader import Snapshot
from recall_sidecar.memory.terms import QueryTerm
from recall_sidecar.memory.visible import Visible
from recall_sidecar.memory.vocabulary import beginning_like

__all__ = ["with_nearest"]

# A text of many unknown words is of another language or matter, not misspelt.
_MAX_MENDED = 3


def with_nearest(
    connection: sqlite3.Connection,
    terms: Sequence[QueryTerm],
    postings: dict[str, Postings],
    seen: Visible,
    snapshot: Snapshot | None = None,
) -> Sequence[QueryTerm]:
    """Return `terms` with the nearest visible words beside those that nothing visible holds; add these to `postings`."""
    unknown = [
        term
        for term in terms
        if worth_mending(term) and term.text in postings and not postings[term.text].count
    ]
    found: dict[str, tuple[QueryTerm, ...]] = {}
    for term in unknown[:_MAX_MENDED]:
        for word in nearest(term.text, beginning_like(connection, term.text, seen.corpus.passages, snapshot)):
            held = postings.get(word) or postings_of(connection, word, seen.ranges, snapshot)
            if held.count:
                postings[word] = held
                found[term.text] = mended(term, word)
                break
    asked = {term.text: term for term in terms}
    for each in (each for pair in found.values() for each in pair):
        # What is missing takes its place with what is left of its weight; a word that is asked for anyway keeps its own.
        asked[each.text] = each if each.text in found else asked.get(each.text, each)
    return list(asked.values())
