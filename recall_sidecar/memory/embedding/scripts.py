"""Whether a model has anything to say about a text."""

import re

__all__ = ["has_letters", "is_mostly_latin"]

_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]")
_OTHER = re.compile(r"[^\W\d_A-Za-z\u00c0-\u024f]")
_LETTER = re.compile(r"[^\W\d_]")


def is_mostly_latin(text: str) -> bool:
    """Return whether more than half of the letters of `text` are Latin; without letters it is not."""
    latin = len(_LATIN.findall(text))
    return latin > 0 and latin > len(_OTHER.findall(text))


def has_letters(text: str) -> bool:
    """Return whether `text` has letters of any script."""
    return _LETTER.search(text) is not None
