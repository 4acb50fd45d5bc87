"""What each reason of an outcome means, in words a person can act on.

The keys are the words of the wire; docs/trace.md lists them all and a test holds it to that.
"""

from collections.abc import Mapping

from recall_sidecar.gate import explain
from recall_sidecar.outcomes import SkipReason, UnavailableReason

__all__ = ["STEPS", "UNAVAILABLE", "explain_end"]

UNAVAILABLE: Mapping[UnavailableReason, str] = {
    UnavailableReason.WARMING: "The model worker or the index is still starting; ask again in a few seconds.",
    UnavailableReason.BREAKER_OPEN: "The model timed out several times in a row and rests; it is tried again by itself.",
    UnavailableReason.NO_MODEL: "No model can be reached; set model.name and its key, or run `recall-sidecar doctor`.",
    UnavailableReason.MODEL: "The model call failed; the detail names the kind of failure.",
    UnavailableReason.MEMORY: "Memory could not be searched; run `recall-sidecar doctor`.",
    UnavailableReason.REPLY: "The model answered in a form that cannot be trusted, so nothing was used.",
    UnavailableReason.OVERLOADED: "Too many turns at once; see server.max_turns_in_flight.",
    UnavailableReason.SPEND_LIMIT: "The limit of calls or cost is reached; see model.max_calls_per_hour and model.max_cost_per_day.",
    UnavailableReason.INTERNAL: "A fault of the program itself; the log names the error.",
}

STEPS: Mapping[str, str] = {
    "gate": "deciding whether memory may be used",
    "query": "building the query",
    "cache": "waiting for an equal question being answered",
    "memory": "searching memory",
    "need": "judging whether memory could help",
    "model": "waiting for the model",
    "verify": "checking the summary against the passages",
    "inject": "writing the block",
}

_ENDS: Mapping[str, str] = {
    "ok": "Memory was put before the prompt.",
    "empty": "Memory was read and nothing in it helps.",
    "timeout": "The time ran out and no lower rung had an answer.",
    "timeout_partial": "The time ran out; the part of the summary that had arrived was used.",
    "unavailable": "Recall could not run.",
    "failed": "Recall failed.",
    "skipped": "The turn may not use memory.",
}


def explain_end(status: str, reason: str | None) -> str:
    """Return one or two sentences on how a turn ended; words this version does not know are shown as they are."""
    end = _ENDS.get(status, f"The turn ended as {status}.")
    if reason is None:
        return end
    if status in {"ok", "timeout_partial"}:
        return f"{end} A lower rung answered in the model's place: {reason}."
    if status == "timeout":
        return f"{end} It ran out while {STEPS.get(reason, reason)}."
    return f"{end} {_because(status, reason)}"


def _because(status: str, reason: str) -> str:
    if status == "skipped" and reason in set(SkipReason):
        return explain(SkipReason(reason))
    if reason in set(UnavailableReason):
        return UNAVAILABLE[UnavailableReason(reason)]
    return f"Reason: {reason}."
