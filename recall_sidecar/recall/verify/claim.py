"""A clause of a summary, taken apart: its words, names, times and numbers, and where it begins."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from recall_sidecar.recall.verify.evidence import Evidence
from recall_sidecar.recall.verify.moments import Moment, read
from recall_sidecar.recall.verify.names import Name, names
from recall_sidecar.recall.verify.numbers import Amount, amounts
from recall_sidecar.recall.verify.tokens import Token, tokens

__all__ = ["Claim", "claim_of"]


@dataclass(frozen=True, slots=True)
class Claim:
    """A clause. `content` are its words that are neither small nor a name, a time or a number; `timed` where its times stand.

    `begin` is where it begins when a time in front of it is left out. `translated` says of each passage, by number, whether that
    is in another language.
    """

    text: str
    words: tuple[Token, ...]
    content: tuple[Token, ...]
    names: tuple[Name, ...]
    moments: tuple[Moment, ...]
    amounts: tuple[Amount, ...]
    begin: int
    translated: dict[int, bool]
    language: str = "en"


def claim_of(text: str, found: Sequence[Evidence], in_language: str, *, begins: bool) -> Claim:
    """Take a clause apart; `begins` says whether a sentence begins with it."""
    words = tokens(text, in_language)
    known = {part.speaker for each in found for part in each.parts if part.speaker}
    named = names(text, words, in_language, begins=begins, known=known)
    moments, timed = read(text)
    counted = [
        one
        for one in amounts(text, in_language)
        if not _is_within(one.start, [*timed, *_set_phrases(words)])
        and text[one.start : one.end] not in _SCALES
    ]
    named = [name for name in named if not _is_within(name.start, [(one.start, one.end) for one in counted])]
    exact = [*((name.start, name.end) for name in named), *((one.start, one.end) for one in counted), *timed]
    content = (
        word for word in words if not word.is_small and word.keys and not _is_within(word.start, exact)
    )
    translated = {each.seen.number: each.language != in_language for each in found}
    begin = _begin(words, timed)
    return Claim(
        text,
        tuple(words),
        tuple(content),
        tuple(named),
        tuple(moments),
        tuple(counted),
        begin,
        translated,
        in_language,
    )


def _set_phrases(words: Sequence[Token]) -> list[tuple[int, int]]:
    """Return where words of scripts without spaces stand that are known as a whole, whatever number is in them: 铁人三项."""
    return [
        (word.start, word.end)
        for word in words
        if word.kind == "word" and "\u3400" <= word.text[:1] <= "\u9fff"
    ]


# By themselves they are part of names: 百思买.
_SCALES: Final = frozenset("十百千万亿")


def _is_within(place: int, spans: Sequence[tuple[int, int]]) -> bool:
    return any(first <= place < after for first, after in spans)


def _begin(words: Sequence[Token], timed: Sequence[tuple[int, int]]) -> int:
    """Return where a clause begins when a time in front of it is left out: "On 5 May Anna …"."""
    is_time = [_is_within(word.start, timed) for word in words]
    for place, word in enumerate(words):
        leads_to_time = word.is_small and True in is_time[place + 1 : place + 3]
        if not is_time[place] and not leads_to_time:
            return word.start
    return 0
