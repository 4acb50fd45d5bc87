"""Whether a clause says something that cannot be read here: a script or words that no list and no passage has, an address.

What cannot be read cannot be held against anything, so that it is not supported.
"""

import re
from collections.abc import Sequence
from typing import Final

from recall_sidecar.recall.verify.claim import Claim
from recall_sidecar.recall.verify.evidence import Evidence
from recall_sidecar.recall.verify.languages import is_unknown_script
from recall_sidecar.recall.verify.meanings import folded
from recall_sidecar.recall.verify.senses import sense
from recall_sidecar.recall.verify.tokens import Token

__all__ = ["is_unread"]

_ENGLISH: Final = "en"
_ADDRESS: Final = re.compile(
    r"https?://[^\s<>\"]+|\bwww\.[^\s<>\"]+|\b[a-z0-9-]{2,}\.(?:com|org|net|io|co|dev|app|cn|ru|info|me)\b(?:/[^\s<>\"]*)?",
    re.IGNORECASE,
)
_LEAST_LETTERS: Final = 5
# Of a translation, words that are in no list: one may be a detail, and more are another language.
_MOST_UNKNOWN: Final = 3
# Of the words of a language that is known, small ones; one alone may be of any other.
_LEAST_SMALL: Final = 0.25
_SPELLINGS: Final = (
    ("our", "or"),
    ("tre", "ter"),
    ("ise", "ize"),
    ("isi", "izi"),
    ("ys", "yz"),
    ("ll", "l"),
    ("ogue", "og"),
)


def is_unread(claim: Claim, found: Sequence[Evidence]) -> bool:
    """Return whether a clause has an address that no passage has, or nothing in it can be read."""
    plain = [each.seen.text.casefold() for each in found]
    shown = [each.rstrip(".,;:!?)") for each in _ADDRESS.findall(claim.text)]
    if any(not any(each.casefold() in text for text in plain) for each in shown):
        return True
    if is_unknown_script(claim.text):
        return not any(word.text.casefold() in text for word in claim.words for text in plain)
    if all(claim.translated.values()):
        return _is_of_no_list(claim, found)
    return claim.language == _ENGLISH and any(_is_new(word, claim, found) for word in claim.content)


def _is_of_no_list(claim: Claim, found: Sequence[Evidence]) -> bool:
    """Return whether none of the words of a translation is in a list or in a passage."""
    is_exact = claim.names or claim.amounts or claim.moments
    return (
        not is_exact
        and sum(word.is_small for word in claim.words) < len(claim.words) * _LEAST_SMALL
        and len(claim.content) >= _MOST_UNKNOWN
        and all(_is_unknown(word) and not _is_in(word, found) for word in claim.content)
    )


def _is_new(word: Token, claim: Claim, found: Sequence[Evidence]) -> bool:
    """Return whether an English word is in no list and in no passage."""
    plain = folded(word.text)
    is_joined = "-" in claim.text[max(word.start - 1, 0) : word.end + 1]
    return (
        len(plain) >= _LEAST_LETTERS
        and plain.isascii()
        and word.text.islower()
        and not is_joined
        and _is_unknown(word)
        and all(sense(each) is None for each in (plain, *(plain.replace(*pair) for pair in _SPELLINGS)))
        and not _is_in(word, found)
        and not any(
            plain in other or (len(other) > 3 and other in plain) for each in found for other in each.words
        )
    )


def _is_unknown(word: Token) -> bool:
    return all(key[0] == "=" for key in word.keys)


def _is_in(word: Token, found: Sequence[Evidence]) -> bool:
    return any(not word.keys.isdisjoint(each.keys) for each in found)
