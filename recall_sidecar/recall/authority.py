"""Whose words a note repeats, whatever it says of that itself, and so how far it may be trusted.

A note is only as trustworthy as the least of what it rests on. A model that was told by a passage what to write may leave
that passage out of those it names; its words give it away.
"""

import re
from collections.abc import Iterable, Sequence

from recall_sidecar.memory.port import Hit
from recall_sidecar.outcomes import Origin, lowest
from recall_sidecar.recall.screened import gives_orders
from recall_sidecar.screen.folding import fold
from recall_sidecar.screen.orders import orders
from recall_sidecar.settings.tables import OrdersPolicy

__all__ = ["may_be_told", "sources_of", "trust_of"]

_TOKEN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W_]+")
# So many words in a row, of a note and a passage, are no chance.
_ROW = 6
# A word that nobody comes to by chance: digits among letters, or many of them.
_TELLING = re.compile(r"(?=.*\d)(?=.*[a-z])\w{4,}|\d{5,}")


def sources_of(note: str, cited: Sequence[Hit], shown: Iterable[Hit]) -> tuple[Hit, ...]:
    """Return what `note` rests on: what it cites, and what stands in it word for word although it cites something else."""
    words = _words(note)
    said = [_words(hit.passage.text) for hit in cited]
    others = (hit for hit in shown if hit not in cited)
    return (*cited, *(hit for hit in others if _repeats(words, _words(hit.passage.text), said)))


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


def _repeats(note: Sequence[str], passage: Sequence[str], cited: Sequence[Sequence[str]]) -> bool:
    """Tell whether a note holds words that `passage` can have given it, and nothing that it cites."""
    known = {word for words in cited for word in words}
    if any(_TELLING.fullmatch(word) for word in ({*note} & {*passage}) - known):
        return True
    length = min(_ROW, len(note))
    given = _rows(note, length) & _rows(passage, length)
    return length > 1 and bool(given.difference(*(_rows(words, length) for words in cited)))


def _rows(words: Sequence[str], length: int) -> set[tuple[str, ...]]:
    return {tuple(words[place : place + length]) for place in range(len(words) - length + 1)}
