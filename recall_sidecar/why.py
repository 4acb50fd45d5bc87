"""What became of the last turn of a chat, in one or two sentences: what happened, why, and what to change.

Pure, and made for the chat itself: numbers and names of settings, never a word of a memory or a message.
"""

from collections.abc import Mapping
from typing import Any

from recall_sidecar.outcomes import SkipReason, UnavailableReason
from recall_sidecar.reasons import STEPS, explain_end
from recall_sidecar.traced import Span, TurnTrace

__all__ = ["NOT_SEEN", "explain_last"]

NOT_SEEN = (
    "No turn of this session has come in since the daemon started. If you have written one, the host does not call "
    "before it answers; run: recall-sidecar status"
)
_MODEL_FAILED = frozenset({UnavailableReason.MODEL.value, UnavailableReason.REPLY.value})
# Why a quotation stood in for the model, where that is no reason of its own.
_SLOW: Mapping[str, str] = {
    "soft_budget": "the model was not done within recall.soft_budget_ms; name a faster model, or raise that.",
    "timeout": "the model was not done in time; name a faster model, or raise recall.timeout_ms.",
}


def explain_last(trace: TurnTrace | None) -> str:
    """Return what became of a turn; None when the session has none."""
    if trace is None:
        return NOT_SEEN
    return f"The last turn ({trace.started_at:%H:%M:%S} UTC): {_ended(trace)}"


def _ended(trace: TurnTrace) -> str:
    match trace.status:
        case "ok":
            return _recalled(trace)
        case "timeout_partial":
            return f"{explain_end(trace.status, None)} Raise recall.timeout_ms, or name a faster model."
        case "empty":
            return _nothing(trace)
        case "timeout":
            step = STEPS.get(trace.reason or "", trace.reason)
            faster = ", or name a faster model" if trace.reason == "model" else ""
            return (
                f"The {trace.budget_ms} ms it had ran out while {step}, and nothing could be quoted. "
                f"Raise recall.timeout_ms or the host's own limit{faster}.{_missing(trace)}"
            )
        case "skipped" if trace.reason == SkipReason.UNLIKELY_TO_HELP.value:
            return _unlikely(trace)
        case "cancelled":
            return "The host gave it up before memory had answered: there is nothing to change."
        case _:
            return f"{explain_end(trace.status, trace.reason)}{_failure(trace)}"


def _recalled(trace: TurnTrace) -> str:
    used = sum(hit.used for hit in trace.hits)
    rests = f"resting on {used} of {_count(len(trace.hits), 'passage')} found{_visible(trace)}"
    kind = str(_fields(trace, "inject").get("kind", ""))
    if trace.reason is None and kind == "trigger":
        entries = "1 curated entry" if used == 1 else f"{used} curated entries"
        return f"What was put before the prompt is {entries}: the message mentions the trigger phrase."
    called = (
        ", with what the message calls by a trigger phrase in front" if kind.startswith("trigger+") else ""
    )
    if trace.reason is None:
        return f"Memory was put before the prompt, {rests}{_shared(trace)}{called}."
    slow = _SLOW.get(trace.reason)
    because = slow or explain_end("unavailable", trace.reason).partition(". ")[2]
    return f"Memory was quoted before the prompt in the model's place, {rests}, because {_lowered(because)}{_failure(trace)}"


def _nothing(trace: TurnTrace) -> str:
    read = sum(not hit.visible for hit in trace.hits)
    if read:
        return (
            f"The model read {_count(read, 'passage')} and found that none helps{_shared(trace)}. "
            "If one should have, choose a milder recall.prompt_style."
        )
    below = int(_fields(trace, "memory").get("below_floor", 0))
    if below:
        return (
            f"Memory holds nothing close enough to the message; {_count(below, 'passage')} lay below the floor. "
            f"Lower memory.min_score to let such in.{_missing(trace)}"
        )
    # A search that another turn made has left no count here of what it found too weak.
    shared = _shared(trace)
    lacks = f"close enough to the message{shared}" if shared else "that shares a word with the message"
    return f"Memory holds nothing {lacks}. Try the same words with `recall-sidecar search`.{_missing(trace)}"


def _unlikely(trace: TurnTrace) -> str:
    """Return how far from likely it was that memory helps, with what weighed heaviest."""
    need = _fields(trace, "need")
    end = explain_end(trace.status, trace.reason)
    if "likely" not in need:
        return end
    return (
        f"{end} It was held {need['likely']:.0%} likely, and {need['threshold']:.0%} was asked for "
        f"({_count(len(trace.hits), 'passage')} found; what weighed most: {need['because']})."
    )


def _missing(trace: TurnTrace) -> str:
    """Return what of memory could not be asked, in our own words."""
    warning = _fields(trace, "memory").get("warning")
    return f" Not all of memory could be asked: {warning}." if warning else ""


def _visible(trace: TurnTrace) -> str:
    """Return how many passages were left out because they were seen."""
    visible = sum(hit.visible for hit in trace.hits)
    return f", {visible} of them left out as visible already" if visible else ""


def _shared(trace: TurnTrace) -> str:
    return {
        "hit": ", as it was for an equal question shortly before",
        "joined": ", together with an equal question",
    }.get(trace.cache, "")


def _failure(trace: TurnTrace) -> str:
    """Return what is known of a failure: our own words whole, of a provider's or the host's the class alone."""
    why = str(_fields(trace, "model").get("why", trace.detail))
    if not why or trace.reason in {UnavailableReason.INTERNAL.value, UnavailableReason.ABORTED.value}:
        return ""
    if trace.reason in _MODEL_FAILED:
        why = why.partition(":")[0]
    return f" ({why})"


def _fields(trace: TurnTrace, step: str) -> Mapping[str, Any]:
    found: Span | None = next((span for span in trace.spans if span.name == step), None)
    return {} if found is None else found.fields


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _lowered(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]
