"""Say of a whole summary what the passages it names say as well, and leave the rest out."""

from collections.abc import Sequence
from dataclasses import dataclass

from recall_sidecar.memory import hanzi
from recall_sidecar.recall.verify.check import Reason, check
from recall_sidecar.recall.verify.clauses import clauses, joined
from recall_sidecar.recall.verify.evidence import Seen, evidence
from recall_sidecar.recall.verify.languages import language

__all__ = ["Verdict", "Verified", "verify"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a clause: the passages that say it, or why it was left out."""

    text: str
    numbers: tuple[int, ...]
    reason: Reason | None


@dataclass(frozen=True, slots=True)
class Verified:
    """What is left of a summary, the passages it rests on, and how each clause was judged."""

    text: str
    numbers: tuple[int, ...]
    verdicts: tuple[Verdict, ...]


def verify(summary: str, seen: Sequence[Seen]) -> Verified:
    """Judge each clause of `summary` against the passages it names; `seen` are those, in the order named."""
    found = [evidence(each) for each in seen]
    spoken: Sequence[str] = ()
    in_language = language(summary)
    parts = clauses(summary, in_language)
    verdicts: list[Verdict] = []
    for place, part in enumerate(parts):
        behind = "".join(each.lead + each.text for each in parts[place + 1 :] if each.sentence == part.sentence)
        checked = check(
            hanzi.folded(part.text), found, in_language, spoken, begins=part.begins, behind=behind.lstrip()
        )
        spoken = checked.who
        verdicts.append(Verdict(part.text, checked.numbers, checked.reason))
    text = joined(parts, [verdict.reason is None for verdict in verdicts])
    numbers = {number for verdict in verdicts if verdict.reason is None for number in verdict.numbers}
    return Verified(text, tuple(each.number for each in seen if each.number in numbers) if text else (), tuple(verdicts))
