"""Reduce English words to a stem, so that "painted", "paints" and "painting" meet.

A short set of suffix rules in the spirit of Porter's. A stem need not be a word; it only has to be the same on
both sides, in the index and in the query. Words that are not plain a-z are left alone.
"""

import re

__all__ = ["stem"]

_VOWEL = re.compile(r"[aeiouy]")
_DOUBLE = re.compile(r"([bdfgmnprt])\1$")
# consonant-vowel-consonant, as in "hop": what a dropped e leaves behind
_SHORT = re.compile(r"^[^aeiou]*[aeiouy][^aeiouwxy]$")
_SUFFIXES = (
    ("ational", "ate"),
    ("ization", "ize"),
    ("fulness", "ful"),
    ("ation", "ate"),
    ("ness", ""),
    ("ment", ""),
    ("ally", "al"),
    ("ful", ""),
    ("ly", ""),
)
_MIN_STEM = 4


def stem(word: str) -> str:
    """Return the stem of a lower-case `word`; a word of other letters, or a short one, comes back as it is."""
    if len(word) < 3 or not (word.isascii() and word.isalpha()):
        return word
    word = _without_tense(_singular(word))
    for suffix, replacement in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= _MIN_STEM:
            word = word[: -len(suffix)] + replacement
            break
    if len(word) > 3 and word.endswith("e"):
        return word[:-1]
    if len(word) > 2 and word.endswith("y") and _VOWEL.search(word[:-1]):
        return word[:-1] + "i"
    return word


def _singular(word: str) -> str:
    if word.endswith("sses"):
        return word[:-2]
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3:
        return word[:-1]
    return word


def _without_tense(word: str) -> str:
    if word.endswith("ied") and len(word) > 4:
        return word[:-3] + "y"
    for suffix in ("ing", "ed"):
        root = word[: -len(suffix)]
        if word.endswith(suffix) and len(root) > 1 and _VOWEL.search(root) and not word.endswith("eed"):
            return _repaired(root)
    return word


def _repaired(root: str) -> str:
    """Return `root` with the letter that -ed or -ing doubled or swallowed put right."""
    if _DOUBLE.search(root):
        return root[:-1]
    if root.endswith(("at", "bl", "iz")) or _SHORT.match(root):
        return root + "e"
    return root
