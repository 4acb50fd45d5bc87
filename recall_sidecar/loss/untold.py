"""Why a fact that was found was not told."""

from collections.abc import Iterator
from typing import Final

from recall_sidecar.loss.case import Case, deadline, superseded
from recall_sidecar.loss.verdict import Loss
from recall_sidecar.memory.standing import says
from recall_sidecar.outcomes import Origin, SkipReason, UnavailableReason
from recall_sidecar.reasons import parted, sentence_of
from recall_sidecar.traced import TurnTrace

__all__ = ["judged", "without_model", "written"]

# A summary that is this much of what it may be was cut, or had no room for more.
_FULL: Final = 0.8


def judged(case: Case) -> Iterator[Loss]:
    """Say who judged that it need not be told: need, the model, or the check of what the model wrote."""
    turn, hit = case.turn, case.hit
    dropped = next((each for each in turn.clauses if each.dropped and says(each.text, case.fact)), None)
    if turn.reason == SkipReason.UNLIKELY_TO_HELP:
        yield "need", *parted(sentence_of(turn.reason))
    elif turn.status == "timeout":
        yield deadline(case)
    elif (
        turn.reason == "unsupported"
        or dropped
        or (turn.status == "empty" and any(each.dropped for each in turn.clauses))
    ):
        why = f" ({dropped.dropped})" if dropped else ""
        yield (
            "unsupported",
            f"the model said it, and the passages that it named do not support its words{why}",
            "write the note so that it says it in so many words, or set recall.verify to false",
        )
    elif hit is not None and hit.superseded_by:
        yield superseded(f"{hit.path}:{hit.from_line}", hit.superseded_by)
    elif turn.status == "empty" and not _asked_model(turn):
        yield (
            "below_floor",
            "all that was found lay below the floor, and the message does not look as if memory could help",
            f"lower {case.key('memory.min_score')}, or write the note with the words you ask with",
        )
    elif turn.status == "empty":
        yield (
            "none",
            "the model read it and said that it does not help (NONE)",
            f'choose a milder {case.key("recall.prompt_style")}, for example "recall-heavy", or name a better model in model.name',
        )


def without_model(case: Case) -> Iterator[Loss]:
    """Why a quotation stood in for the model, or nothing did."""
    turn, hit = case.turn, case.hit
    is_extract = turn.status == "ok" and turn.reason is not None
    if hit is not None and is_extract and hit.orders:
        yield (
            "screened",
            f"{hit.path}:{hit.from_line} gives orders, and such words are not quoted without a model's judgement",
            "reword it as a fact, or have a model answer (recall-sidecar doctor)",
        )
    elif hit is not None and is_extract and hit.origin not in {Origin.OWNER, Origin.AGENT}:
        yield (
            "screened",
            f"{hit.path}:{hit.from_line} holds words of somebody else, which are not quoted without a model's judgement",
            "have a model answer (recall-sidecar doctor)",
        )
    elif is_extract and _is_full(case):
        yield _characters(case)
    elif turn.reason == UnavailableReason.BREAKER_OPEN:
        yield "breaker", *parted(sentence_of(turn.reason))
    elif turn.reason in {"soft_budget", "timeout"} or turn.status == "timeout_partial":
        yield deadline(case)
    elif turn.reason in {*UnavailableReason}:
        what, do = parted(sentence_of(turn.reason))
        yield (
            "model",
            f"a quotation stood in for the model and told other sentences, since {what}"
            if is_extract
            else what,
            do,
        )


def written(case: Case) -> Iterator[Loss]:
    """Say why a summary does not hold it; what is left when nothing else kept it back."""
    if _is_full(case):
        yield _characters(case)
    yield (
        "left_out",
        "the model read it and told other things",
        f'ask more exactly, or choose another {case.key("recall.prompt_style")}, for example "recall-heavy"',
    )


def _characters(case: Case) -> Loss:
    return (
        "characters",
        f"the {len(case.turn.summary)} characters that were told had no room for it",
        f"raise {case.key('inject.max_summary_chars')}",
    )


def _asked_model(turn: TurnTrace) -> bool:
    return turn.cache in {"hit", "joined"} or any(span.name == "model" for span in turn.spans)


def _is_full(case: Case) -> bool:
    return len(case.turn.summary) >= _FULL * case.settings.inject.max_summary_chars
