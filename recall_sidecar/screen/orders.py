"""Whether a text tries to give orders to an agent, of which kinds, and where.

The verdict holds kinds and places, never words of the text: it may stand in a trace.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from recall_sidecar.screen import rules, words
from recall_sidecar.screen.disguises import Reading, readings
from recall_sidecar.screen.folding import fold
from recall_sidecar.screen.frames import frames
from recall_sidecar.screen.rules import Kind
from recall_sidecar.screen.scripts import phrases

__all__ = ["CLEAN", "Mark", "Verdict", "orders"]

# Nothing that memory gives is longer; of what is, the first and the last half of this is looked at.
_MOST_CHARS: Final = 24_000
# What decoded text may hide again.
_DEPTH: Final = 3
# So much of what a text hides is read, at all depths together: as often as it has ways to hide the whole of itself. One that
# goes on hides something, whatever that is.
_TIMES: Final = 10
_FEWEST_HIDDEN_CHARS: Final = 8000
_MOST_HIDDEN_CHARS: Final = 48_000


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
        marks = _of_part(text)
    else:
        behind = len(text) - half
        marks = _of_part(text[:half])
        marks += [Mark(mark.kind, mark.start + behind, mark.end + behind) for mark in _of_part(text[behind:])]
    return Verdict(tuple(dict.fromkeys(marks))) if marks else CLEAN


@dataclass(slots=True)
class _Room:
    """How much may still be read of what a text hides."""

    chars: int


def _of_part(text: str) -> list[Mark]:
    room = _Room(min(max(_FEWEST_HIDDEN_CHARS, _TIMES * len(text)), _MOST_HIDDEN_CHARS))
    marks = list(_marks(text, _DEPTH, room))
    return marks if room.chars > 0 else [*marks, Mark("encoded", 0, len(text))]


def _marks(text: str, depth: int, room: _Room) -> Iterator[Mark]:
    folded = fold(text)
    found = words.row(folded.text)
    open_kinds: set[Kind] = set()
    if given := list(rules.found(found)):
        # Once for all of them: to cut the text again for each would take the square of its length.
        places = found.places()
        open_kinds.update(order.kind for order in given)
        yield from (
            Mark(order.kind, *folded.span(places[order.first][0], places[order.last][1])) for order in given
        )
    for kind, start, end in phrases(folded.text):
        open_kinds.add(kind)
        yield Mark(kind, *folded.span(start, end))
    for start, end in frames(folded.text):
        open_kinds.add("forgery")
        yield Mark("forgery", *folded.span(start, end))
    for reading in readings(text, folded) if depth else ():
        room.chars -= len(reading.text)
        if room.chars <= 0:
            return
        yield from _beneath(reading, open_kinds, depth, room)


def _beneath(reading: Reading, open_kinds: set[Kind], depth: int, room: _Room) -> Iterator[Mark]:
    beneath = {mark.kind for mark in _marks(reading.text, depth - 1, room)}
    # Words that are merely put together say openly what they say.
    if not reading.is_unseen:
        beneath -= open_kinds
    if beneath:
        beneath |= {"hidden" if reading.is_unseen else "encoded"}
    yield from (Mark(kind, reading.start, reading.end) for kind in sorted(beneath))
