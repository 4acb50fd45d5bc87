"""The nearest words that memory knows to one that it does not: "kuberntes", "oolonng", half an identifier."""

from collections.abc import Sequence
from typing import Final

from recall_sidecar.memory.terms import QueryTerm

__all__ = ["mended", "nearest", "worth_mending"]

_MIN_CHARS: Final = 4
# From this length on two slips are a word's own.
_TWO_SLIPS_CHARS: Final = 8
# What a beginning adds up to: `kube` is half of `kubelet`, and says nothing of `kubernetes-dashboard`.
_MIN_STEM_SHARE: Final = 0.6
# How much of the word's weight goes to its nearest ones; the rest stays held against what does not have it.
_WEIGHT: Final = 0.6


def worth_mending(term: QueryTerm) -> bool:
    """Return whether `term` is a word that could be misspelt; numbers, short words and pairs of characters are not."""
    return term.unknown_share == 1.0 and len(term.text) >= _MIN_CHARS and term.text.isalpha()


def nearest(word: str, vocabulary: Sequence[str]) -> list[str]:
    """Return the words of `vocabulary` that `word` may stand for, nearest first; often none."""
    from rapidfuzz import process  # noqa: PLC0415 - most questions know how their words are spelt
    from rapidfuzz.distance import OSA  # noqa: PLC0415

    slips = 2 if len(word) >= _TWO_SLIPS_CHARS else 1
    near = process.extract(word, vocabulary, scorer=OSA.distance, score_cutoff=slips, limit=5)
    found = {known: slips_ for known, slips_, _ in near if known.isalpha()}
    for known in vocabulary:
        if known.startswith(word) and len(word) >= _MIN_STEM_SHARE * len(known):
            found.setdefault(known, slips + 1)
    return sorted(found, key=lambda known: (found[known], len(known), known))


def mended(term: QueryTerm, known: str) -> tuple[QueryTerm, QueryTerm]:
    """Return what is searched for in the place of `term`, which nothing holds: the `known` word, and what is missing."""
    return (
        QueryTerm(known, _WEIGHT * term.weight, term.unknown_share),
        QueryTerm(term.text, (1.0 - _WEIGHT) * term.weight, term.unknown_share),
    )
