"""Cut text to a length without splitting what a reader sees as one character.

Lengths are Python characters (code points). A family emoji, a flag or a letter with its accents is kept whole or
left out. Lone surrogates are not cut away: `readable` replaces them, so that text can be encoded as UTF-8.
"""

from collections.abc import Iterator
from itertools import takewhile
from typing import Final

import regex

__all__ = ["ELLIPSIS", "head", "readable", "tail"]

ELLIPSIS: Final = "…"
_CLUSTER: Final = regex.compile(r"\X")
_REGIONAL: Final = "".join(map(chr, range(0x1F1E6, 0x1F200)))
# How far around a cut boundaries are looked for; a single cluster longer than this is an attack, not a letter.
_WINDOW: Final = 256
# Regional indicators that are looked at for where a row of flags begins.
_LONGEST_ROW: Final = 4096


def readable(text: str) -> str:
    """Return `text` with surrogate pairs joined and lone surrogates replaced by U+FFFD."""
    return text if _encodes(text) else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def head(text: str, max_chars: int, *, mark: str = ELLIPSIS) -> str:
    """Return the start of `text`, at most `max_chars` characters with `mark` where something was cut."""
    if len(text) <= max_chars:
        return text
    room = max_chars - len(mark)
    if room <= 0:
        return mark[:max_chars]
    return text[: _boundary_before(text, room)].rstrip() + mark


def tail(text: str, max_chars: int, *, mark: str = ELLIPSIS) -> str:
    """Return the end of `text`, at most `max_chars` characters with `mark` where something was cut."""
    if len(text) <= max_chars:
        return text
    room = max_chars - len(mark)
    if room <= 0:
        return mark[:max_chars]
    kept = text[_boundary_after(text, len(text) - room) :]
    return mark + kept[_leading_space(kept) :]


def _encodes(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _boundary_before(text: str, end: int) -> int:
    """Return the last cluster boundary at or before `end`."""
<<<<<<< HEAD
    if _parts_plainly(text, end):
=======
    if _parts_ascii(text, end):
>>>>>>> cases
        return end
    begin = _safe_start(text, end)
    return max(takewhile(lambda boundary: boundary <= end, _boundaries(text, begin, end)), default=begin)


def _boundary_after(text: str, start: int) -> int:
    """Return the first cluster boundary at or after `start`."""
<<<<<<< HEAD
    if _parts_plainly(text, start):
=======
    if _parts_ascii(text, start):
>>>>>>> cases
        return start
    begin = _safe_start(text, start)
    return next(boundary for boundary in _boundaries(text, begin, start) if boundary >= start)


<<<<<<< HEAD
def _parts_plainly(text: str, position: int) -> bool:
    """Return whether `position` is a boundary at first sight: between ASCII characters, of which only CR LF join."""
=======
def _parts_ascii(text: str, position: int) -> bool:
    """Tell whether ASCII stands on both sides, where only a Windows line end is one cluster; saves the counting."""
>>>>>>> cases
    around = text[position - 1 : position + 1]
    return around.isascii() and around != "\r\n"


def _boundaries(text: str, begin: int, middle: int) -> Iterator[int]:
    """Yield the cluster boundaries from `begin` to some way after `middle`.

    Works on a copy of that part: the pattern's cost would grow with the whole text.
    """
    return (begin + match.end() for match in _CLUSTER.finditer(text[begin : middle + _WINDOW]))


def _safe_start(text: str, position: int) -> int:
    """Return a place before `position` from which clusters may be counted.

    A count that starts inside a cluster finds its way at the next one, except in a row of flags, where being off
    by one splits every flag; there it starts at an even distance from the row's beginning.
    """
    start = max(position - _WINDOW, 0)
    if text[start] not in _REGIONAL:
        return start
    before = text[max(start - _LONGEST_ROW, 0) : start]
    return start - (len(before) - len(before.rstrip(_REGIONAL))) % 2


def _leading_space(text: str) -> int:
    """Return how much white space can be dropped from the front without baring a combining mark."""
    size = len(text) - len(text.lstrip())
    bares_mark = 0 < size < len(text) and len(_CLUSTER.findall(" " + text[size])) == 1
    return size - bares_mark
