"""Who a clause speaks of, or who it says asks or tells: it must be who the passages say it of, or who says it there."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from recall_sidecar.recall.verify.aside import is_of_other
from recall_sidecar.recall.verify.asking import asks, is_request, tells
from recall_sidecar.recall.verify.claim import Claim
from recall_sidecar.recall.verify.evidence import Evidence
from recall_sidecar.recall.verify.meanings import ADVISING, EXPLAINING, TALKING
from recall_sidecar.recall.verify.names import Name, is_given
from recall_sidecar.recall.verify.people import ASSISTANT, USER, is_about, role_of
from recall_sidecar.recall.verify.romanise import alike
from recall_sidecar.recall.verify.support import overlap

__all__ = ["is_said_of", "is_wrong_speaker"]

# What is said of somebody says nearly as much of a clause as what is said of all.
_NEAR: Final = 0.6
# What the assistant is told to have done must be said of it, not beside it.
_NEARLY_BEST: Final = 0.9
# Where so little is shared nothing is told of anybody; of a translation more is shared by chance.
_LEAST: Final = 0.1
_LEAST_TRANSLATED: Final = 2.0


class _Line(NamedTuple):
    """A sentence of a passage, and how much of a clause it says."""

    score: float
    each: Evidence
    number: int


def is_wrong_speaker(claim: Claim, found: Sequence[Evidence], spoken: Sequence[str]) -> bool:
    """Return whether the passages say it of others than those a clause speaks of."""
    if any(is_of_other(claim, found, who) for who in spoken):
        return True
    lines = _scored(claim, found, spoken)
    best = max((line.score for line in lines), default=0.0)
    if best < (_LEAST_TRANSLATED if all(claim.translated.values()) else _LEAST):
        return False
    advises = any(not word.keys.isdisjoint(ADVISING) for word in claim.words)
    for who in spoken:
        least = best * (_NEARLY_BEST if who == ASSISTANT and not advises else _NEAR)
        near = [line for line in lines if line.score >= least]
        if not _is_beside(found, who) and not _is_meant(claim, near, who, advises=advises):
            return True
    near = [line for line in lines if line.score >= best * _NEAR]
    return any(
        not any(is_said_of(line.each, line.number, name.text) for line in near)
        and not _is_beside(found, name.text)
        for name in _others(claim, spoken)
    )


def _scored(claim: Claim, found: Sequence[Evidence], spoken: Sequence[str]) -> list[_Line]:
    # The word for telling is no part of what is told.
    content = [word for word in claim.content if not tells(word.text)] or claim.content
    return [
        _Line(
            overlap(content, each.keys_of_sentence(number)) + _named(claim, each.sentences[number], spoken),
            each,
            number,
        )
        for each in found
        for number in range(len(each.sentences))
    ]


def _is_meant(claim: Claim, near: Sequence[_Line], who: str, *, advises: bool) -> bool:
    """Return whether one of the sentences that say a clause is said of somebody, or by them where it says that they speak."""
    are_talks = all(len(line.each.speakers) > 1 for line in near)
    if are_talks and asks(claim.text):
        return any(_requests(line.each, who) for line in near)
    is_told = bool(claim.content) and not claim.content[0].keys.isdisjoint(EXPLAINING)
    are_said = all(line.each.first_of(line.number).speaker for line in near)
    if (are_talks and tells(claim.text)) or (are_said and is_told):
        return any(_says(line.each, line.number, who) for line in near)
    return any(
        is_said_of(line.each, line.number, who) or (advises and _says(line.each, line.number, who))
        for line in near
    )


def _is_beside(found: Sequence[Evidence], who: str) -> bool:
    """Return whether the passages speak of somebody who says nothing in them, such as a dog: any sentence may go on about them."""
    if who in {USER, ASSISTANT} or any(
        part.speaker and alike(role_of(part.speaker), who) for each in found for part in each.parts
    ):
        return False
    return any(is_said_of(each, number, who) for each in found for number in range(len(each.sentences)))


def _requests(each: Evidence, who: str) -> bool:
    """Return whether somebody asks something in a passage."""
    return any(
        _says(each, number, who) and is_request(sentence) for number, sentence in enumerate(each.sentences)
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


def is_said_of(each: Evidence, number: int, who: str) -> bool:
    """Return whether a sentence of a passage may speak of somebody."""
    if (known := each.about.get((number, who))) is not None:
        return known
    part = each.first_of(number)
    is_own = who == USER and each.seen.is_owner and role_of(part.speaker) != ASSISTANT
    each.about[number, who] = is_own or is_about(part, who, each.context(number))
    return each.about[number, who]
