"""Whether a note keeps to the words of the passages it names, or says something that only its model can vouch for.

A verifier that knows many languages lets what it cannot read pass: a translation, a spelling of its own, a picture. That is
right as long as the model is honest, and one that has read a stranger's orders may not be.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

from recall_sidecar.memory.port import Hit
from recall_sidecar.recall.plain import sentences
from recall_sidecar.recall.seen import form
from recall_sidecar.recall.told import telling

__all__ = ["keeps_to"]

# What says one thing after another in one sentence.
_PARTS: Final = re.compile(r"[;；]")
# A piece of so many characters, of runs that overlap by one, has no more terms than a query may have, in any script.
_PIECE: Final = 46
_RUN: Final = 20
# What notes are worded with, whatever they rest on.
_WORDING: Final = telling("user users owner memory says said noted according")


def keeps_to(clauses: Iterable[str], passages: Sequence[Hit]) -> bool:
    """Return whether every clause has its words from one sentence of `passages`: no other word, and no picture of its own."""
    said = [_Said(hit) for hit in passages]
    return all(any(each.says(clause) for each in said) for clause in clauses)


class _Said:
    """What a passage says: its words as a whole, and the telling ones by sentence."""

    def __init__(self, hit: Hit) -> None:
        text = f"{hit.passage.heading}\n{hit.passage.text}"
        about = _telling(hit.passage.heading)
        self._words = f" {form(text)} "
        self._pictures = _pictures(text)
        said = (part for sentence in sentences(hit.passage.text) for part in _PARTS.split(sentence))
        self._sentences = [about | _telling(part) for part in said]

    def says(self, clause: str) -> bool:
        """Return whether it says `clause` in its own words."""
        if not _pictures(clause) <= self._pictures:
            return False
        words = form(clause)
        if f" {words} " in self._words or not words:
            return True
        terms = _telling(clause) - _WORDING
        # Words that tell nothing, or letters that stand apart, are words of the passage only in a row.
        return any(map(_is_a_word, terms)) and any(terms <= sentence for sentence in self._sentences)


def _telling(text: str) -> frozenset[str]:
    """Return all terms of a text that say something: a query has a bound, and what lies beyond it would be believed."""
    said: frozenset[str] = frozenset()
    piece = ""
    for word in text.split():
        for at in range(0, max(len(word) - 1, 1), _RUN - 1):
            if len(piece) + _RUN > _PIECE:
                said, piece = said | telling(piece), ""
            piece += f" {word[at : at + _RUN]}"
    return said | telling(piece)


def _is_a_word(term: str) -> bool:
    return len(term) > 1


def _pictures(text: str) -> frozenset[str]:
    return frozenset(sign for sign in text if unicodedata.category(sign) == "So")
