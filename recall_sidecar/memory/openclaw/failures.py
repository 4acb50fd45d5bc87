"""What an HTTP status of the gateway says of a call, in words for people."""

from dataclasses import dataclass

from recall_sidecar.memory.beside.rests import Failure

__all__ = ["Reply", "of_status"]

_PAUSE_S = 30.0
_LONGEST_S = 600.0


@dataclass(frozen=True, slots=True)
class Reply:
    """What the gateway answered to a call, as JSON."""

    body: object


def of_status(status: int, retry_after: str) -> Failure | None:
    """Return what an HTTP status means, None when it is an answer."""
    match status:
        case 200:
            return None
        case 401:
            return Failure("the gateway does not take our token", _PAUSE_S, wants_token=True)
        case 403 | 404:
            text = (
                "the gateway has no such tool for this agent: its tool policy or memory settings leave it out"
            )
            return Failure(text, _PAUSE_S, "tool")
        case 400:
            return Failure("the gateway did not understand the call", _PAUSE_S, "tool")
        case 429:
            # `float` takes any number of digits, `int` refuses thousands.
            seconds = float(retry_after) if retry_after.isascii() and retry_after.isdecimal() else _PAUSE_S
            return Failure("the gateway wants fewer calls", min(max(seconds, 1.0), _LONGEST_S))
        case _:
            return Failure(f"the gateway answered {status}")
