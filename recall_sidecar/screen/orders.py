"""Whether a text tries to give orders to an agent, of which kinds, and where.

The verdict holds kinds and places, never words of the text: it may stand in a trace.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from recall_sidecar.screen import rules, words
from recall_sidecar.screen.disguises import readings
from recall_sidecar.screen.folding import fold
from recall_sidecar.screen.frames import frames
from recall_sidecar.screen.rules import Kind

__all__ = ["CLEAN", "Mark", "Verdict", "orders"]

# Nothing that memory gives is longer; of what is, the first and the last half of this is looked at.
_MOST_CHARS: Final = 24_000
# What decoded text may hide again.
_DEPTH: Final = 2


@dataclass(frozen=True, slots=True)
class Mark:
    """An order of `kind` that stands from `start` to `end` in the text."""

    kind: Kind
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found in a text; empty when it gives no orders."""

    marks: tuple[Mark, ...] = ()

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of orders, sorted, each once."""
        return tuple(sorted({mark.kind for mark in self.marks}))

    def __bool__(self) -> bool:
        return bool(self.marks)


CLEAN: Final = Verdict()


def orders(text: str) -> Verdict:
    """Return what orders `text` gives; any string is answered, none raises, in time that grows with its length."""
    half = _MOST_CHARS // 2
    if len(text) <= _MOST_CHARS:
        marks = list(_marks(text, _DEPTH))
    else:
        behind = len(text) - half
        marks = list(_marks(text[:half], _DEPTH))
        marks += [
            Mark(mark.kind, mark.start + behind, mark.end + behind) for mark in _marks(text[behind:], _DEPTH)
        ]
    return Verdict(tuple(dict.fromkeys(marks))) if marks else CLEAN


def _marks(text: str, depth: int) -> Iterator[Mark]:
    folded = fold(text)
    found = words.row(folded.text)
    open_kinds: set[Kind] = set()
    for order in rules.found(found):
        open_kinds.add(order.kind)
        yield Mark(order.kind, *folded.span(*found.span(order.first, order.last)))
    for start, end in frames(folded.text):
        open_kinds.add("forgery")
        yield Mark("forgery", *folded.span(start, end))
    if depth:
        for reading in readings(text, folded):
            beneath = {mark.kind for mark in _marks(reading.text, depth - 1)}
            # Words that are merely put together say openly what they say.
            if not reading.is_unseen:
                beneath -= open_kinds
            if beneath:
                beneath |= {"hidden" if reading.is_unseen else "encoded"}
            yield from (Mark(kind, reading.start, reading.end) for kind in sorted(beneath))
