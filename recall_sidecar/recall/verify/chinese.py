"""Whether a Chinese clause has a thing that none of its Chinese passages has."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from recall_sidecar.recall.verify.claim import Claim
from recall_sidecar.recall.verify.evidence import Evidence
from recall_sidecar.recall.verify.lexicon.held import HELD
from recall_sidecar.recall.verify.meanings import ADVISING, EXPLAINING
from recall_sidecar.recall.verify.names import foreign
from recall_sidecar.recall.verify.negation import polarity
from recall_sidecar.recall.verify.tokens import Token

__all__ = ["is_new_in_chinese"]

_CHINESE: Final = "zh"
_LEAST_FOREIGN: Final = 3


def is_new_in_chinese(claim: Claim, found: Sequence[Evidence]) -> bool:
    """Return whether a Chinese clause has a thing, or a name in characters for foreign sounds, of which no passage has a character."""
    if any(each.language != _CHINESE for each in found):
        return False
    if _has_other_held(claim, found):
        return True
    things = [word.text for word in claim.content if word.kind == "word" and not _is_doing(word)]
    runs = [run for run in foreign(claim.text) if len(run) >= _LEAST_FOREIGN]
    return any(
        len(text) > 1
        and not text.isascii()
        and not any(letter in each.plain for each in found for letter in text.casefold())
        for text in (*things, *runs)
    )


def _has_other_held(claim: Claim, found: Sequence[Evidence]) -> bool:
    """Return whether a Chinese clause has a thing that stands for itself alone and is in no passage."""
    names = [(name.start, name.end) for name in claim.names]
    for kind in _held():
        for word in kind:
            at = claim.text.find(word)
            if at < 0 or len(word) < _LEAST_HELD or any(first <= at < after for first, after in names):
                continue
            if not any(other in each.plain for each in found for other in kind):
                return True
    return False


_LEAST_HELD: Final = 2


@lru_cache(maxsize=1)
def _held() -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(kind.split()) for kind in HELD.strip().replace("\n", "|").split("|"))


def _is_doing(word: Token) -> bool:
    """Return whether a word is told in many words: what is done, felt, advised, or said everywhere."""
    return (
        polarity(word.text) != "plain"
        or not word.keys.isdisjoint(ADVISING | EXPLAINING)
        or any(key.startswith(("do", "~", "op")) for key in word.keys)
    )
