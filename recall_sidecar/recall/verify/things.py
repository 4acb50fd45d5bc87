"""Whether a clause has a thing, or somebody, that its passages do not have: "salsa night" of "jazz night", a neighbour of a colleague.

In English a noun that WordNet knows, where no passage says it, nor anything that is a kind of it; in Chinese as chinese.py has it.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from recall_sidecar.recall.verify.chinese import is_new_in_chinese
from recall_sidecar.recall.verify.claim import Claim
from recall_sidecar.recall.verify.evidence import Evidence
from recall_sidecar.recall.verify.meanings import folded
from recall_sidecar.recall.verify.senses import Sense, sense, stem
from recall_sidecar.recall.verify.tokens import Token

__all__ = ["is_new_person", "is_new_thing"]

_ENGLISH: Final = "en"
_CHINESE: Final = "zh"
# WordNet's files of things, people, times and what is done. What is felt, counted or owned is told in many words.
_HELD: Final = frozenset("abcdfghiklmoprsxyz")
# What comes of a date, a price, a title, or any passage at all; by stem.
_LOOSE: Final = frozenset(
    ["way", "end", "morn", "even", "weekend", "semester", "dollar", "euro", "account", "scienc", "hand", "novel", "book", "film", "movi", "seri", "hous", "home", "place", "room", "tabl", "chariti"]
)  # fmt: skip
# A word of more meanings may be said in many other words; alone it tells only where it is much of what a clause says.
_NARROW: Final = 12
_MUCH: Final = 0.24
# No relation, and everybody is some.
_ANYBODY: Final = frozenset(
    {
        "user",
        "person",
        "guest",
        "member",
        "participant",
        "adult",
        "individu",
        "native",
        "local",
        "peopl",
        "someon",
        "other",
        "owner",
        "self",
        "fan",
        "lover",
        "own",
        "favorit",
    }
)
_ASSISTANT: Final = "assistant"
_LEAST_PART: Final = 4
# What stands before nouns.
_LEADS: Final = frozenset(
    [
        "a",
        "an",
        "the",
        "of",
        "in",
        "with",
        "from",
        "for",
        "on",
        "at",
        "by",
        "about",
        "behind",
        "without",
        "into",
        "their",
        "his",
        "her",
        "its",
        "our",
        "my",
        "your",
        "some",
        "any",
        "no",
        "this",
        "that",
        "these",
        "those",
        "and",
        "or",
    ]
)
# "In banking".
_WITHIN: Final = frozenset({"in", "into"})
_ARTICLES: Final = frozenset(["a", "an", "the", "his", "her", "their", "its", "my", "our", "your", "some"])
_OBJECTS: Final = frozenset(
    [
        "it",
        "them",
        "him",
        "her",
        "me",
        "us",
        "the",
        "a",
        "an",
        "their",
        "his",
        "its",
        "my",
        "our",
        "this",
        "that",
        "these",
        "those",
    ]
)


def is_new_person(claim: Claim, found: Sequence[Evidence]) -> bool:
    """Return whether a clause speaks of somebody by a word that no passage has for anybody."""
    return any(said.is_person for word, said in _new(claim, found))


def is_new_thing(claim: Claim, found: Sequence[Evidence]) -> bool:
    """Return whether a clause has a thing that no passage has."""
    if claim.language == _CHINESE:
        return is_new_in_chinese(claim, found)
    new = [
        said
        for word, said in _new(claim, found)
        if said.kinds[:1] in _HELD and stem(_plain(word)) not in _LOOSE
    ]
    is_much = len(new) > len(claim.content) * _MUCH
    return bool(new) and (is_much or any(len(said.own) + len(said.wider) <= _NARROW for said in new))


def _new(claim: Claim, found: Sequence[Evidence]) -> Iterator[tuple[Token, Sense]]:
    """Yield the nouns of a clause that no passage says."""
    if claim.language != _ENGLISH or any(each.language != _ENGLISH for each in found):
        return
    content = {word.start for word in claim.content}
    for place, word in enumerate(claim.words):
        plain = _plain(word)
        said = sense(plain)
        if (
            said is not None
            and stem(plain) not in _ANYBODY
            and not (plain == _ASSISTANT and place and folded(claim.words[place - 1].text) == "the")
            and word.start in content
            and word.text[0].islower()
            and "-" not in claim.text[max(word.start - 1, 0) : word.end + 1]
            and _is_noun(said, plain, claim.words[:place])
            and not _is_done(claim.words[max(place - 1, 0) : place + 2])
            and not any(each.meant.says(plain) or _is_part(plain, each) for each in found)
        ):
            yield word, said


def _is_noun(said: Sense, plain: str, before: Sequence[Token]) -> bool:
    """Return whether a word is a noun where it stands: "a saw", of a word that may be a verb."""
    if plain.endswith("ing") and (not before or folded(before[-1].text) not in _ARTICLES | _WITHIN):
        return False
    if said.is_noun:
        return True
    if not said.may_be_noun or not before:
        return False
    last, lead = folded(before[-1].text), folded(before[-2].text) if len(before) > 1 else ""
    of_last = sense(last)
    return (
        last in _LEADS
        or before[-1].kind == "number"
        or before[-1].text.endswith(("'s", "’s"))
        or (lead in _LEADS and of_last is not None and not of_last.kinds and not last.endswith("ly"))
        or lead in {"a", "an"}
    )


def _is_done(around: Sequence[Token]) -> bool:
    """Return whether the second of three words is what is done to something: "to cap it"."""
    return len(around) == 3 and folded(around[0].text) == "to" and folded(around[2].text) in _OBJECTS


def _plain(word: Token) -> str:
    return folded(word.text)


def _is_part(plain: str, each: Evidence) -> bool:
    """Return whether a word is part of one of a passage, or has one as its part: "bookshelf" and "shelf"."""
    return any(
        len(word) >= _LEAST_PART
        and (
            word in plain
            or (len(plain) >= _LEAST_PART and plain in word)
            or (len(plain) > 2 and word.endswith(plain))
        )
        for word in each.words
    )
