"""Cut a summary into the parts that can be judged and left out one by one, and put together what is kept.

A part ends at a sentence's end, at a comma or semicolon, and before a word that begins another statement ("and", "because",
"который"), when enough stands on both sides.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from recall_sidecar.recall.plain import split_sentences
from recall_sidecar.recall.verify.languages import is_function_word

__all__ = ["Clause", "clauses", "joined", "pieces"]

_JOINTS: Final = (
    r"and|but|because|since|while|which|who|whose|where|although|though|so that|so|as well as|after|before|plus|yet|"
    r"und|aber|weil|während|der|die|das|sowie|obwohl|sodass|damit|denn|nachdem|"
    r"et|mais|parce que|car|tandis que|qui|où|ainsi que|puis|"
    r"y|e|pero|porque|mientras|que|donde|aunque|además|mas|enquanto|onde|embora|ma|perché|mentre|che|dove|inoltre|"
    r"и|но|а|потому что|так как|который|которая|которые|где|хотя|чтобы"
)
# A mark with what follows it; a Latin joint needs a space on both sides.
_CUT: Final = re.compile(
    rf"(?P<mark>[;；，](?!\d)|,(?=\s)|\s[–—-]\s|\s(?=\())(?:\s*(?:{_JOINTS})(?=\s))?\s*"
    rf"|\s(?P<joint>{_JOINTS})\s|(?P<east>并且|而且|同时|以及|此外|因为|所以|但是|但(?!愿)|并(?!不)|그리고|하지만|때문에|ので|けれど|しかし|また(?!は))",
    re.IGNORECASE,
)
# Cut at a relative word only behind a comma: alone it is mostly something else.
_ONLY_BEHIND_COMMA: Final = frozenset({"der", "die", "das", "que", "che", "so", "plus", "e", "y", "а", "where", "où", "onde", "dove", "donde", "who", "which", "whose", "before", "after", "since", "yet", "damit", "denn", "car", "puis", "ma", "mas"})  # fmt: skip
_CONTRASTS: Final = frozenset(
    {"but", "aber", "mais", "pero", "mas", "ma", "но", "while", "während", "mientras", "mentre"}
)
_ENOUGH: Final = frozenset({"e", "y"})
_WORD: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W\d_\u3040-\u30ff\u3400-\u9fff]+|\d+")
_TELLING: Final = re.compile(
    r"(?<![^\W\d_])[a-zà-öø-ÿа-яё]{2,}|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2,}"
)
_LISTS: Final = re.compile(r"\s*(?:[,、]\s*(?:and|or|und|et|y|e|и)?|and|or|und|et|y|e|и)\s*", re.IGNORECASE)
_MIN_WORDS: Final = 3
_MIN_CJK: Final = 4
_CJK: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_END: Final = re.compile(r"[.!?…。！？｡]+[\"'”’»)\]」』]*$")
_AFTER_NUMBER: Final = re.compile(r"(?<=\d\.)\s+([A-Z][a-z]*)\b")
_LEFT_OVER: Final = re.compile(r"[\s,;:，、；：–—-]+$")


@dataclass(frozen=True, slots=True)
class Clause:
    """A part of a summary. `lead` is what joins it to the part before it, `sentence` the number of its sentence."""

    text: str
    lead: str
    sentence: int

    @property
    def begins(self) -> bool:
        """Whether its sentence begins with it."""
        return not self.lead

    @property
    def goes_on(self) -> bool:
        """Whether it may only go on with a list: behind a bare comma or "and"."""
        return _LISTS.fullmatch(self.lead) is not None if self.lead else False

    @property
    def is_item(self) -> bool:
        """Whether it stands behind a bare comma, as an item of a list does."""
        return self.lead.strip() in {",", "、"}


def clauses(summary: str, in_language: str = "en") -> list[Clause]:
    """Return the parts of a summary in order; put together, they are the summary but for space between sentences."""
    found: list[Clause] = []
    for number, sentence in enumerate(_sentences(summary)):
        behind, lead = 0, ""
        cuts = [*_CUT.finditer(sentence)]
        for place, cut in enumerate(cuts):
            inside = sentence[behind : cut.start()]
            follows = sentence[
                cut.end() : cuts[place + 1].start() if place + 1 < len(cuts) else len(sentence)
            ]
            if inside.count("(") > inside.count(")") or not _cuts(inside, follows, cut, in_language):
                continue
            found.append(Clause(sentence[behind : cut.start()], lead, number))
            behind, lead = cut.end(), cut.group()
        found.append(Clause(sentence[behind:], lead, number))
    return found


def _sentences(summary: str) -> Iterator[str]:
    """Yield the sentences of a summary, also where one ends with a number: "rest 5. They are …"."""
    for sentence in split_sentences(summary):
        behind = 0
        for end in _AFTER_NUMBER.finditer(sentence):
            if is_function_word(end[1].casefold(), "en"):
                yield sentence[behind : end.start()].rstrip()
                behind = end.start(1)
        yield sentence[behind:]


def _cuts(before: str, after: str, cut: re.Match[str], in_language: str) -> bool:
    joint = (cut["joint"] or "").casefold()
    if joint in _ONLY_BEHIND_COMMA and joint not in _ENOUGH:
        return False
    if not any(not is_function_word(word, in_language) for word in _TELLING.findall(before)):
        # "On 5 May the user and his brother": nothing is said yet.
        return False
    if _ACCORDING.match(before) is not None:
        return False
    least = 1 if not joint else 2 if joint in _CONTRASTS else _MIN_WORDS
    return _size(before) >= least and _size(after) >= (2 if cut["mark"] else least)


_ACCORDING: Final = re.compile(
    r"(?:according to|laut|selon|según|segundo|de acordo com|secondo|по словам)(?:\s[^\s,]+){1,3}$",
    re.IGNORECASE,
)


def _size(text: str) -> int:
    """Return about how many words stand in `text`."""
    return len(_WORD.findall(text))


def joined(parts: Sequence[Clause], kept: Sequence[bool]) -> str:
    """Return the summary without the parts that are not kept, each sentence with its end.

    A sentence whose first part goes is gone, unless what follows stands by itself behind a semicolon.
    """
    sentences: dict[int, list[Clause]] = {}
    for part, stays in zip(parts, kept, strict=True):
        if stays:
            sentences.setdefault(part.sentence, []).append(part)
    said: list[str] = []
    for number, stay in sentences.items():
        whole = [part for part in parts if part.sentence == number]
        if not stay[0].begins and not stay[0].lead.strip().startswith((";", "；", "，")):
            continue
        text = stay[0].text + "".join(part.lead + part.text for part in stay[1:])
        if whole[-1] is not stay[-1]:
            end = _END.search(whole[-1].text)
            text = _LEFT_OVER.sub("", text) + (end.group() if end else "")
        said.append(text[:1].upper() + text[1:])
    gap = "" if said and _CJK.search(said[0][-2:]) else " "
    return gap.join(said)


def pieces(text: str) -> list[tuple[bool, str]]:
    """Return what a sentence says, one thing after the other, each with whether it only goes on with a list: "no meat, fish or eggs"."""
    found: list[tuple[bool, str]] = []
    behind, goes_on = 0, False
    for cut in _PASSAGE_CUT.finditer(text):
        found.append((goes_on, text[behind : cut.start()]))
        behind, goes_on = cut.end(), _LISTS.fullmatch(cut.group()) is not None
    found.append((goes_on, text[behind:]))
    return [each for each in found if each[1].strip()]


_PASSAGE_CUT: Final = re.compile(
    r"(?:(?:[,;，、；：()（）–—\n]|:(?!\s(?-i:[A-ZÀ-ÞА-Я])))+|\s-\s)(?:\s*(?:and|but|or|so|because|und|aber|et|mais|y|pero|e|mas|ma|и|но)\s)?"
    r"|\s(?:and|or|but|because|although|though|while|so|when|whenever|if|whether|unless|until|that|which|who|where|"
    r"und|oder|aber|weil|wenn|falls|bis|obwohl|et|mais|parce que|quand|lorsque|pero|porque|cuando|mas|quando|perché|но|потому что|когда|если)\s"
    r"|但是|因为|所以|而且|并且|不过|如果|虽然|하지만|그래서|けど|から、|ので",
    re.IGNORECASE,
)
