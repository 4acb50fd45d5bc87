"""Limits that a run is held to: `recall@5=0.8` on the command line. Pure."""

import difflib
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from recall_sidecar.errors import CasesRefused
from recall_sidecar.evaluation.figures import FIGURES, Measured
from recall_sidecar.evaluation.words import shown

__all__ = ["Limit", "missed", "read_limit"]


@dataclass(frozen=True, slots=True)
class Limit:
    """The least, or the most, that a figure may be."""

    name: str
    bound: float
    is_least: bool


def read_limit(text: str, *, is_least: bool) -> Limit:
    """Return the limit that `text` gives.

    Raises:
        CasesRefused: It is no `NAME=NUMBER`, or no figure has that name.
    """
    name, given, number = text.partition("=")
    name = name.strip()
    try:
        bound = float(number)
    except ValueError:
        bound = math.nan
    if not given or not math.isfinite(bound):
        message = f"the limit {text[:40]} is no NAME=NUMBER, for example recall@5=0.8"
        raise CasesRefused((message,))
    if name not in FIGURES:
        near = difflib.get_close_matches(name, FIGURES, 1)
        remedy = f"did you mean {near[0]}?" if near else f"they are {', '.join(FIGURES)}"
        message = f"no figure is called {name[:40]}; {remedy}"
        raise CasesRefused((message,))
    return Limit(name, bound, is_least)


def missed(measured: Measured, limits: Sequence[Limit]) -> Iterator[str]:
    """Yield a sentence for each limit that the run misses; a figure that no case measures is missed too."""
    for limit in limits:
        figure = measured.figure(limit.name)
        word = "under" if limit.is_least else "over"
        if figure.value is None:
            yield f"{limit.name} could not be measured: no case is made for it"
        elif (figure.value < limit.bound) if limit.is_least else (figure.value > limit.bound):
            yield f"{limit.name} is {shown(figure)}, {word} the limit of {limit.bound:g}"
