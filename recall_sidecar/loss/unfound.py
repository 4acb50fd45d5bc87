"""Why a search did not show a fact that memory has, or why it was left out of what it showed."""

from collections.abc import Iterator

from recall_sidecar.loss.case import Case, superseded
from recall_sidecar.loss.verdict import Loss
from recall_sidecar.outcomes import SkipReason

__all__ = ["dropped", "ranked", "visible"]


def visible(case: Case) -> Iterator[Loss]:
    """Say that the model could see it already."""
    turn, hit = case.turn, case.hit
    all_visible = turn.reason == SkipReason.ALREADY_VISIBLE and (hit is not None or not turn.hits)
    if (hit is not None and hit.visible) or all_visible:
        yield (
            "already_visible", "the model could see it already, in the conversation, in an earlier block or in a file that the host shows",
            f"nothing need change, or lower {case.key('recall.repeat_after_turns')} to have it told again sooner",
        )  # fmt: skip


def dropped(case: Case) -> Iterator[Loss]:
    """Say that it gives orders, where such passages are left out."""
    standing = case.standing
    if case.hit is None and case.gives_orders and case.settings.recall.orders == "drop":
        yield (
            "screened",
            f"{standing.place} gives orders, and such passages are dropped",
            f'set {case.key("recall.orders")} to "quote", or reword it as a fact',
        )


def ranked(case: Case) -> Iterator[Loss]:
    """Say why the search did not show it."""
    standing, settings = case.standing, case.settings
    if case.hit is not None:
        return
    floor, limit = settings.memory.min_score, settings.memory.max_hits
    if not case.turn.search_query:
        yield (
            "unknown",
            f"{standing.place} says it, and the words of that turn were not kept, so that its search cannot be made again",
            "ask it again with `recall-sidecar why MESSAGE --expect FACT`, or set trace.keep_text_days",
        )
    elif not standing.rank:
        yield (
            "no_match",
            f"{standing.place} shares no word with the message and is not near it in meaning",
            "write it with the words you ask with, or give it a trigger phrase: recall-sidecar remember TEXT --trigger PHRASE",
        )
    elif standing.reach < floor:
        yield (
            "below_floor", f"{standing.place} has an evidence of {standing.reach:.2f}, below the floor, where the best has a score of {standing.best_score:.2f}",
            f"lower {case.key('memory.min_score')} to {_floored(standing.reach)}, or write it with the words you ask with",
        )  # fmt: skip
    elif standing.rank > limit and standing.superseded_by:
        yield superseded(standing.place, standing.superseded_by)
    elif standing.rank > limit:
        yield (
            "below_cut", f"{standing.place} came {_ordinal(standing.rank)} with a score of {standing.score:.2f}, behind {standing.best_place} with {standing.best_score:.2f}, and {limit} are shown, the last with {standing.last_score:.2f}",
            f"raise {case.key('memory.max_hits')}, or ask with words that only it has",
        )  # fmt: skip
    elif case.turn.cache in {"hit", "joined"}:
        yield (
            "cached",
            f"the answer was that of an equal question, made before {standing.place} was found",
            f"ask again; {case.key('cache.ttl_ms')} says how long an answer is kept",
        )
    else:
        yield (
            "unknown",
            f"{standing.place} would be found now and was not then: memory or settings have changed since",
            "ask again",
        )


def _ordinal(rank: int) -> str:
    ending = "th" if rank % 100 in {11, 12, 13} else {1: "st", 2: "nd", 3: "rd"}.get(rank % 10, "th")
    return f"{rank}{ending}"


def _floored(reach: float) -> str:
    return f"{int(reach * 100) / 100:.2f}"
