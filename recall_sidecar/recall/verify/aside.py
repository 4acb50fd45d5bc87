"""Whether one of two who talk in Chinese is told to have said what only the other did."""

from collections.abc import Sequence
from typing import Final

from recall_sidecar.recall.verify.asking import asks
from recall_sidecar.recall.verify.claim import Claim
from recall_sidecar.recall.verify.evidence import Evidence
from recall_sidecar.recall.verify.people import role_of
from recall_sidecar.recall.verify.romanise import alike
from recall_sidecar.recall.verify.support import han_letters

__all__ = ["is_of_other"]

# Characters that only the other has, and the share of the other's that one has at least who said it too.
_LEAST_MORE: Final = 3
_LEAST_SHARE: Final = 0.5


def is_of_other(claim: Claim, found: Sequence[Evidence], who: str) -> bool:
    """Return whether most characters of a clause stand in what somebody else says than whom it speaks of."""
    if asks(claim.text) or claim.language != "zh" or not all(len(each.speakers) > 1 for each in found):
        return False
    letters = set(han_letters(claim))
    said = {
        is_own: "".join(
            part.text for each in found for part in each.parts if alike(role_of(part.speaker), who) == is_own
        )
        for is_own in (True, False)
    }
    if not said[True]:
        return False
    own, other = (sum(letter in said[is_own] for letter in letters) for is_own in (True, False))
    return other - own >= _LEAST_MORE and own < other * _LEAST_SHARE
