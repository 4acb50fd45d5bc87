"""Find the step at which a turn lost a fact.

Steps are asked in the order in which a turn takes them, so the one that is named is the first that kept the fact back; what is
behind it may keep it back as well.
"""

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from recall_sidecar.loss.case import Case, hit_of
from recall_sidecar.loss.unfound import dropped, ranked, visible
from recall_sidecar.loss.unsearched import early, gate, memory, told
from recall_sidecar.loss.untold import judged, without_model, written
from recall_sidecar.loss.verdict import Loss, Verdict
from recall_sidecar.memory.standing import Standing
from recall_sidecar.settings import Settings
from recall_sidecar.traced import TurnTrace

__all__ = ["find_loss"]

_Rule: TypeAlias = Callable[[Case], Iterator[Loss]]
_RULES: Final[tuple[_Rule, ...]] = (
    told,
    gate,
    early,
    memory,
    visible,
    dropped,
    ranked,
    judged,
    without_model,
    written,
)


def find_loss(
    turn: TurnTrace, fact: str, standing: Standing, settings: Settings, *, gives_orders: bool = False
) -> Verdict:
    """Return at which step `turn` lost `fact`.

    Args:
        turn: A finished turn, or a replay of one.
        fact: What memory was expected to tell.
        standing: Where it stands for the viewer of that turn, with the rank that the turn's search gives it.
        settings: The settings of the turn's agent.
        gives_orders: Whether the passage that says it gives orders, which `recall.orders` may keep out.
    """
    case = Case(turn, fact, standing, settings, hit_of(turn, fact, standing), gives_orders)
    step, what, do = next(found for rule in _RULES for found in rule(case))
    hit = case.hit
    place = standing.place or (f"{hit.path}:{hit.from_line}-{hit.to_line}" if hit else "")
    return Verdict(
        step=step,
        what=what,
        do=do,
        place=place,
        by_meaning=standing.is_near,
        rank=standing.rank,
        score=standing.score,
        best_place=standing.best_place if standing.rank else "",
        best_score=standing.best_score if standing.rank else 0.0,
    )
