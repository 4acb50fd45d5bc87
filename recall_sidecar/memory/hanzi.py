"""Write Chinese characters in one way: traditional ones as their simplified form, so that 繁體 and 繁体 find each other.

Character by character, so that what is folded has as many characters as before and a part of it folds as the whole does. The
table is opencc's, read once, when a text first holds a Han character.
"""

from functools import lru_cache
from typing import Final

import regex

__all__ = ["folded", "has_han"]

_HAN: Final = regex.compile(r"\p{Han}")
# The blocks that texts are written in: unified ideographs, extension A, compatibility ideographs.
_BLOCKS: Final = ((0x4E00, 0xA000), (0x3400, 0x4DC0), (0xF900, 0xFB00))


def folded(text: str) -> str:
    """Return `text` with every traditional character in its simplified form."""
    return text.translate(_table()) if has_han(text) else text


def has_han(text: str) -> bool:
    """Return whether `text` holds a Han character."""
    return not text.isascii() and _HAN.search(text) is not None


@lru_cache(maxsize=1)
def _table() -> dict[int, str]:
    from opencc import OpenCC  # noqa: PLC0415 - most memories hold no Chinese

    characters = [chr(point) for first, after in _BLOCKS for point in range(first, after)]
    # One to a line: within a word a character may be converted in another way.
    simplified = OpenCC("t2s").convert("\n".join(characters)).split("\n")
    return {
        ord(one): other
        for one, other in zip(characters, simplified, strict=True)
        if one != other and len(other) == 1
    }
