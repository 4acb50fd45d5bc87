"""Whose words a note repeats, whatever it says of that itself, and so how far it may be trusted.

A note is only as trustworthy as the least of what it rests on. A model that was told by a passage what to write may leave
that passage out of those it names; its words give it away, and where they cannot, because they are words of no passage,
the note is trusted as the least of what the model had read.
"""

import re
from collections.abc import Iterable, Sequence

from recall_sidecar.memory.port import Hit
from recall_sidecar.outcomes import Origin, lowest
from recall_sidecar.recall.screened import gives_orders
from recall_sidecar.recall.traced import keeps_to
from recall_sidecar.screen.folding import fold
from recall_sidecar.screen.orders import orders
from recall_sidecar.settings.tables import OrdersPolicy

__all__ = ["may_be_told", "sources_of", "spoken_through", "trust_of", "trusted_less"]

_TOKEN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W_]+")
# So many words in a row, of a note and a passage, are no chance.
_ROW = 6
# Words that notes are worded with, whatever they rest on.
_LONG_WORD = 6
_WORDING = frozenset({"according", "memory", "possibly", "prefers", "should", "somebody", "writes"})
# A word that nobody comes to by chance: digits among letters, or many of them.
_TELLING = re.compile(r"(?=.*\d)(?=.*[a-z])\w{4,}|\d{5,}")


def sources_of(note: str, cited: Sequence[Hit], shown: Iterable[Hit]) -> tuple[Hit, ...]:
    """Return what `note` rests on: what it cites, and what stands in it word for word although it cites something else.

    What it repeats most comes first. Of passages that say the same, one is enough.
    """
    words = _words(note)
    length = min(_ROW, len(words))
    rows = {hit: _shared(words, hit, length) for hit in (*cited, *shown)}
    found = [*cited]
    left = _rows(words, length).difference(*(rows[hit] for hit in cited))
    known = {word for hit in cited for word in _words(hit.passage.text)}
    for hit in sorted(rows, key=lambda each: -len(rows[each])):
        tells = {word for word in {*words} & {*_words(hit.passage.text)} if _gives_away(word, hit)} - known
        if hit not in cited and (rows[hit] & left or tells):
            found.append(hit)
            left -= rows[hit]
            known |= tells
    return tuple(sorted(found, key=lambda each: -len(rows[each])))


def trusted_less(others: Iterable[Hit], sources: Sequence[Hit]) -> tuple[Hit, ...]:
    """Return the first of `others` that is trusted the least of all, nothing when `sources` are trusted as little."""
    trust = lowest(tuple(hit.passage.origin for hit in sources))
    less = [hit for hit in others if lowest((hit.passage.origin, trust)) is not trust]
    least = lowest(tuple(hit.passage.origin for hit in less))
    return tuple(hit for hit in less if hit.passage.origin is least)[:1]


def spoken_through(clauses: Iterable[str], sources: Sequence[Hit], shown: Iterable[Hit]) -> tuple[Hit, ...]:
    """Return who may speak through a note that does not keep to the words of its `sources`: the least trusted of all `shown`.

    Nothing where the note keeps to them, or rests on somebody who is trusted as little.
    """
    less = trusted_less(shown, sources)
    return less if less and not keeps_to(clauses, sources) else ()


def trust_of(note: str, sources: Sequence[Hit]) -> Origin:
    """Return how far `note` may be trusted: no more than any of its sources, nor than its own words allow."""
    trust = lowest(tuple(hit.passage.origin for hit in sources))
    return lowest((trust, Origin.UNTRUSTED)) if gives_orders(orders(note), trust) else trust


def may_be_told(note: str, sources: Sequence[Hit], policy: OrdersPolicy) -> bool:
    """Return whether `policy` lets `note` reach a prompt: when orders are not quoted, what repeats or gives some does not."""
    if policy == "quote":
        return True
    trust = lowest(tuple(hit.passage.origin for hit in sources))
    return not any(hit.orders for hit in sources) and not gives_orders(orders(note), trust)


def _words(text: str) -> list[str]:
    return _TOKEN.findall(fold(text).text)


def _gives_away(word: str, hit: Hit) -> bool:
    """Return whether a note has a word of a passage by more than chance; of one with orders any longer word is enough."""
    return _TELLING.fullmatch(word) is not None or (
        bool(hit.orders) and len(word) >= _LONG_WORD and word not in _WORDING
    )


def _shared(note: Sequence[str], hit: Hit, length: int) -> set[tuple[str, ...]]:
    """Return the rows of a note that a passage holds; none when a row is but one word."""
    return _rows(note, length) & _rows(_words(hit.passage.text), length) if length > 1 else set()


def _rows(words: Sequence[str], length: int) -> set[tuple[str, ...]]:
    return {tuple(words[place : place + length]) for place in range(len(words) - length + 1)}
