"""Whether a clause denies: it must be so where the passages say the same thing."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from recall_sidecar.recall.verify.claim import Claim
from recall_sidecar.recall.verify.clauses import pieces
from recall_sidecar.recall.verify.evidence import Evidence, Part
from recall_sidecar.recall.verify.negation import Polarity, is_unlike, leaves_open, of_word, polarity
from recall_sidecar.recall.verify.spoken import is_said_of
from recall_sidecar.recall.verify.support import overlap, weight
from recall_sidecar.recall.verify.tokens import Token

__all__ = ["is_wrong_polarity", "parts_about"]

# Of the words of a clause, to be sure that a passage speaks of it.
_SURE: Final = 0.34
# A single character is part of other words.
_LEAST_DENIED: Final = 2
# What narrows may deny.
_NARROWLY: Final = 0.6
# "Difficult" is "not easy".
_DARKLY: Final = 0.8
# What is said of somebody else tells less.
_OF_OTHERS: Final = 0.6
# What says a clause nearly as well as what says the opposite is what it tells.
_NEARLY: Final = 0.75
# A common word tells nothing.
_LITTLE: Final = 0.5


def is_wrong_polarity(claim: Claim, found: Sequence[Evidence], spoken: Sequence[str]) -> bool:
    """Return whether a clause denies what the passages say, or says what they deny, in one of the things it says."""
    about = parts_about(found, spoken)
    near = {id(part) for part in about}
    elsewhere = [part for each in found for part in each.parts if id(part) not in near]
    behind, is_open, opens = 0, False, False
    for text in _things_said(claim.text):
        was_open, is_open = is_open, leaves_open(text)
        opens = opens or is_open
        start = claim.text.index(text, behind)
        behind = start + len(text)
        said = _Said(
            text,
            [word for word in claim.content if start <= word.start < behind],
            _exact(claim, start, behind),
            claim.language,
            all(claim.translated.values()),
        )
        if not was_open and (_is_wrong(said, about, elsewhere) or _is_yet_to_come(said, about)):
            return True
    return (
        not opens and polarity(claim.text, in_language=claim.language) == "plain" and _is_denied(claim, found)
    )


def _things_said(text: str) -> list[str]:
    """Return what a clause says, one thing after the other; a list is one: "dyes or fragrance are avoided"."""
    found: list[str] = []
    start = 0
    for goes_on, piece in pieces(text):
        place = text.index(piece, start)
        if goes_on and found:
            found[-1] += text[start:place] + piece
        else:
            found.append(piece)
        start = place + len(piece)
    return found


class _Said(NamedTuple):
    """One thing that a clause says: its telling words, and its names and numbers, in small letters."""

    text: str
    content: list[Token]
    exact: list[str]
    language: str
    is_translated: bool


def _exact(claim: Claim, start: int, behind: int) -> list[str]:
    """Return the names and numbers in a stretch of a clause, but not whom it speaks of."""
    spans = [
        *((name.start, name.end) for name in claim.names if name.start != claim.begin),
        *((one.start, one.end) for one in claim.amounts),
    ]
    return [claim.text[first:after].casefold() for first, after in spans if start <= first < behind]


def _is_wrong(said: _Said, about: Sequence[Part], elsewhere: Sequence[Part]) -> bool:
    own = polarity(said.text, in_language=said.language)
    agreeing = other = 0.0
    for share, parts in ((1.0, about), (_OF_OTHERS, elsewhere)):
        for part in parts:
            score = share * _score(said, part)
            own_beside = polarity(said.text, part.text, said.language)
            agrees = _agrees(own_beside, _told(part, said.text)) if score else 0.0
            agrees = _DARKLY if part.polarity == "dark" and is_unlike(said.text) else agrees
            agreeing = max(agreeing, score * agrees)
            other = max(other, 0.0 if agrees == 1 else score)
    if not agreeing and not other:
        return own == "denied" and bool(said.content) and not any(map(_denies, about))
    is_sure = other >= max(_SURE * sum(map(weight, said.content)), _LITTLE)
    is_alone = not agreeing and not said.is_translated
    if own == "denied" and (is_alone or not any(map(_denies, (*about, *elsewhere)))):
        return agreeing < other * _NEARLY
    return agreeing < other * _NEARLY and is_sure


def _is_yet_to_come(said: _Said, about: Sequence[Part]) -> bool:
    """Return whether something is said to be so already that the passages say will be."""
    if not said.content or _ALREADY.search(said.text) is None:
        return False
    best = max((_score(said, part) for part in about), default=0.0)
    near = [part for part in about if best and _score(said, part) >= best * _NEARLY]
    return any(_TO_COME.search(part.text) for part in near) and not any(
        _ALREADY.search(part.text) for part in near
    )


_ALREADY: Final = re.compile(
    r"\b(?:already|just (?:got |came )?back|back from|took up|schon|bereits|déjà|ya|já|già|уже)\b|已(?![婚故])|刚从|刚回|もう|すでに|이미|벌써",
    re.IGNORECASE,
)
_TO_COME: Final = re.compile(
    r"\b(?:plan\w*|going to|will|['’]ll|want\w*|think(?:ing)? (?:of|about|i['’]ll|i will)|i think i|consider\w*|need to|have to|hop(?:e|ing)|yet|would like|"
    r"möchte|werde|plan\w*|will|veux|vais|compte|quiero|voy a|quero|vou|voglio|собираюсь|хочу|планирую)\b|打算|计划|想要|想去|想会|希望能|会尝试|会考虑|也许会|可能会|还没|得先|准备|つもり|たい|予定|할 예정|싶",
    re.IGNORECASE,
)


def _score(said: _Said, part: Part) -> float:
    """Return how much of what is said a part says."""
    plain = part.text.casefold()
    return sum(each in plain for each in said.exact) + overlap(said.content, part.keys)


def _told(part: Part, text: str) -> Polarity:
    """Return what a part denies beside a clause: a verb that both have is none, and what used to be so is no more."""
    if _USED_TO.search(part.text) is not None and part.polarity != "denied":
        return "plain" if _PAST.search(text) is not None else "soft"
    return part.polarity if part.is_carried or part.polarity == "plain" else polarity(part.text, text)


_USED_TO: Final = re.compile(r"\b(?:i|we|he|she|they) used to\b", re.IGNORECASE)
_PAST: Final = re.compile(
    r"\b(?:used to|was|were|had|once|former\w*|previous\w*|earlier|before|formerly|früher|war|waren|hatte|ehemal\w+|autrefois|était|avait|antes|era|tenía|solía|costumava|prima|раньше|был[аио]?)\b"
    r"|以前|曾|之前|过去|かつて|昔|예전|이전",
    re.IGNORECASE,
)


def _denies(part: Part) -> bool:
    return part.polarity in {"denied", "soft"}


def _agrees(said: Polarity, told: Polarity) -> float:
    """Return how far what is said and what is told may both be true, from 0 to 1."""
    if said in {"narrow", "dark"}:
        return 1.0
    if said == "plain":
        return float(told not in {"soft", "denied"})
    return {"denied": 1.0, "soft": 1.0, "narrow": _NARROWLY}.get(told, 0.0)


def parts_about(found: Sequence[Evidence], spoken: Sequence[str]) -> list[Part]:
    """Return the parts of the passages that may be about those a clause speaks of; all of them when none is."""
    every = [(each, part) for each in found for part in each.parts]
    about = [part for each, part in every if any(is_said_of(each, part.sentence, who) for who in spoken)]
    return about or [part for _, part in every]


def _is_denied(claim: Claim, found: Sequence[Evidence]) -> bool:
    """Return whether a telling word of a clause stands only where the passages deny: "loves snow", and "one thing they hate is snow"."""
    parts = [part for each in found for part in each.parts]
    for word in claim.content:
        if (
            word.kind == "pair"
            or len(word.text) < _LEAST_DENIED
            or any(key[0] == "~" for key in word.keys)
            or of_word(word.text) != "plain"
        ):
            continue
        stems = {key for key in word.keys if key[0] == "="}
        keys = word.keys if all(claim.translated.values()) else stems
        told = {_told(part, claim.text) for part in parts if not keys.isdisjoint(part.keys)}
        if told and told <= {"denied", "soft"}:
            return True
    return False
