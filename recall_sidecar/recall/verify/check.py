"""Judge one clause of a summary against the passages that the summary names.

What can be told exactly decides: numbers, times, names, who is who to whom, who it is said of, and whether it is denied. Other
words only have to mean something near, and enough of them.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from recall_sidecar.recall.verify import dates
from recall_sidecar.recall.verify.evidence import Evidence, Part
from recall_sidecar.recall.verify.meanings import STRICT, TALKING, folded
from recall_sidecar.recall.verify.names import Name, is_given, names
from recall_sidecar.recall.verify.negation import Polarity, polarity
from recall_sidecar.recall.verify.numbers import Amount, amounts
from recall_sidecar.recall.verify.people import ASSISTANT, USER, is_about, role_of, subject
from recall_sidecar.recall.verify.romanise import alike, latin, same_sounds
from recall_sidecar.recall.verify.support import Coverage, best_parts, coverage, overlap, weight
from recall_sidecar.recall.verify.tokens import Token, tokens

__all__ = ["Checked", "Reason", "check"]

Reason = Literal["number", "date", "name", "person", "speaker", "negation", "unsupported"]
_LEAST_SHARE: Final = 0.34
_LEAST_TRANSLATED: Final = 0.3
_NEAR: Final = 0.6
# Numbers and times are found more easily than what they count.
_EXACT: Final = 0.5
_SURE: Final = 0.34
_LEAST_COUNTED: Final = 0.9


class Checked(NamedTuple):
    """What was found of a clause: why it goes, None when it stays; the passages that say it; and whom it speaks of."""

    reason: Reason | None
    numbers: tuple[int, ...]
    who: tuple[str, ...]


@dataclass(slots=True)
class _Claim:
    text: str
    words: list[Token]
    content: list[Token]
    names: list[Name]
    moments: list[dates.Moment]
    amounts: list[Amount]
    timed: list[tuple[int, int]]
    translated: dict[int, bool]
    begin: int = 0


def check(
    text: str, found: Sequence[Evidence], in_language: str, who: Sequence[str], *, begins: bool, is_list: bool = False, behind: str = "", around: str = ""
) -> Checked:
    """Judge a clause.

    Args:
        text: The clause.
        found: The passages that the summary names, cut up.
        in_language: The language of the summary.
        who: Whom the clause before it spoke of.
        begins: Whether a sentence begins with it.
        is_list: Whether it may only go on with a list, so that it speaks of nobody else.
        behind: The rest of its sentence, which may list what it counts.
        around: All of the list that it belongs to, which may deny once for all of it.
    """
    claim = _claim(text, found, in_language, begins=begins)
    claim.begin = _begin(claim)
    own = () if is_list else subject(text, claim.names, claim.begin)
    spoken = tuple(own or who)
    reason = (
        _wrong_amount(claim, found, behind)
        or _wrong_time(claim, found)
        or _wrong_name(claim, found)
        or _wrong_person(claim, found)
        or _too_little(claim, found)
        or _wrong_speaker(claim, found, spoken)
        or _wrong_polarity(claim, found, spoken)
    )
    if reason in {"speaker", "negation"} and not own and around not in {"", text}:
        # A piece of a list is too little to tell by.
        whole = check(around, found, in_language, who, begins=begins)
        reason = reason if whole.reason == reason else None
    return Checked(reason, () if reason else _sources(claim, found), spoken)


def _claim(text: str, found: Sequence[Evidence], in_language: str, *, begins: bool) -> _Claim:
    words = tokens(text, in_language)
    known = {part.speaker for each in found for part in each.parts if part.speaker}
    named = names(text, words, in_language, begins=begins, known=known)
    timed = dates.taken(text)
    moments = dates.moments(text) if timed else []
    spans = [(name.start, name.end) for name in named] + timed
    content = [
        word
        for word in words
        if not word.is_small and word.keys and not any(first <= word.start < after for first, after in spans)
    ]
    counted = [one for one in amounts(text, in_language) if not any(first <= one.start < after for first, after in timed)]
    content = [word for word in content if not any(one.start <= word.start < one.end for one in counted)]
    translated = {each.seen.number: each.language != in_language for each in found}
    return _Claim(text, words, content, named, moments, counted, timed, translated)


def _begin(claim: _Claim) -> int:
    """Return where a clause begins when a time in front of it is left out: "On 5 May Anna …"."""
    timed = [any(first <= word.start < after for first, after in claim.timed) for word in claim.words]
    place = 0
    while place < len(claim.words):
        is_joint = claim.words[place].is_small and True in timed[place + 1 : place + 3]
        if not timed[place] and not is_joint:
            return claim.words[place].start
        place += 1
    return 0


def _wrong_amount(claim: _Claim, found: Sequence[Evidence], behind: str) -> Reason | None:
    for amount in claim.amounts:
        if not any(amount.is_in(each.amounts) for each in found) and not _lists(claim.text[amount.end :] + behind, amount):
            return "number"
    return None


def _lists(behind: str, amount: Amount) -> bool:
    """Return whether what follows lists as many things: "three bikes: one for the road, …"."""
    _, colon, listed = behind.replace("：", ":").partition(":")
    items = _ITEM.split(listed.partition(";")[0].partition(".")[0])
    return bool(colon) and float(len(items)) in amount.readings


_ITEM: Final = re.compile(r",\s+(?:and\s)?|\s(?:and|und|et|y|e|и)\s|、|和")


def _wrong_time(claim: _Claim, found: Sequence[Evidence]) -> Reason | None:
    for moment in claim.moments:
        if not any(each.times.hold(moment) for each in found):
            return "date"
    return None


def _wrong_name(claim: _Claim, found: Sequence[Evidence]) -> Reason | None:
    for name in claim.names:
        first = [word.start for word in claim.words[:2]]
        is_who = name.start in {claim.begin, *first} or is_given(name.text.split()[0]) or name.place
        shown = name if is_who else name._replace(is_sure=False)
        if not any(_holds(each, shown if _is_other_script(each, name) else name) for each in found):
            return "name"
    return None


def _holds(each: Evidence, name: Name) -> bool:
    """Return whether a passage holds a name, or a form of it in another script."""
    if name.place and name.place in each.keys:
        return True
    plain = name.text.casefold()
    words = name.text.split()
    if name.place:
        return folded(name.text) in each.words or any(same_sounds(name.text, word) for word in each.names)
    if len(words) > 1:
        sound = latin(name.text).replace(" ", "")
        is_heard = len(sound) > 3 and sound in each.sound
        return is_heard or all(_holds(each, name._replace(text=word)) for word in words) or not name.is_sure
    if folded(name.text) in each.words or plain in each.seen.speaker.casefold() or (not plain.isascii() and plain in each.plain):
        return True
    return not name.is_sure or any(alike(name.text, word) for word in each.names)


def _is_other_script(each: Evidence, name: Name) -> bool:
    """Return whether a passage is in another script than a name: a title may stand there in translation."""
    return name.text.isascii() and each.language in {"zh", "ja", "ko", "ru"}


def _wrong_person(claim: _Claim, found: Sequence[Evidence]) -> Reason | None:
    for word in claim.words:
        if any(name.start <= word.start < name.end for name in claim.names if not name.place):
            continue
        strict = {key for key in word.keys if key.startswith(STRICT)}
        if strict and not any(strict & each.keys for each in found):
            return "person"
    return None


def _too_little(claim: _Claim, found: Sequence[Evidence]) -> Reason | None:
    is_translated = all(claim.translated.values())
    whole = frozenset().union(*(each.keys for each in found))
    held, counted = coverage(claim.content, whole, is_translated=is_translated)
    # What is exact has been found by now.
    exact = sum(name.start != claim.begin for name in claim.names) + _EXACT * (len(claim.amounts) + len(claim.moments))
    if counted < _LEAST_COUNTED:
        # "Finds it important": what is said everywhere may be said here.
        return None
    share = (held + exact) / (counted + exact) if counted + exact else 1.0
    return "unsupported" if share < (_LEAST_TRANSLATED if is_translated else _LEAST_SHARE) else None


def _covered(claim: _Claim, each: Evidence) -> Coverage:
    return coverage(claim.content, each.keys, is_translated=claim.translated[each.seen.number])


def _wrong_speaker(claim: _Claim, found: Sequence[Evidence], spoken: Sequence[str]) -> Reason | None:
    scored = [
        (overlap(claim.content, each.keys_of_sentence(number)) + _named(claim, each.sentences[number], spoken), each, number)
        for each in found
        for number in range(len(each.sentences))
    ]
    best = max((score for score, _, _ in scored), default=0.0)
    if not best:
        return None
    for who in spoken:
        about = max((score for score, each, number in scored if score and _about(each, number, who)), default=0.0)
        if about < best * _NEAR:
            return "speaker"
    near = [(each, number) for score, each, number in scored if score >= best * _NEAR]
    return "speaker" if any(not _may_be_told(name, near, spoken) for name in _others(claim, spoken)) else None


def _others(claim: _Claim, spoken: Sequence[str]) -> list[Name]:
    """Return the people a clause names besides whom it speaks of, unless it says that they talk."""
    if any(not word.keys.isdisjoint(TALKING) for word in claim.words):
        return []
    return [name for name in claim.names if name.text not in spoken and is_given(name.text)]


def _may_be_told(name: Name, near: Sequence[tuple[Evidence, int]], spoken: Sequence[str]) -> bool:
    return any(_about(each, number, name.text) for each, number in near)


def _named(claim: _Claim, sentence: str, spoken: Sequence[str]) -> int:
    """Return how many names of a clause, besides whom it speaks of, stand in a sentence."""
    plain = sentence.casefold()
    return sum(name.text not in spoken and name.text.casefold() in plain for name in claim.names)


def _about(each: Evidence, number: int, who: str) -> bool:
    part = each.first_of(number)
    if who == USER and each.seen.is_owner and role_of(part.speaker) != ASSISTANT:
        return True
    return is_about(part, who, each.context(number))


def _wrong_polarity(claim: _Claim, found: Sequence[Evidence], spoken: Sequence[str]) -> Reason | None:
    near = best_parts(claim.content, _parts_about(found, spoken), near=0.99)
    pairs = [(polarity(claim.text, part.text), polarity(part.text, claim.text)) for part, _ in near]
    if not pairs:
        return "negation" if polarity(claim.text) == "denied" and _all_plain(found) else None
    if any(_agree(said, told) for said, told in pairs):
        return "negation" if pairs[0][0] == "plain" and _is_denied(claim, found) else None
    if pairs[0][0] == "plain":
        return "negation"
    # What is told in other words may be denied in another place.
    is_sure = max(score for _, score in near) >= _SURE * sum(map(weight, claim.content))
    return "negation" if is_sure or _all_plain(found) else None


def _agree(said: Polarity, told: Polarity) -> bool:
    """Return whether a clause and a part of a passage may both be true."""
    if said == "narrow":
        return True
    return told in {"plain", "narrow"} if said == "plain" else told != "plain"


def _all_plain(found: Sequence[Evidence]) -> bool:
    return all(part.polarity == "plain" for each in found for part in each.parts)


def _parts_about(found: Sequence[Evidence], spoken: Sequence[str]) -> list[Part]:
    """Return the parts of the passages that may be about those a clause speaks of; all of them when none is."""
    every = [(each, part) for each in found for part in each.parts]
    about = [part for each, part in every if any(_about(each, part.sentence, who) for who in spoken)]
    return about or [part for _, part in every]


def _is_denied(claim: _Claim, found: Sequence[Evidence]) -> bool:
    """Return whether a telling word of a clause stands only where the passages deny: "loves snow", and "one thing they hate is snow"."""
    parts = [part for each in found for part in each.parts]
    for word in claim.content:
        if word.kind == "pair" or any(key[0] == "~" for key in word.keys) or polarity(word.text) != "plain":
            continue
        stems = {key for key in word.keys if key[0] == "="}
        told = {part.polarity for part in parts if not stems.isdisjoint(part.keys)} or {
            part.polarity for part in parts if not word.keys.isdisjoint(part.keys)
        }
        if told and told <= {"denied", "soft"}:
            return True
    return False


def _sources(claim: _Claim, found: Sequence[Evidence]) -> tuple[int, ...]:
    """Return the numbers of the passages that say most of it, and of those that alone hold a number, time or name of it."""
    shares = {each.seen.number: _covered(claim, each).held for each in found}
    best = max(shares.values())
    chosen = {number for number, held in shares.items() if held >= best * 0.75}
    for holds in (
        *([each.seen.number for each in found if one.is_in(each.amounts)] for one in claim.amounts),
        *([each.seen.number for each in found if each.times.hold(one)] for one in claim.moments),
        *([each.seen.number for each in found if _holds(each, one)] for one in claim.names),
    ):
        if holds and not chosen.intersection(holds):
            chosen.add(holds[0])
    return tuple(each.seen.number for each in found if each.seen.number in chosen)
