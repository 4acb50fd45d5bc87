"""Whether a clause has a word where its passage has the opposite: "outdoors" for "indoors", "malignant" for "benign"."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from recall_sidecar.recall.verify.claim import Claim
from recall_sidecar.recall.verify.clauses import pieces
from recall_sidecar.recall.verify.evidence import Evidence, Part
from recall_sidecar.recall.verify.languages import is_function_word
from recall_sidecar.recall.verify.lexicon.opposites import OPPOSITES
from recall_sidecar.recall.verify.meanings import folded
from recall_sidecar.recall.verify.negation import polarity
from recall_sidecar.recall.verify.senses import sense, stem
from recall_sidecar.recall.verify.support import overlap
from recall_sidecar.recall.verify.told import parts_about

__all__ = ["is_opposite"]

_ENGLISH: Final = "en"
_WORD: Final = re.compile(r"[^\W\d_\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
_RUN: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_UNSURE: Final = re.compile(
    r"\b(?:not|n['’]t) (?:really |quite |so |entirely |yet )?(?:sure|certain)\b", re.IGNORECASE
)
_DENIED: Final = frozenset({"denied", "soft"})
# What speaks of the same thing says about as much of the rest of a clause as what says most.
_NEAR: Final = 0.4


def is_opposite(claim: Claim, found: Sequence[Evidence], spoken: Sequence[str]) -> bool:
    """Return whether a passage says the opposite of a word of a clause, and none that word."""
    said = {side for text in _plainly(claim) for side in _sides(text, claim.language)}
    said = {side for side in said if _other(side) not in said}
    if not said:
        return False
    told = frozenset().union(*(_sides(each.plain, each.language) for each in found))
    wanted = {_other(side) for side in said if side not in told} & told
    return bool(wanted) and any(
        part.polarity not in _DENIED and not wanted.isdisjoint(_sides(part.text, each.language))
        for each, part in _near(claim, found, spoken)
    )


def _plainly(claim: Claim) -> Iterator[str]:
    """Yield what a clause says without denying it, and without the names in it."""
    bare = claim.text
    for name in claim.names:
        bare = bare[: name.start] + " " * (name.end - name.start) + bare[name.end :]
    return (text for _, text in pieces(bare) if polarity(text, in_language=claim.language) != "denied")


def _near(claim: Claim, found: Sequence[Evidence], spoken: Sequence[str]) -> list[tuple[Evidence, Part]]:
    """Return the parts of the sentences that speak of the same thing as a clause, and of the same people."""
    about = {id(part) for part in parts_about(found, spoken)}
    scored = [
        (overlap(claim.content, each.keys_of_sentence(part.sentence)), each, part)
        for each in found
        for part in each.parts
        if id(part) in about
    ]
    least = max((score for score, _, _ in scored), default=0.0) * _NEAR
    return [(each, part) for score, each, part in scored if score >= least]


@lru_cache(maxsize=2048)
def _sides(text: str, in_language: str) -> frozenset[str]:
    """Return the sides of the pairs of opposites that `text` takes: "+7" and "-7" are those of one, "+cold~hot" and "-cold~hot" too."""
    words, runs = _lists()
    found: set[str] = set()
    for word in _WORD.findall(_UNSURE.sub("unsure", text)):
        plain = folded(word)
        found |= words.get(plain, frozenset())
        if in_language == _ENGLISH and not is_function_word(plain, _ENGLISH) and (known := sense(plain)):
            found |= {_pair(stem(plain), other) for other in known.opposites}
    if _RUN.search(text):
        found.update(side for run, side in runs if run in text)
    return frozenset(found)


def _pair(root: str, other: str) -> str:
    first, second = sorted((root, other))
    return f"{'+' if root == first else '-'}{first}~{second}"


def _other(side: str) -> str:
    return ("-" if side[0] == "+" else "+") + side[1:]


@lru_cache(maxsize=1)
def _lists() -> tuple[dict[str, frozenset[str]], list[tuple[str, str]]]:
    """Return the sides of whole words, and those of words in scripts without spaces."""
    words: dict[str, set[str]] = {}
    runs: list[tuple[str, str]] = []
    for number, line in enumerate(OPPOSITES.strip().split("\n")):
        side = f"{'-' if number % 2 else '+'}{number // 2}"
        for word in line.replace("|", " ").split():
            if _RUN.search(word):
                runs.append((word, side))
            else:
                words.setdefault(folded(word), set()).add(side)
    return {word: frozenset(sides) for word, sides in words.items()}, runs
