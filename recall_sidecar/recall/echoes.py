"""Echoes: what an assistant says in words of its own because a block of ours has told it.

An echo steers no query and becomes no memory of its own; else memory would answer itself and grow by what it holds.
"""

from collections.abc import Sequence

from recall_sidecar.recall.plain import split_sentences
from recall_sidecar.recall.told import telling

__all__ = ["without_echoes"]

# How many of its terms a sentence must have from what was told, and how many terms make a statement.
_ECHOED = 0.75
_FEWEST = 3


def without_echoes(text: str, told: Sequence[frozenset[str]]) -> str:
    """Return an assistant's words without the sentences that repeat one of `told`, each the terms of a block.

    A sentence with a number that was not told says something new.
    """
    if not told:
        return text
    lines = (_without(line, told) for line in text.split("\n"))
    return "\n".join(line for line in lines if line is not None)


def _without(line: str, told: Sequence[frozenset[str]]) -> str | None:
    """Return what is left of a line, None when an echo was all of it."""
    said = split_sentences(line)
    kept = [each for each in said if not _is_echo(telling(each), told)]
    if len(kept) == len(said):
        return line
    return " ".join(kept) or None


def _is_echo(terms: frozenset[str], told: Sequence[frozenset[str]]) -> bool:
    if len(terms) < _FEWEST:
        return False
    return any(_repeats(terms, each) for each in told)


def _repeats(terms: frozenset[str], told: frozenset[str]) -> bool:
    new = terms - told
    return len(new) <= (1 - _ECHOED) * len(terms) and not any(map(_has_digit, new))


def _has_digit(term: str) -> bool:
    return any(map(str.isdigit, term))
