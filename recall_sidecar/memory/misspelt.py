"""The nearest words that memory knows to one that it does not: "kuberntes", "oolonng", half an identifier."""

from collections.abc import Sequence
from typing import Final

from recall_sidecar.memory.terms import QueryTerm

__all__ = ["mended", "nearest", "worth_mending"]

# Shorter words are too near to others: `list` is no misspelt `lift`.
_MIN_CHARS: Final = 5
# From this length on a letter in the place of another makes no other word, and later two slips make none.
_REPLACED_CHARS: Final = 8
_TWO_SLIPS_CHARS: Final = 10
# How much of a longer word its beginning must be: `confi` of `config`, and nothing of `configurability`.
_BEGINNING_SHARE: Final = 0.7
# How much of the word's weight goes to its nearest ones; the rest stays held against what does not have it.
_WEIGHT: Final = 0.6


def worth_mending(term: QueryTerm) -> bool:
    """Return whether `term` is a word that could be misspelt; numbers, short words and pairs of characters are not."""
    return term.unknown_share == 1.0 and len(term.text) >= _MIN_CHARS and term.text.isalpha()


def nearest(word: str, vocabulary: Sequence[str]) -> list[str]:
    """Return the words of `vocabulary` that `word` may stand for, nearest first; often none.

    A slip is a letter too many or too few, or two in the wrong order, and in a long word a wrong letter.
    """
    from rapidfuzz import process  # noqa: PLC0415 - most questions know how their words are spelt
    from rapidfuzz.distance import OSA  # noqa: PLC0415

    known = [each for each in vocabulary if len(each) >= _MIN_CHARS and each.isalpha()]
    slips = 2 if len(word) >= _TWO_SLIPS_CHARS else 1
    near = process.extract(word, known, scorer=OSA.distance, score_cutoff=slips, limit=5)
    found = {each: distance for each, distance, _ in near if _is_slip(word, each)}
    for each in known:
        shorter, longer = sorted((word, each), key=len)
        if longer.startswith(shorter) and len(shorter) >= _BEGINNING_SHARE * len(longer):
            found.setdefault(each, slips + 1)
    return sorted(found, key=lambda each: (found[each], len(each), each))


def _is_slip(word: str, known: str) -> bool:
    """Return whether `known`, which is near, differs in more than a letter, or the word is long enough for a wrong one.

    Words of one length that part only in the last two letters are two words: Christian and Christina, contract and contrast.
    """
    if len(word) != len(known):
        return True
    if word != known and word[:-2] == known[:-2]:
        return False
    return len(word) >= _REPLACED_CHARS or sorted(word) == sorted(known)


def mended(term: QueryTerm, known: str) -> tuple[QueryTerm, QueryTerm]:
    """Return what is searched for in the place of `term`, which nothing holds: the `known` word, and what is missing."""
    return (
        QueryTerm(known, _WEIGHT * term.weight, term.unknown_share),
        QueryTerm(term.text, (1.0 - _WEIGHT) * term.weight, term.unknown_share),
    )
