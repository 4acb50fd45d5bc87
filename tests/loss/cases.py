"""Turns that lost a fact, to start a test from."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from recall_sidecar.loss.case import Case, hit_of
from recall_sidecar.loss.verdict import Loss
from recall_sidecar.memory.port import Passage
from recall_sidecar.memory.standing import Standing
from recall_sidecar.outcomes import Origin
from recall_sidecar.settings import Settings
from recall_sidecar.traced import HitTrace, TurnTrace
from tests.turns import turn

FACT = "Mara drinks oolong"
NOWHERE = Standing()


def hit(**changes: Any) -> HitTrace:  # noqa: ANN401 -- any field of the hit
    made = HitTrace("notes", "tea.md", 3, 4, "agent", 0.5, {}, f"{FACT}.")
    return replace(made, **changes)


def standing(**changes: Any) -> Standing:  # noqa: ANN401 -- any field
    """Return the standing of a fact that a search finds first."""
    passage = Passage(7, "notes", "tea.md", 3, 4, f"{FACT}.", Origin.AGENT)
    found: dict[str, Any] = {
        "passage": passage,
        "rank": 1,
        "score": 0.5,
        "reach": 0.4,
        "best_score": 0.5,
        "best_place": "tea.md:3",
    }
    return Standing(**{**found, **changes})


def silent(**changes: Any) -> TurnTrace:  # noqa: ANN401 -- any field of the turn
    """Return a turn that found the fact and told nothing."""
    return turn(
        **{
            "status": "empty",
            "summary": "",
            "block": "",
            "hits": (hit(),),
            "clauses": (),
            "cache": "miss",
            **changes,
        }
    )


def case(
    trace: TurnTrace,
    where: Standing | None = None,
    settings: Settings | None = None,
    *,
    gives_orders: bool = False,
) -> Case:
    where = standing() if where is None else where
    return Case(trace, FACT, where, settings or Settings(), hit_of(trace, FACT, where), gives_orders)


def said(rule: Callable[[Case], Iterator[Loss]], given: Case) -> Loss | None:
    """Return the first that a rule says of a case."""
    return next(rule(given), None)
