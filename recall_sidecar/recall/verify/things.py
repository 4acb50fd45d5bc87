"""Whether a clause has a thing, or somebody, where its passage has another: "salsa night" of "jazz night", a neighbour of a colleague.

In English alone, whose words WordNet knows: a word that no passage says, nor anything that is a kind of it.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from recall_sidecar.recall.verify.claim import Claim
from recall_sidecar.recall.verify.evidence import Evidence
from recall_sidecar.recall.verify.languages import is_function_word
from recall_sidecar.recall.verify.meanings import ADVISING, EXPLAINING, folded
from recall_sidecar.recall.verify.names import foreign
from recall_sidecar.recall.verify.negation import polarity
from recall_sidecar.recall.verify.senses import Meant, Sense, meant, sense, stem
from recall_sidecar.recall.verify.support import overlap
from recall_sidecar.recall.verify.tokens import Token

__all__ = ["is_new_person", "is_swapped", "new_share"]

_ENGLISH: Final = "en"
_CHINESE: Final = "zh"
_LEAST_FOREIGN: Final = 3
# WordNet's files: what is done, animals, made things, bodies, thoughts, what is said, events, food, groups, places, natural things, people,
# plants and matter. What is felt, counted or owned is told in many words.
_THINGS: Final = frozenset("bcdfghiklmopry")
# What two of one sort have in common is telling where the sort is narrow.
_NARROW: Final = frozenset("bckmopr")
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
_NEAR: Final = 0.6
# History is no time.
_STUDIED: Final = frozenset({"zhg"})
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
_VAGUE: Final = frozenset({"way", "tip", "tips", "thing", "place"})


def is_new_person(claim: Claim, found: Sequence[Evidence]) -> bool:
    """Return whether a clause speaks of somebody by a word that no passage has for anybody."""
    return any(said.is_person for word, said in _new(claim, found))


def is_swapped(claim: Claim, found: Sequence[Evidence]) -> bool:
    """Return whether a thing of a clause stands where a passage has another, or beside it one of the same sort."""
    if claim.language == _CHINESE:
        return _has_new_word(claim, found)
    new = [
        (word, said)
        for word, said in _new(claim, found)
        if said.kinds[:1] in _THINGS or said.kinds in _STUDIED
    ]
    if not new:
        return False
    words = [_plain(word) for word in claim.words if _tells(_plain(word))]
    own = meant(words)
    lines = _near(claim, found)
    return any(
        _stands_for_another(_plain(word), said, words, line, own) for word, said in new for line in lines
    )


def new_share(claim: Claim, found: Sequence[Evidence]) -> float:
    """Return the share of the telling words of a clause that are things no passage says, 0 where that cannot be told."""
    new = sum(said.kinds[:1] in _THINGS for _, said in _new(claim, found))
    return new / len(claim.content) if new else 0.0


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
    if plain.endswith("ing") and (not before or folded(before[-1].text) not in _ARTICLES):
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


def _tells(plain: str) -> bool:
    return not is_function_word(plain, _ENGLISH)


def _is_part(plain: str, each: Evidence) -> bool:
    """Return whether a word is part of one of a passage, or has one as its part: "bookshelf" and "shelf"."""
    return any(
        len(word) >= _LEAST_PART and (word in plain or (len(plain) >= _LEAST_PART and plain in word))
        for word in each.words
    )


def _has_new_word(claim: Claim, found: Sequence[Evidence]) -> bool:
    """Return whether a Chinese clause has a thing, or a name in characters for foreign sounds, of which no passage has a character."""
    if any(each.language != _CHINESE for each in found):
        return False
    things = [word.text for word in claim.content if word.kind == "word" and not _is_doing(word)]
    runs = [run for run in foreign(claim.text) if len(run) >= _LEAST_FOREIGN]
    return any(
        len(text) > 1
        and not text.isascii()
        and not any(letter in each.plain for each in found for letter in text.casefold())
        for text in (*things, *runs)
    )


def _is_doing(word: Token) -> bool:
    """Return whether a word is told in many words: what is done, felt, advised, or said everywhere."""
    return (
        polarity(word.text) != "plain"
        or not word.keys.isdisjoint(ADVISING | EXPLAINING)
        or any(key.startswith(("do", "~", "op")) for key in word.keys)
    )


def _near(claim: Claim, found: Sequence[Evidence]) -> list[list[str]]:
    """Return the telling words of the sentences that speak of the same thing as a clause."""
    scored = [
        (overlap(claim.content, each.keys_of_sentence(number)), line)
        for each in found
        for number, line in enumerate(each.telling)
    ]
    least = max((score for score, _ in scored), default=0.0) * _NEAR
    return [line for score, line in scored if score >= least]


def _stands_for_another(
    plain: str, said: Sense, words: Sequence[str], line: Sequence[str], own: Meant
) -> bool:
    at = words.index(plain)
    before, behind = _at(words, at - 1), _at(words, at + 1)
    for place, other in enumerate(line):
        of_other = sense(other)
        if of_other is None or not of_other.kinds or stem(other) in own.stems:
            continue
        if not of_other.may_be_noun:
            continue
        is_framed = (behind and behind == _at(line, place + 1)) or (before and before == _at(line, place - 1))
        same = not set(said.kinds).isdisjoint(of_other.kinds)
        if is_framed and (same or (behind and behind == _at(line, place + 1))):
            return True
        if said.kinds[0] == of_other.kinds[:1] and other not in _VAGUE and not own.says(other):
            return True
    return False


def _at(words: Sequence[str], place: int) -> str:
    return stem(words[place]) if 0 <= place < len(words) else ""
