"""Judge one clause of a summary against the passages that the summary names.

What can be told exactly decides: numbers, times, names, who is who to whom, who it is said of, and whether it is denied. Other
words only have to mean something near, and enough of them.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, Literal, NamedTuple

from recall_sidecar.recall.verify.claim import Claim, claim_of
from recall_sidecar.recall.verify.evidence import Evidence
from recall_sidecar.recall.verify.exact import (
    holds_name,
    is_wrong_amount,
    is_wrong_name,
    is_wrong_person,
    is_wrong_time,
)
from recall_sidecar.recall.verify.moments import Moment
from recall_sidecar.recall.verify.names import Name
from recall_sidecar.recall.verify.negation import polarity
from recall_sidecar.recall.verify.numbers import Amount
from recall_sidecar.recall.verify.opposites import is_opposite
from recall_sidecar.recall.verify.people import begins_with_thing, subject
from recall_sidecar.recall.verify.spoken import is_wrong_speaker
from recall_sidecar.recall.verify.support import coverage, han_coverage
from recall_sidecar.recall.verify.things import is_new_person, is_new_thing
from recall_sidecar.recall.verify.told import is_wrong_polarity
from recall_sidecar.recall.verify.unread import is_unread

__all__ = ["Checked", "Place", "Reason", "check"]

Reason = Literal["number", "date", "name", "person", "thing", "speaker", "negation", "unsupported"]
# Shares of what a clause says that a passage must say as well; less is left of it in translation.
_LEAST_SHARE: Final = 0.34
_LEAST_TRANSLATED: Final = 0.25
# "Finds it important": what is said everywhere may be said here.
_LEAST_COUNTED: Final = 1.3
_LEAST_OF_SENTENCE: Final = 0.75
# Numbers and times are found more easily than what they count.
_EXACT: Final = 0.5
# Of the characters of a Chinese clause beside Chinese passages: with less it is not said, and with so few new ones it is.
_LEAST_HAN: Final = 0.3
_FEW_HAN: Final = 3
_MOST_NEW_HAN: Final = 4
# A shorter sentence may stand anywhere.
_LEAST_REPEATED: Final = 12
_SENTENCE_END: Final = re.compile(r"(?<=[.!?;。！？；])\s*(?=\s|[^\x00-\x7f]|$)|\n")
_EDGES: Final = " .!?;:,。！？；：，-*+•·\"'“”‘’「」"
# A passage that says nearly as much as the best is a source too.
_AS_GOOD: Final = 0.75


@dataclass(frozen=True, slots=True)
class Place:
    """Where a clause stands in its summary.

    `who` are those that the clause before it spoke of; `begins` says whether a sentence begins with it, `is_list` whether it may
    only go on with a list, so that it speaks of nobody else. `behind` is the rest of its sentence, `around` all of the list.
    """

    language: str = "en"
    who: tuple[str, ...] = ()
    begins: bool = True
    is_list: bool = False
    behind: str = ""
    around: str = ""


class Checked(NamedTuple):
    """What was found of a clause: why it goes, None when it stays; the passages that say it; and whom it speaks of."""

    reason: Reason | None
    numbers: tuple[int, ...]
    who: tuple[str, ...]


def check(text: str, found: Sequence[Evidence], place: Place) -> Checked:
    """Judge a clause against `found`, the passages that its summary names."""
    claim = claim_of(text, found, place.language, begins=place.begins)
    if word_for_word := tuple(each.seen.number for each in found if _is_sentence_of(text, each)):
        return Checked(None, word_for_word, tuple(subject(text, claim.names, claim.begin)) or place.who)
    own = () if place.is_list else tuple(subject(text, claim.names, claim.begin))
    spoken = own or (() if begins_with_thing(text, claim.begin) else place.who)
    reason = next(_reasons(claim, found, spoken, place), None)
    is_own = own or (reason == "negation" and polarity(text, in_language=place.language) == "denied")
    if reason in {"speaker", "negation"} and not is_own and place.around not in {"", text}:
        # A piece of a list is too little to tell by.
        whole = check(place.around, found, Place(place.language, place.who, place.begins))
        reason = reason if whole.reason == reason else None
    return Checked(reason, () if reason else _sources(claim, found), own or place.who)


def _is_sentence_of(text: str, each: Evidence) -> bool:
    """Return whether a passage has `text` as a whole sentence: what is repeated word for word is no matter of interpretation."""
    wanted = _bare(text)
    return len(wanted) >= _LEAST_REPEATED and wanted in {
        _bare(one) for one in _SENTENCE_END.split(each.seen.text)
    }


def _bare(text: str) -> str:
    return " ".join(text.split()).strip(_EDGES).casefold()


def _reasons(
    claim: Claim, found: Sequence[Evidence], spoken: Sequence[str], place: Place
) -> Iterator[Reason]:
    """Yield what is wrong with a clause, what is surest first."""
    if is_wrong_amount(claim, found, place.behind):
        yield "number"
    if is_wrong_time(claim, found):
        yield "date"
    if is_wrong_name(claim, found):
        yield "name"
    if is_wrong_person(claim, found) or is_new_person(claim, found):
        yield "person"
    if is_new_thing(claim, found):
        yield "thing"
    if is_unread(claim, found) or _is_too_little(claim, found, place):
        yield "unsupported"
    if is_wrong_speaker(claim, found, spoken):
        yield "speaker"
    if is_opposite(claim, found, spoken) or is_wrong_polarity(claim, found, spoken):
        yield "negation"


def _is_too_little(claim: Claim, found: Sequence[Evidence], place: Place) -> bool:
    characters = han_coverage(claim, found)
    if characters is not None:
        if characters.share < _LEAST_HAN:
            if characters.all >= _FEW_HAN:
                return True
        elif characters.all - characters.held <= _MOST_NEW_HAN:
            return False
    is_translated = all(claim.translated.values())
    held, counted = coverage(claim.content, *(each.keys for each in found), is_translated=is_translated)
    # What is exact has been found by now.
    exact = sum(name.start != claim.begin for name in claim.names) + _EXACT * len(
        (*claim.amounts, *claim.moments)
    )
    if counted < _LEAST_COUNTED:
        # A sentence of its own has to say something that a passage says; "they are vegetarians" is little, and all new.
        is_sentence = place.begins and not place.behind and not place.is_list
        return is_sentence and counted >= _LEAST_OF_SENTENCE and not held + exact
    return (held + exact) / (counted + exact) < (_LEAST_TRANSLATED if is_translated else _LEAST_SHARE)


def _sources(claim: Claim, found: Sequence[Evidence]) -> tuple[int, ...]:
    """Return the numbers of the passages that say most of it, and of those that alone hold a number, time or name of it."""
    held = [
        coverage(claim.content, each.keys, is_translated=claim.translated[each.seen.number]).held
        for each in found
    ]
    chosen = {
        each.seen.number for each, share in zip(found, held, strict=True) if share >= max(held) * _AS_GOOD
    }
    owed = _owed(claim)
    for each in found:
        # Of what is exact one passage is enough, and those that are chosen come first.
        owed = [holds for holds in owed if each.seen.number not in chosen or not holds(each)]
    for holds in owed:
        chosen.update([each.seen.number for each in found if holds(each)][:1])
    return tuple(each.seen.number for each in found if each.seen.number in chosen)


def _owed(claim: Claim) -> list[Callable[[Evidence], bool]]:
    """Return what must be found in a passage for each number, time and name of a clause."""
    return [
        *(partial(_has_amount, one) for one in claim.amounts),
        *(partial(_has_moment, one) for one in claim.moments),
        *(partial(_has_name, one, claim) for one in claim.names),
    ]


def _has_amount(one: Amount, each: Evidence) -> bool:
    return one.is_in(each.amounts)


def _has_moment(one: Moment, each: Evidence) -> bool:
    return each.holds_time(one)


def _has_name(one: Name, claim: Claim, each: Evidence) -> bool:
    return holds_name(each, one, claim)
