"""Say of a whole summary what the passages it names say as well, and leave the rest out."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Final, Literal

from recall_sidecar.memory import hanzi
from recall_sidecar.recall.verify.check import Place, Reason, check
from recall_sidecar.recall.verify.clauses import Clause, clauses, joined
from recall_sidecar.recall.verify.evidence import Seen, evidence
from recall_sidecar.recall.verify.languages import language
from recall_sidecar.recall.verify.senses import sense

__all__ = ["Verdict", "Verified", "prepare", "verify"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a clause: the passages that say it, or why it was left out."""

    text: str
    numbers: tuple[int, ...]
    reason: Reason | Literal["superseded"] | None


@dataclass(frozen=True, slots=True)
class Verified:
    """What is left of a summary, the passages it rests on, and how each clause was judged."""

    text: str
    numbers: tuple[int, ...]
    verdicts: tuple[Verdict, ...]
    parts: tuple[Clause, ...]
    language: str


@lru_cache(maxsize=1)
def prepare() -> None:
    """Read every list and table now. It takes a tenth of a second and reads files, so that no event loop may do it."""
    _ = sense("table")
    _ = verify(
        "Mara在2026年5月3日喝了three cups, メアリー.",
        [Seen(1, "Мара пила чай 3 May 2026.", date(2026, 5, 3), "Mara")],
    )


def verify(summary: str, seen: Sequence[Seen]) -> Verified:
    """Judge each clause of `summary` against the passages it names; `seen` are those, in the order named."""
    found = [evidence(each) for each in seen]
    spoken: tuple[str, ...] = ()
    in_language = language(summary)
    parts = clauses(summary, in_language)
    verdicts: list[Verdict] = []
    for number, part in enumerate(parts):
        behind = "".join(
            each.lead + each.text for each in parts[number + 1 :] if each.sentence == part.sentence
        )
        around = hanzi.folded(_list_of(parts, number))
        place = Place(in_language, spoken, part.begins, part.is_item, behind, around)
        checked = check(hanzi.folded(part.text), found, place)
        spoken = checked.who
        reason = checked.reason or _outdated(part.text, checked.numbers, seen)
        verdicts.append(Verdict(part.text, () if reason else checked.numbers, reason))
    text = joined(parts, [verdict.reason is None for verdict in verdicts])
    numbers = {number for verdict in verdicts if verdict.reason is None for number in verdict.numbers}
    named = tuple(dict.fromkeys(each.number for each in seen if each.number in numbers)) if text else ()
    return Verified(text, named, tuple(verdicts), tuple(parts), in_language)


def _list_of(parts: Sequence[Clause], place: int) -> str:
    """Return the clauses around one that may be pieces of one list with it."""
    first, after = place, place + 1
    while parts[first].goes_on:
        first -= 1
    while after < len(parts) and parts[after].goes_on:
        after += 1
    return "".join(
        each.lead + each.text if number else each.text for number, each in enumerate(parts[first:after])
    )


def _outdated(text: str, numbers: Sequence[int], seen: Sequence[Seen]) -> Literal["superseded"] | None:
    """Return that a clause goes because all passages that say it are out of date, and it does not say so itself."""
    older = {each.number for each in seen if each.is_older}
    return "superseded" if numbers and older.issuperset(numbers) and not _PAST.search(text) else None


_PAST: Final = re.compile(
    r"\b(?:used to|formerly|previously|earlier|before|until|out of date|outdated|no longer|was|were|had|früher|vorher|zuvor|war|bis|veraltet|avant|auparavant|était|"
    r"obsolète|antes|era|anteriormente|desactualizado|desatualizado|prima|раньше|прежде|был[аио]?|устарел\w*)\b|以前|之前|曾|原来|原先|过时|以前は|かつて|古い|이전|예전|오래된",
    re.IGNORECASE,
)
