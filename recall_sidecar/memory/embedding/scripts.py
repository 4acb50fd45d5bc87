"""Whether a model that learned English text has anything to say about a text."""

import re

__all__ = ["is_mostly_latin"]

_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]")
_OTHER = re.compile(r"[^\W\d_A-Za-z\u00c0-\u024f]")


def is_mostly_latin(text: str) -> bool:
    """Return whether more than half of the letters of `text` are Latin; without letters it is not."""
    latin = len(_LATIN.findall(text))
    return latin > 0 and latin > len(_OTHER.findall(text))
