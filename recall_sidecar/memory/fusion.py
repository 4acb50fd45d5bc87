"""Put what words say, what meanings say and what stands around passages into one score each, as parts that add up.

Words come first: their score has a meaning of its own (memory/score.py). Nearness of meaning counts of what the words left
open, context is added up to 1. The numbers were chosen on the development halves of four sets (docs/memory.md).

Everything is a column with a number for each passage, since a search scores two hundred at once.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Around", "Fused", "evidence", "fused"]


_MEANING_SHARE = 0.85
# A cosine at which two texts say the same. Below it differences among weak ones count more than among strong ones.
_SAME = 0.8
_BEND = 0.8
_BEFORE_SHARE = 0.2
_FURTHER_BEFORE_SHARE = 0.05
_AFTER_SHARE = 0.1
# Unrelated texts reach this cosine, and the best of some hundreds of them a little more.
_UNRELATED = 0.2
_CERTAIN = 0.95


@dataclass(frozen=True, slots=True)
class Around:
    """How strongly the neighbours in the same file speak to the query by their words: each 0 to 1."""

    before: "NDArray[np.float64]"
    further_before: "NDArray[np.float64]"
    after: "NDArray[np.float64]"


@dataclass(frozen=True, slots=True)
class Fused:
    """Parts of scores: each is at least 0, and with the words they add up to 1 at most."""

    meaning: "NDArray[np.float64]"
    context: "NDArray[np.float64]"


def fused(
    words: "NDArray[np.float64]", similarity: "NDArray[np.float64]", around: Around | None = None
) -> Fused:
    """Return the parts of the scores of passages that go beyond their words.

    Args:
        words: What their words are worth.
        similarity: Cosines between them and the query; not a number where there is none to have.
        around: What their neighbours' words are worth, where that is known.
    """
    import numpy as np  # noqa: PLC0415 - 15 MB that only a search needs

    # Where there is none to have, the greater one is 0.
    near = np.minimum(np.fmax(similarity, 0.0) / _SAME, 1.0) ** _BEND
    meaning = _MEANING_SHARE * near * (1.0 - words)
    if around is None:
        return Fused(meaning, np.zeros(len(words)))
    context = (
        _BEFORE_SHARE * around.before
        + _FURTHER_BEFORE_SHARE * around.further_before
        + _AFTER_SHARE * around.after
    )
    return Fused(meaning, np.minimum(context, np.maximum(1.0 - (words + meaning), 0.0)))


def evidence(words: "NDArray[np.float64]", similarity: "NDArray[np.float64]") -> "NDArray[np.float64]":
    """Return what is compared with the evidence floor, 0 to 1: words, and nearness beyond what unrelated texts have.

    Neighbours are no evidence: they only order what has some of its own.
    """
    import numpy as np  # noqa: PLC0415

    nearness = (similarity - _UNRELATED) / (_CERTAIN - _UNRELATED)
    # Where there is none to have, the greater one is 0.
    return words + np.minimum(np.fmax(nearness, 0.0), 1.0) * (1.0 - words)
