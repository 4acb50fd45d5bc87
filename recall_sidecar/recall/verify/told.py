"""Who a clause speaks of, and whether it denies: both must be so where the passages say the same thing."""

from collections.abc import Sequence
from typing import Final

from recall_sidecar.recall.verify.claim import Claim
from recall_sidecar.recall.verify.evidence import Evidence, Part
from recall_sidecar.recall.verify.meanings import ADVISING, TALKING
from recall_sidecar.recall.verify.names import Name, is_given
from recall_sidecar.recall.verify.negation import Polarity, of_word, polarity
from recall_sidecar.recall.verify.people import ASSISTANT, USER, is_about, role_of
from recall_sidecar.recall.verify.romanise import alike
from recall_sidecar.recall.verify.support import best_parts, overlap, weight

__all__ = ["is_wrong_polarity", "is_wrong_speaker"]

# What is said of somebody says nearly as much of a clause as what is said of all.
_NEAR: Final = 0.6
_BEST: Final = 0.99
# Of the words of a clause that denies, to be sure that it denies this.
_SURE: Final = 0.34
_HALF: Final = 0.5


def is_wrong_speaker(claim: Claim, found: Sequence[Evidence], spoken: Sequence[str]) -> bool:
    """Return whether the passages say it of others than those a clause speaks of."""
    scored = [
        (
            overlap(claim.content, each.keys_of_sentence(number))
            + _named(claim, each.sentences[number], spoken),
            each,
            number,
        )
        for each in found
        for number in range(len(each.sentences))
    ]
    best = max((score for score, _, _ in scored), default=0.0)
    if not best:
        return False
    advises = any(not word.keys.isdisjoint(ADVISING) for word in claim.words)
    for who in spoken:
        if not any(
            score >= best * _NEAR and (_about(each, number, who) or (advises and _says(each, number, who)))
            for score, each, number in scored
        ):
            return True
    near = [(each, number) for score, each, number in scored if score >= best * _NEAR]
    return any(
        not any(_about(each, number, name.text) for each, number in near) for name in _others(claim, spoken)
    )


def _says(each: Evidence, number: int, who: str) -> bool:
    return alike(role_of(each.first_of(number).speaker), who)


def _others(claim: Claim, spoken: Sequence[str]) -> list[Name]:
    """Return the people a clause names besides whom it speaks of, unless it says that they talk."""
    if any(not word.keys.isdisjoint(TALKING) for word in claim.words):
        return []
    return [name for name in claim.names if name.text not in spoken and is_given(name.text)]


def _named(claim: Claim, sentence: str, spoken: Sequence[str]) -> int:
    """Return how many names of a clause, besides whom it speaks of, stand in a sentence."""
    plain = sentence.casefold()
    return sum(name.text not in spoken and name.text.casefold() in plain for name in claim.names)


def _about(each: Evidence, number: int, who: str) -> bool:
    if (known := each.about.get((number, who))) is not None:
        return known
    part = each.first_of(number)
    is_own = who == USER and each.seen.is_owner and role_of(part.speaker) != ASSISTANT
    each.about[number, who] = is_own or is_about(part, who, each.context(number))
    return each.about[number, who]


def is_wrong_polarity(claim: Claim, found: Sequence[Evidence], spoken: Sequence[str]) -> bool:
    """Return whether a clause denies what the passages say, or says what they deny."""
    near = best_parts(claim.content, _parts_about(found, spoken), near=_BEST)
    pairs = [(polarity(claim.text, part.text), _told(part, claim)) for part, _ in near]
    if not pairs:
        return polarity(claim.text) == "denied" and not any(map(_denies, _all_parts(found)))
    if any(_agree(said, told) for said, told in pairs):
        return pairs[0][0] == "plain" and _is_denied(claim, found)
    is_sure = near[0][1] >= _SURE * sum(map(weight, claim.content))
    if pairs[0][0] == "plain":
        return is_sure
    # What is told in other words may be denied in another place, of the same thing.
    denying = [part for part in _all_parts(found) if _denies(part)]
    least = near[0][1] * _HALF
    return not denying or (is_sure and not any(_shared(claim, part) >= least for part in denying))


def _all_parts(found: Sequence[Evidence]) -> list[Part]:
    return [part for each in found for part in each.parts]


def _told(part: Part, claim: Claim) -> Polarity:
    """Return what a part denies beside a clause: a verb that both have is none."""
    return part.polarity if part.is_carried or part.polarity == "plain" else polarity(part.text, claim.text)


def _denies(part: Part) -> bool:
    return part.polarity in {"denied", "soft"}


def _shared(claim: Claim, part: Part) -> float:
    """Return how much a part that denies, not only by a verb of the clause, shares with it: words, and names."""
    if _told(part, claim) not in {"denied", "soft"}:
        return 0.0
    plain = part.text.casefold()
    names = sum(name.start != claim.begin and name.text.casefold() in plain for name in claim.names)
    return names + overlap(claim.content, part.keys)


def _agree(said: Polarity, told: Polarity) -> bool:
    """Return whether a clause and a part of a passage may both be true."""
    if said == "narrow":
        return True
    return told in {"plain", "narrow"} if said == "plain" else told != "plain"


def _parts_about(found: Sequence[Evidence], spoken: Sequence[str]) -> list[Part]:
    """Return the parts of the passages that may be about those a clause speaks of; all of them when none is."""
    every = [(each, part) for each in found for part in each.parts]
    about = [part for each, part in every if any(_about(each, part.sentence, who) for who in spoken)]
    return about or [part for _, part in every]


def _is_denied(claim: Claim, found: Sequence[Evidence]) -> bool:
    """Return whether a telling word of a clause stands only where the passages deny: "loves snow", and "one thing they hate is snow"."""
    parts = [part for each in found for part in each.parts]
    for word in claim.content:
        if word.kind == "pair" or any(key[0] == "~" for key in word.keys) or of_word(word.text) != "plain":
            continue
        stems = {key for key in word.keys if key[0] == "="}
        keys = word.keys if all(claim.translated.values()) else stems
        told = {_told(part, claim) for part in parts if not keys.isdisjoint(part.keys)}
        if told and told <= {"denied", "soft"}:
            return True
    return False
