"""Whether a model has ever met any word of a text.

A word that it has not met is cut into pieces that mean other things, and a text of nothing else comes to lie near other texts
of that kind: nonsense is found beside notes in languages that the model does not know.
"""

import unicodedata
from collections.abc import Callable

import regex

__all__ = ["has_known_word"]

# A question is this long; in more text there is always some word.
_MAX_CHARS = 400
_WORD = regex.compile(r"[\p{L}\p{M}]{2,}")


def has_known_word(text: str, knows: Callable[[str], bool]) -> bool:
    """Return whether `knows` holds for a word of two letters or more, compared without case and accents."""
    if len(text) > _MAX_CHARS:
        return True
    plain = "".join(
        letter for letter in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(letter)
    )
    return any(knows(word) for word in _WORD.findall(plain))
