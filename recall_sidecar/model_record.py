"""How the model has done of late, from the turns that asked it: an extract in its place hides a model that always fails."""

from collections.abc import Iterable
from dataclasses import dataclass

from recall_sidecar.outcomes import UnavailableReason
from recall_sidecar.traced import TurnTrace

__all__ = ["ModelRecord", "model_record"]

# How a turn ends, or why a lower rung answered it, when the model that was asked gave nothing of use.
_FAILED = frozenset({UnavailableReason.MODEL.value, UnavailableReason.REPLY.value, "timeout"})


@dataclass(frozen=True, slots=True)
class ModelRecord:
    """Turns that asked a model, those of them in which it failed, and the kind of its last failure, empty without one."""

    asked: int = 0
    failed: int = 0
    last_error: str = ""

    @property
    def hint(self) -> str | None:
        """What to tell an operator: a sentence when at least half of the turns got nothing from the model."""
        if not self.failed or self.failed * 2 < self.asked:
            return None
        return f"the model failed in {self.failed} of the last {self.asked} turns that asked it ({self.last_error})"


def model_record(newest_first: Iterable[TurnTrace]) -> ModelRecord:
    """Count over finished turns; those that took another's answer are left out, since they asked nothing."""
    asked = [trace for trace in newest_first if trace.model_calls and trace.cache not in {"hit", "joined"}]
    failed = [trace for trace in asked if trace.reason in _FAILED]
    return ModelRecord(len(asked), len(failed), _error(failed[0]) if failed else "")


def _error(trace: TurnTrace) -> str:
    """Return the kind of failure; what a provider said behind the colon stays in the trace."""
    why = next((str(span.fields["why"]) for span in trace.spans if "why" in span.fields), trace.detail)
    kind = why.partition(":")[0]
    return f"{trace.reason}: {kind}" if kind else str(trace.reason)
