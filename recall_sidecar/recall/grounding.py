"""What becomes of a note once each of its clauses was held against the passages it names.

A clause that they do not say goes; so does one that only a passage out of date says. What can change gets its date.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from recall_sidecar.memory.port import Hit
from recall_sidecar.outcomes import Origin
from recall_sidecar.recall.plain import bounded
from recall_sidecar.recall.reply import Summary
from recall_sidecar.recall.verify.clauses import Clause, joined
from recall_sidecar.recall.verify.evidence import Seen
from recall_sidecar.recall.verify.mutable import caution, changes, is_cautious
from recall_sidecar.recall.verify.verdict import Verdict, Verified, verify

__all__ = ["Grounded", "ground", "seen_of"]

# Under a conversation that was kept, the heading is who speaks and the day.
_SPEAKER: Final = re.compile(r"(?:^|[>/›]\s*)([^\W\d_][^\d>/›:,]{0,39}?)(?:, \d{4}-\d\d-\d\d.*)?$")
_SPOKEN: Final = re.compile(r", \d{4}-\d\d-\d\d")
_ROLES: Final = frozenset({"user", "assistant", "ai", "human"})
_END: Final = re.compile(r"[.!?…。！？｡]+[\"'”’»)\]」』]*\s*$")


@dataclass(frozen=True, slots=True)
class Grounded:
    """What is left of a note, empty when nothing is; the numbers of the passages it rests on; and how each clause fared."""

    text: str
    numbers: tuple[int, ...]
    clauses: tuple[Verdict, ...]


def ground(summary: Summary, shown: Mapping[int, Hit], *, today: date, max_chars: int) -> Grounded:
    """Keep of `summary` what the passages it names say, each under its number in `shown`, in at most `max_chars`."""
    seen = [seen_of(number, shown) for number in summary.numbers]
    verified = verify(summary.text, seen)
    text = _fitting(verified, {each.number: each.day for each in seen}, today, max_chars)
    return Grounded(text, verified.numbers if text else (), verified.verdicts)


def seen_of(number: int, shown: Mapping[int, Hit]) -> Seen:
    """Return a passage as the verifier takes it: with who speaks in it, and what says otherwise since."""
    hit = shown[number]
    passage = hit.passage
    places = {f"{each.passage.path}:{each.passage.from_line}": other for other, each in shown.items()}
    return Seen(
        number,
        f"{passage.heading}\n{passage.text}"
        if passage.heading and not passage.text.startswith("#")
        else passage.text,
        passage.date,
        _speaker(passage.heading),
        is_owner=passage.origin is Origin.OWNER,
        is_older=bool(hit.superseded_by),
        newer=places.get(hit.superseded_by, 0),
    )


def _speaker(heading: str) -> str:
    """Return who speaks under a heading, empty where it is no more than a title."""
    found = _SPEAKER.search(heading)
    if found is None:
        return ""
    name = found[1].strip()
    return name if _SPOKEN.search(heading) or name.casefold() in _ROLES else ""


def _fitting(verified: Verified, days: Mapping[int, date | None], today: date, max_chars: int) -> str:
    """Return the text that is kept, with its cautions; the last clauses go when there is no room for all."""
    kept = [verdict.reason is None for verdict in verified.verdicts]
    noted = _noted(verified, days, today)
    while True:
        text = joined(_with(verified.parts, noted, kept), kept)
        if len(text) <= max_chars or sum(kept) < 2:
            break
        kept[max(place for place, stays in enumerate(kept) if stays)] = False
    if len(text) <= max_chars:
        return text
    behind = next((note for note, stays in zip(noted, kept, strict=True) if stays), "")
    return bounded(joined(verified.parts, kept), max_chars - len(behind)) + behind


def _noted(verified: Verified, days: Mapping[int, date | None], today: date) -> list[str]:
    """Return for each clause what is put behind it: one caution for clauses of the same day, behind the last of them."""
    if is_cautious(verified.text):
        return [""] * len(verified.parts)
    noted = [""] * len(verified.parts)
    behind: dict[date, int] = {}
    for place, verdict in enumerate(verified.verdicts):
        dated = [day for number in verdict.numbers if (day := days.get(number)) is not None]
        if verdict.reason is None and dated and changes(verdict.text):
            behind[max(dated)] = place
    for day, place in behind.items():
        noted[place] = caution(verified.parts[place].text, day, today, verified.language)
    return noted


def _with(parts: Sequence[Clause], noted: Sequence[str], kept: Sequence[bool]) -> list[Clause]:
    """Return the clauses with their cautions."""
    return [
        replace(part, text=_before_end(part.text, note)) if note and stays else part
        for part, note, stays in zip(parts, noted, kept, strict=True)
    ]


def _before_end(text: str, note: str) -> str:
    """Return `text` with `note` before the mark that ends it."""
    end = _END.search(text)
    marks = end.group().strip() if end else ""
    return text.rstrip().removesuffix(marks) + note + marks
