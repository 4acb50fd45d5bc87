"""What is known when it is asked where a fact was lost, and sentences that several steps share."""

from dataclasses import dataclass

from recall_sidecar.loss.verdict import Loss
from recall_sidecar.memory.standing import Standing, says
from recall_sidecar.reasons import STEPS
from recall_sidecar.settings import Settings
from recall_sidecar.traced import HitTrace, TurnTrace

__all__ = ["Case", "deadline", "hit_of", "superseded"]


@dataclass(frozen=True, slots=True)
class Case:
    """What is known: the turn, the fact, where it stands, how the turn saw it, and the settings of its agent."""

    turn: TurnTrace
    fact: str
    standing: Standing
    settings: Settings
    hit: HitTrace | None
    gives_orders: bool

    def key(self, name: str) -> str:
        """Return a key of the settings with its present value."""
        table, _, field = name.partition(".")
        value = getattr(getattr(self.settings, table), field)
        shown = f'"{value}"' if isinstance(value, str) else value
        return f"{name} (now {shown})"


def hit_of(turn: TurnTrace, fact: str, standing: Standing) -> HitTrace | None:
    """Return the hit of the turn that is the fact's passage, or one of another store that says it."""
    passage = standing.passage
    for hit in turn.hits:
        is_there = passage is not None and (
            (hit.source, hit.path) == (passage.source, passage.path)
            and hit.from_line <= passage.to_line
            and passage.from_line <= hit.to_line
        )
        if is_there or (passage is None and says(hit.text, fact)):
            return hit
    return None


def deadline(case: Case) -> Loss:
    """Say that the time was up."""
    turn = case.turn
    if turn.reason == "soft_budget":
        return (
            "deadline",
            "the model was not done in time, and a quotation stood in for it that does not hold it",
            f"name a faster model in model.name, or raise {case.key('recall.soft_budget_ms')}",
        )
    step = STEPS.get(turn.reason or "", "waiting for the model")
    return (
        "deadline",
        f"the {turn.budget_ms} ms that the turn had ran out while {step}",
        f"raise {case.key('recall.timeout_ms')} or the host's own limit, or name a faster model in model.name",
    )


def superseded(place: str, newer: str) -> Loss:
    """Say that a newer passage says otherwise."""
    return (
        "superseded",
        f"{place} is older than {newer}, which says otherwise",
        "correct the newer note if the older one is right",
    )
