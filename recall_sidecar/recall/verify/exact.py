"""What can be told exactly: the numbers, times, names and relatives of a clause must stand in a passage."""

import re
from collections.abc import Sequence
from typing import Final

from recall_sidecar.recall.verify.claim import Claim
from recall_sidecar.recall.verify.evidence import Evidence
from recall_sidecar.recall.verify.meanings import STRICT, folded
from recall_sidecar.recall.verify.names import Name, is_given
from recall_sidecar.recall.verify.numbers import Amount
from recall_sidecar.recall.verify.romanise import alike, is_pinyin, latin, same_sounds
from recall_sidecar.recall.verify.support import overlap

__all__ = ["holds_name", "is_wrong_amount", "is_wrong_name", "is_wrong_person", "is_wrong_time"]

_ITEM: Final = re.compile(r",\s+(?:and\s)?|\s(?:and|und|et|y|e|и)\s|、|和")
_OF_LANGUAGE: Final = {"zh": "east", "ja": "east", "ko": "east", "ru": "cyrillic"}
_LEAST_SOUND: Final = 4
# What says a third as much of a clause as the best may speak of the same.
_NEAR: Final = 0.34


def is_wrong_amount(claim: Claim, found: Sequence[Evidence], behind: str) -> bool:
    """Return whether a number of a clause is no passage's; `behind` is what follows it, which may list what it counts."""
    near = _of_same(claim, found)
    return any(
        not any(amount.is_in(each.amounts) for each in near)
        and not _lists(claim.text[amount.end :] + behind, amount)
        for amount in claim.amounts
    )


def _of_same(claim: Claim, found: Sequence[Evidence]) -> list[Evidence]:
    """Return the passages that may speak of the same as a clause: a number of another is none of it."""
    shared = [overlap(claim.content, each.keys) for each in found]
    least = max(shared, default=0.0) * _NEAR
    return [each for each, score in zip(found, shared, strict=True) if score >= least]


def is_wrong_time(claim: Claim, found: Sequence[Evidence]) -> bool:
    """Return whether a time of a clause is no passage's."""
    return any(not any(each.holds_time(moment) for each in found) for moment in claim.moments)


def is_wrong_name(claim: Claim, found: Sequence[Evidence]) -> bool:
    """Return whether a name of a clause is in no passage."""
    return any(not any(holds_name(each, name, claim) for each in found) for name in claim.names)


def is_wrong_person(claim: Claim, found: Sequence[Evidence]) -> bool:
    """Return whether a clause has a relative, a season or a colour that no passage has."""
    for word in claim.words:
        if word.is_small or any(
            name.start <= word.start < name.end for name in claim.names if not name.place
        ):
            continue
        strict = {key for key in word.keys if key.startswith(STRICT)}
        if strict and not any(strict & each.keys for each in found):
            return True
    return False


def holds_name(each: Evidence, name: Name, claim: Claim) -> bool:
    """Return whether a passage holds a name, or a form of it in another script.

    In another script a title may stand in translation, so that only people and places must be found.
    """
    if each.language == "zh" and name.text.isascii() and is_pinyin(name.text):
        # "Lu Lin" is not 刘琳.
        return latin(name.text).replace(" ", "") in latin(f"{each.seen.speaker}{each.plain}")
    is_who = name.start in {claim.begin, *(word.start for word in claim.words[:2])} or is_given(
        name.text.split()[0]
    )
    if not is_who and not name.place and _script(name.text) != _OF_LANGUAGE.get(each.language, "latin"):
        return True
    return _holds(each, name)


def _script(text: str) -> str:
    if text.isascii():
        return "latin"
    return (
        "cyrillic"
        if any("\u0400" <= letter <= "\u04ff" for letter in text)
        else "east"
        if any(letter >= "\u3040" for letter in text)
        else "latin"
    )


def _holds(each: Evidence, name: Name) -> bool:
    plain, words = name.text.casefold(), name.text.split()
    if name.place:
        is_there = (
            name.place in each.keys
            or name.place in each.places
            or each.words.issuperset(folded(word) for word in words)
        )
        return is_there or any(same_sounds(name.text, word) for word in each.names)
    if len(words) > 1:
        sound = latin(name.text).replace(" ", "")
        is_heard = len(sound) >= _LEAST_SOUND and sound in each.sound
        return is_heard or all(_holds(each, name._replace(text=word)) for word in words)
    if folded(name.text) in each.words or plain in each.seen.speaker.casefold():
        return True
    is_there = not plain.isascii() and plain in each.plain
    return is_there or not name.is_sure or any(alike(name.text, word) for word in each.names)


def _lists(behind: str, amount: Amount) -> bool:
    """Return whether what follows lists as many things: "three bikes: one for the road, …"."""
    _, colon, listed = behind.replace("：", ":").partition(":")
    items = _ITEM.split(listed.partition(";")[0].partition(".")[0])
    return bool(colon) and float(len(items)) in amount.readings
