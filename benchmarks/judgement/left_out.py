"""Which patterns mark the texts of a set that other sets have a use for: what is left of a set when it has no say itself.

Nothing is trained, but patterns were written with texts before the eyes. One that finds injections of a single set may have
been written for it; leaving that set out leaves those patterns out.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchmarks.judgement.texts import Labelled
from recall_sidecar.screen import rules
from recall_sidecar.screen.folding import fold
from recall_sidecar.screen.orders import orders
from recall_sidecar.screen.words import row

__all__ = ["LeftOut", "left_out"]

# Stands for what is found without a pattern: frames, and what is disguised.
_OTHERWISE = -1


@dataclass(frozen=True, slots=True)
class LeftOut:
    """How many injections, and how many other texts, are marked by what other sets have a use for."""

    injections: int
    others: int


def left_out(sets: Mapping[str, Sequence[Labelled]]) -> dict[str, LeftOut]:
    """Return for each set what is marked in it by patterns that find injections of another one."""
    fired = {
        name: [(each.label == "injection", _patterns(each.text)) for each in rows]
        for name, rows in sets.items()
    }
    used = {
        name: frozenset().union(*(found for is_one, found in rows if is_one)) for name, rows in fired.items()
    }
    counted = {}
    for name, rows in fired.items():
        allowed = frozenset().union(*(found for other, found in used.items() if other != name))
        marked = [is_one for is_one, found in rows if found & allowed]
        counted[name] = LeftOut(sum(marked), len(marked) - sum(marked))
    return counted


def _patterns(text: str) -> frozenset[int]:
    found = frozenset(order.pattern for order in rules.found(row(fold(text).text)))
    return found or frozenset({_OTHERWISE} if orders(text) else ())
