"""Say in words what the parts of a score come from, for people who ask why a note was found.

Each detail is made of the numbers that the part itself was made of, so it can be added up. A part that has none here is
shown by its value alone.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from recall_sidecar.memory.asked import Asked
from recall_sidecar.memory.exact import held
from recall_sidecar.memory.grievances import complaint_share
from recall_sidecar.memory.port import ScorePart
from recall_sidecar.memory.score import Yardstick
from recall_sidecar.memory.when import Span, closeness

__all__ = ["Known", "details", "shares"]


@dataclass(frozen=True, slots=True)
class Known:
    """What there is to know of a passage that was found; `cosine` and `importance` are None where there is none."""

    terms: Sequence[str]
    text: str
    day: date | None = None
    cosine: float | None = None
    importance: int | None = None
    # What the words of the passages two before, before and after it in the same file are worth.
    around: tuple[float, float, float] = (0.0, 0.0, 0.0)


def shares(measure: Yardstick) -> Mapping[str, float]:
    """Return what each term of the query adds to `coverage` when a passage holds it; in all no more than that can be."""
    alone = {term.text: measure.measure((term.text,)) for term in measure.query.terms}
    return {term: part.value for term, parts in alone.items() for part in parts if part.name == "coverage"}


def details(measure: Yardstick, asked: Asked, parts: Sequence[ScorePart], known: Known) -> dict[str, str]:
    """Return what `parts` come from, by their names."""
    made: dict[str, Callable[[], str]] = {
        "coverage": lambda: _coverage(shares(measure), known.terms),
        "bm25": lambda: _frequency(measure, known.terms),
        "meaning": lambda: "" if known.cosine is None else f"cosine {known.cosine:.2f}",
        "context": lambda: "words of the passages two before {:.2f}, before {:.2f}, after {:.2f}".format(
            *known.around
        ),
        "date": lambda: _date(asked.spans, known.day),
        "exact": lambda: _exact(asked, known.text),
        "recency": lambda: _age(asked, known.day),
        "preference": lambda: "advice is asked for, and it states a preference",
        "complaint": lambda: (
            f"{complaint_share(known.text):.0%} of it complains that something was forgotten or wrong"
        ),
        "older": lambda: "a newer passage says otherwise",
        "repeat": lambda: "a better hit says much the same",
        "importance": lambda: "" if known.importance is None else f"{known.importance} of 10, 5 is neutral",
    }
    said = {part.name: made[part.name]() for part in parts if part.name in made}
    return {name: text for name, text in said.items() if text}


def _coverage(worth: Mapping[str, float], terms: Sequence[str]) -> str:
    present = {*terms}
    holds = [f"{term} {value:.2f}" for term, value in worth.items() if term in present]
    lacks = [f"{term} {value:.2f}" for term, value in worth.items() if term not in present]
    return "; ".join(filter(None, (" + ".join(holds), f"not {', '.join(lacks)}" if lacks else "")))


def _frequency(measure: Yardstick, terms: Sequence[str]) -> str:
    counts = {term.text: terms.count(term.text) for term in measure.query.terms}
    times = ", ".join(f"{term} {count}×" for term, count in counts.items() if count)
    size = f"{len(terms)} terms, {measure.corpus.mean_terms:.0f} on average"
    return f"{times} in {size}" if times else ""


def _date(spans: Sequence[Span], day: date | None) -> str:
    if day is None or not spans:
        return ""
    near = max(spans, key=lambda span: closeness((span,), day))
    asked = near.first.isoformat() if near.first == near.last else f"{near.first} to {near.last}"
    return f"{day}, asked for {asked}"


def _age(asked: Asked, day: date | None) -> str:
    if day is None:
        return ""
    return f"{(asked.today - day).days} days old, the half-life is {asked.half_life_days} days"


def _exact(asked: Asked, text: str) -> str:
    return ", ".join(needle.text for needle in asked.needles if held((needle,), text))
