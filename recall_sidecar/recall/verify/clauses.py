"""Cut a summary into the parts that can be judged and left out one by one, and put together what is kept.

A part ends at a sentence's end, at a comma or semicolon, and before a word that begins another statement ("and", "because",
"который"), when enough stands on both sides.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from recall_sidecar.recall.plain import split_sentences

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
    rf"(?P<mark>[;；，、](?!\d)|[,:](?=\s)|\s[–—-]\s|\s(?=\())(?:\s*(?:{_JOINTS})(?=\s))?\s*"
    rf"|\s(?P<joint>{_JOINTS})\s|(?P<east>并且|而且|同时|以及|此外|因为|所以|但是|但(?!愿)|并(?!不)|그리고|하지만|때문에|ので|けれど|しかし|また(?!は))",
    re.IGNORECASE,
)
# Cut at a relative word only behind a comma: alone it is mostly something else.
_ONLY_BEHIND_COMMA: Final = frozenset({"der", "die", "das", "que", "che", "so", "plus", "e", "y", "а", "where", "où", "onde", "dove", "donde", "who", "which", "whose", "before", "after", "since", "yet", "damit", "denn", "car", "puis", "ma", "mas"})  # fmt: skip
_ENOUGH: Final = frozenset({"e", "y"})
_WORD: Final = re.compile(r"[^\W\d_]+|\d+|[\u3400-\u9fff\uac00-\ud7af]")
_MIN_WORDS: Final = 3
_MIN_CJK: Final = 4
_CJK: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_END: Final = re.compile(r"[.!?…。！？｡]+[\"'”’»)\]」』]*$")
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


def clauses(summary: str) -> list[Clause]:
    """Return the parts of a summary in order; put together, they are the summary but for space between sentences."""
    found: list[Clause] = []
    for number, sentence in enumerate(split_sentences(summary)):
        behind, lead = 0, ""
        for cut in _CUT.finditer(sentence):
            inside = sentence[behind : cut.start()]
            if inside.count("(") > inside.count(")") or not _cuts(sentence[behind : cut.start()], sentence[cut.end() :], cut):
                continue
            found.append(Clause(sentence[behind : cut.start()], lead, number))
            behind, lead = cut.end(), cut.group()
        found.append(Clause(sentence[behind:], lead, number))
    return found


def _cuts(before: str, after: str, cut: re.Match[str]) -> bool:
    joint = (cut["joint"] or "").casefold()
    if joint in _ONLY_BEHIND_COMMA and joint not in _ENOUGH:
        return False
    least = _MIN_WORDS if joint else 1
    return _size(before) >= least and _size(after) >= (2 if cut["mark"] else least)


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
    """Return the parts of a sentence of a passage, each with whether it is set against the one before it ("but")."""
    found: list[tuple[bool, str]] = []
    behind, is_against = 0, False
    for cut in _PASSAGE_CUT.finditer(text):
        found.append((is_against, text[behind : cut.start()]))
        behind, is_against = cut.end(), _AGAINST.search(cut.group()) is not None
    found.append((is_against, text[behind:]))
    return [each for each in found if each[1].strip()]


_AGAINST: Final = re.compile(r"\b(?:but|although|though|while|because|so|aber|weil|mais|parce|pero|porque|mas|ma|perché|но|потому)\b|但|不过|因为|所以|하지만|けど", re.IGNORECASE)


_PASSAGE_CUT: Final = re.compile(
    r"[,;:，、；：()（）–—\n]+(?:\s*(?:and|but|or|so|because|und|aber|et|mais|y|pero|e|mas|ma|и|но)\s)?"
    r"|\s(?:and|but|because|although|though|while|so|und|aber|weil|et|mais|parce que|pero|porque|mas|perché|но|потому что)\s"
    r"|但是|因为|所以|而且|并且|不过|하지만|그래서|けど|から、|ので",
    re.IGNORECASE,
)
