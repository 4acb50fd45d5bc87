"""Patterns of many words, searched only in texts that hold one of the words they begin with.

Such a pattern is tried at every letter of a text, and most texts hold nothing of it: to cut a text into words and look those up
takes a tenth of the time.
"""

import re
from collections.abc import Iterable
from typing import Final

__all__ = ["Foretold"]

_WORD: Final = re.compile(r"\w+")


class Foretold:
    """A pattern without regard to case; each match in ASCII text holds one of `words` whole, in lower case, or one of `marks`."""

    def __init__(self, pattern: str, words: str, marks: Iterable[str] = ()) -> None:
        self.pattern: Final = re.compile(pattern, re.IGNORECASE)
        self._words = frozenset(words.split())
        self._marks = tuple(marks)

    def search(self, text: str) -> re.Match[str] | None:
        """Return the first match in `text`."""
        return self.pattern.search(text) if self._may_match(text) else None

    def _may_match(self, text: str) -> bool:
        # Letters of other scripts have rules of their own for case and for where a word ends.
        if not text.isascii():
            return True
        low = text.lower()
        return not self._words.isdisjoint(_WORD.findall(low)) or any(mark in low for mark in self._marks)
