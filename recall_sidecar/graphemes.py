"""Cut text to a length without splitting what a reader sees as one character.

Lengths are Python characters (code points). A family emoji, a flag or a letter with its accents is kept whole
or left out; lone surrogates are replaced, so that the result can always be encoded as UTF-8.
"""

import regex

__all__ = ["ELLIPSIS", "head", "readable", "tail"]

ELLIPSIS = "…"
_CLUSTER = regex.compile(r"\X")
# The longest run that is still looked at as one cluster; a longer one is an attack, not a letter.
_WINDOW = 64


def readable(text: str) -> str:
    """Return `text` with lone surrogates replaced by U+FFFD."""
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
    start = len(text) - room
    return mark + text[_boundary_after(text, start) :].lstrip()


def _encodes(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _boundary_before(text: str, end: int) -> int:
    """Return the last cluster boundary at or before `end`."""
    start = max(end - _WINDOW, 0)
    last = start
    for match in _CLUSTER.finditer(text, start, min(end + _WINDOW, len(text))):
        if match.end() > end:
            return match.start() if match.start() > start or start == 0 else last
        last = match.end()
    return last


def _boundary_after(text: str, start: int) -> int:
    """Return the first cluster boundary at or after `start`."""
    for match in _CLUSTER.finditer(text, max(start - _WINDOW, 0), min(start + _WINDOW, len(text))):
        if match.start() >= start:
            return match.start()
        if match.end() >= start:
            return match.end()
    return start
