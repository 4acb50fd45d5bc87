"""Why the gateway did not answer, in words for people, and how long it is left alone for it."""

from dataclasses import dataclass
from typing import Literal

from recall_sidecar.deadline import Clock

__all__ = ["Failure", "Reply", "Rests", "Scope", "of_status"]

Scope = Literal["gateway", "tool"]
_PAUSE_S = 30.0
_LONGEST_S = 600.0
_LONGEST_STEP_S = 60.0


@dataclass(frozen=True, slots=True)
class Reply:
    """What the gateway answered to a call, as JSON."""

    body: object


@dataclass(frozen=True, slots=True)
class Failure:
    """Why there is no answer. `text` says what to do about it and holds nothing that the gateway said.

    `rest_s` is how long not to ask again, None for a pause that doubles each time. `scope` says whether the whole
    gateway failed or one tool of one agent.
    """

    text: str
    rest_s: float | None = None
    scope: Scope = "gateway"
    wants_token: bool = False


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
            seconds = int(retry_after) if retry_after.isascii() and retry_after.isdecimal() else _PAUSE_S
            return Failure("the gateway wants fewer calls", min(max(seconds, 1.0), _LONGEST_S))
        case _:
            return Failure(f"the gateway answered {status}")


class Rests:
    """What is left alone, and until when. A key is `gateway`, or one tool of one agent."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._until: dict[tuple[str, ...], float] = {}
        self._times: dict[tuple[str, ...], int] = {}
        self._texts: dict[tuple[str, ...], str] = {}
        # Counts what changes the answers that can be expected.
        self.changes = 0

    @property
    def problems(self) -> tuple[str, ...]:
        """What failed last and has not succeeded since, each once."""
        return tuple(dict.fromkeys(self._texts.values()))

    def why(self, tool: str, agent_id: str) -> str | None:
        """Return why the tool must not be called now, None when it may be."""
        now = self._clock.monotonic()
        for key in _keys(tool, agent_id):
            if now < self._until.get(key, now):
                return self._texts[key]
        return None

    def failed(self, failure: Failure, tool: str, agent_id: str) -> None:
        """Leave alone what failed."""
        key = _keys(tool, agent_id)[failure.scope == "tool"]
        self.changes += key not in self._texts
        self._times[key] = times = self._times.get(key, 0) + 1
        step = min(2.0 ** min(times - 1, 10), _LONGEST_STEP_S)
        self._until[key] = self._clock.monotonic() + (step if failure.rest_s is None else failure.rest_s)
        self._texts[key] = failure.text if failure.scope == "gateway" else f"{tool}: {failure.text}"

    def answered(self, tool: str, agent_id: str) -> None:
        """Forget what had failed."""
        for key in _keys(tool, agent_id):
            self.changes += key in self._texts
            for kept in (self._until, self._times, self._texts):
                kept.pop(key, None)


def _keys(tool: str, agent_id: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return ("gateway",), (tool, agent_id)
