"""What can be seen of the hits for a message, as numbers: how much they weigh together, and what they hold of it.

All come from the parts of their scores, so they mean the same whatever the memory's size and language. Whoever takes the one
hit away that answers makes `mass` smaller, whichever rank it had; the best score alone would not tell.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Final

from recall_sidecar.memory.port import Hit
from recall_sidecar.memory.preferences import states_preference

__all__ = ["signs"]

# Inverse of memory/fusion.py: from the part of a score back to the cosine that it comes from.
_MEANING_SHARE: Final = 0.85
_SAME: Final = 0.8
_BEND: Final = 0.8
_WORDS: Final = ("coverage", "bm25", "lexical")
_LOOKED_AT: Final = 600
# How much more the stronger hits weigh, and how many hits there usually are.
_SHARPNESS: Final = 9.0
_USUAL_HITS: Final = 6
# The best score of a hit that answers is seldom lower.
_STRONG: Final = 0.55


def signs(
    hits: Sequence[Hit], names: frozenset[str], *, is_of_self: bool, wants_advice: bool
) -> Mapping[str, float]:
    """Return the signs of `hits`, best first, of which there is at least one.

    `names` are those that the message says; `is_of_self` that it speaks of who sends it, `wants_advice` that it asks what would
    suit them.
    """
    parts = [{part.name: part.value for part in hit.parts} for hit in hits]
    texts = [hit.passage.text[:_LOOKED_AT] for hit in hits]
    said = " ".join(f"{hit.passage.heading} {text}" for hit, text in zip(hits, texts, strict=True)).casefold()
    held = sum(name in said for name in names)
    mass = _mass([hit.score for hit in hits])
    unread = not any("meaning" in each for each in parts)
    return {
        "mass": mass,
        # A question about oneself sounds the same to another person's memory: there the hits have to tell.
        "mass_self": mass if is_of_self else 0.0,
        "lacking": max(_STRONG - hits[0].score, 0.0),
        "unread": float(unread),
        # Without meanings scores are lower, and words alone have to tell.
        "mass_unread": mass if unread else 0.0,
        "advised": _preferred(parts, texts) if wants_advice else 0.0,
        "date": float(any("date" in each for each in parts)),
        "exact": float(any("exact" in each for each in parts)),
        "names_held": float(held > 0),
        "names_unknown": float(held < len(names)),
    }


def _preferred(parts: Sequence[Mapping[str, float]], texts: Sequence[str]) -> float:
    """Return the cosine of the nearest passage that states a preference, 0 when none does."""
    near = (
        _cosine(each.get("meaning", 0.0), sum(each.get(name, 0.0) for name in _WORDS))
        for each, text in zip(parts, texts, strict=True)
        if states_preference(text)
    )
    return max(near, default=0.0)


def _mass(scores: Sequence[float]) -> float:
    """Return what the hits weigh together: near the best score when they are few, more when several are strong."""
    missing = max(_USUAL_HITS - len(scores), 0)
    total = sum(math.exp(_SHARPNESS * score) for score in scores) + missing
    return math.log(total / _USUAL_HITS) / _SHARPNESS


def _cosine(meaning: float, words: float) -> float:
    """Return the cosine behind the part of a score for meaning; 0 where there is none."""
    left = _MEANING_SHARE * (1.0 - min(words, 0.99))
    return _SAME * float(min(max(meaning, 0.0) / left, 1.0) ** (1.0 / _BEND))
