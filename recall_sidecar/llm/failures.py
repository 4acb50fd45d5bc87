"""What an error of litellm means to us, decided once.

Pure: it sees the names of an exception's classes and an HTTP status, never its text, because providers repeat
prompts and keys in their messages. The worker sends class, status and kind; the daemon words the error.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, assert_never

from recall_sidecar.errors import ModelError, ModelRefused, ModelReplyInvalid, ModelTimeout, ModelUnreachable

__all__ = ["Failure", "FailureKind", "classify", "error_for", "known"]

FailureKind = Literal["timeout", "refused", "unreachable", "reply"]

_ERRORS: dict[FailureKind, type[ModelError]] = {
    "timeout": ModelTimeout,
    "refused": ModelRefused,
    "unreachable": ModelUnreachable,
    "reply": ModelReplyInvalid,
}

# The most exact class of an exception that stands here decides; subclasses come before their bases by the
# exception's own method resolution order.
_BY_CLASS: dict[str, FailureKind] = {
    "Timeout": "timeout",
    "APITimeoutError": "timeout",
    "TimeoutError": "timeout",
    "TimeoutException": "timeout",
    "BadRequestError": "refused",
    "AuthenticationError": "refused",
    "PermissionDeniedError": "refused",
    "NotFoundError": "refused",
    "ConflictError": "refused",
    "UnprocessableEntityError": "refused",
    "RateLimitError": "refused",
    "BudgetExceededError": "refused",
    "ModelNotMappedError": "refused",
    "GuardrailRaisedException": "refused",
    "GuardrailInterventionNormalStringError": "refused",
    "BlockedPiiEntityError": "refused",
    "ModifyResponseException": "refused",
    "SensitiveDataRouteException": "refused",
    "ToolLoopMaxRoundsExceeded": "refused",
    "APIConnectionError": "unreachable",
    "ServiceUnavailableError": "unreachable",
    "BadGatewayError": "unreachable",
    "InternalServerError": "unreachable",
    "APIStatusError": "unreachable",
    "APIError": "unreachable",
    "OpenAIError": "unreachable",
    "OSError": "unreachable",
    "TransportError": "unreachable",
    "APIResponseValidationError": "reply",
    "ValueError": "reply",
    "TypeError": "reply",
    "LookupError": "reply",
    "AttributeError": "reply",
}
# Classes that only say "some status": the status decides where there is one.
_GENERIC = frozenset({"APIError", "APIStatusError", "OpenAIError", "APIConnectionError"})


@dataclass(frozen=True, slots=True)
class Failure:
    """What went wrong with a call: our kind, the class litellm raised, and the provider's HTTP status."""

    kind: FailureKind
    error: str
    status: int | None = None


def classify(classes: Iterable[str], status: int | None = None) -> Failure:
    """Return what an exception means.

    Args:
        classes: Names of its classes, the most exact one first.
        status: The HTTP status it carries, if any.
    """
    names = list(classes)
    name = next((n for n in names if n in _BY_CLASS), None)
    kind: FailureKind = "unreachable" if name is None else _BY_CLASS[name]
    if name in _GENERIC and status is not None:
        kind = _by_status(status)
    return Failure(kind, names[0] if names else "unknown", status)


def known(classes: Iterable[str]) -> bool:
    """Return whether one of the classes is in the table."""
    return any(name in _BY_CLASS for name in classes)


def error_for(
    failure: Failure, *, model: str, provider: str, key_name: str = "", setting: str = "model.name"
) -> ModelError:
    """Return the error to raise: class, status and what to do, nothing a provider said; `setting` names the model."""
    status = f", HTTP {failure.status}" if failure.status else ""
    remedy = _remedy(failure, key_name, setting)
    message = f"{provider}/{model}: {failure.error}{status}" + (f"; {remedy}" if remedy else "")
    return _ERRORS[failure.kind](message, model=model, provider=provider)


def _by_status(status: int) -> FailureKind:
    if status in {408, 504}:
        return "timeout"
    return "refused" if 400 <= status < 500 else "unreachable"


def _remedy(failure: Failure, key_name: str, setting: str) -> str:
    if failure.error == "ContextWindowExceededError" and setting == "model.name":
        return "the prompt is larger than the model takes: lower query.max_chars"
    match failure.status:
        case 401 | 403:
            return f"the provider refuses the key: check {key_name or 'model.providers.NAME.api_key_env'}"
        case 402:
            return "the provider wants to be paid first"
        case 404:
            return f"the provider does not know the model: check {setting} and api_base"
        case 429:
            return "the provider's rate limit or quota is used up"
        case _:
            return _general_remedy(failure.kind)


def _general_remedy(kind: FailureKind) -> str:
    match kind:
        case "unreachable":
            return "check the network, the provider's status and model.providers.NAME.api_base"
        case "refused":
            return "the provider refuses this request: take another model, or see what `recall-sidecar doctor` says of it"
        case "timeout" | "reply":
            return ""
        case _:
            assert_never(kind)
