"""What a host brings back from a prompt that it ran on a model of its own."""

from dataclasses import dataclass, field
from typing import Literal, assert_never

from recall_sidecar.errors import ModelError, ModelRefused, ModelTimeout, ModelUnreachable
from recall_sidecar.llm.port import ModelRef, Usage

__all__ = ["LentFailure", "LentReply", "error_of"]


@dataclass(frozen=True, slots=True)
class LentReply:
    """What the host's model said; `model` names it, where the host does."""

    text: str
    reason: str = "stop"
    model: str = ""
    usage: Usage = field(default_factory=Usage)


@dataclass(frozen=True, slots=True)
class LentFailure:
    """Why there is no reply; `detail` is a class or a code, never text of the conversation."""

    kind: Literal["timeout", "refused", "failed"]
    detail: str = ""


def error_of(failure: LentFailure, model: ModelRef) -> ModelError:
    """Return the failure as any model's failure is told."""
    name, detail = str(model), f" ({failure.detail})" if failure.detail else ""
    match failure.kind:
        case "timeout":
            return ModelTimeout(f"{name}: the host's model was not done in time{detail}", model=name)
        case "refused":
            return ModelRefused(f"{name}: the host does not run this model for us{detail}", model=name)
        case "failed":
            return ModelUnreachable(f"{name}: the host's model gave no reply{detail}", model=name)
        case _:
            assert_never(failure.kind)
