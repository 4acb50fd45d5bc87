"""Why the gateway did not answer, in words for people, and how long it is left alone for it."""

from dataclasses import dataclass
from typing import Literal

from recall_sidecar.deadline import Clock

__all__ = ["Failure", "Reply", "Rests", "Scope", "of_status"]

Scope = Literal["gateway", "tool"]
_PAUSE_S = 30.0
_LONGEST_S = 600.0
_LONGEST_STEP_S = 60.0
_MOST = 200
_GATEWAY = ("gateway",)


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
            # `float` takes any number of digits, `int` refuses thousands.
            seconds = float(retry_after) if retry_after.isascii() and retry_after.isdecimal() else _PAUSE_S
            return Failure("the gateway wants fewer calls", min(max(seconds, 1.0), _LONGEST_S))
        case _:
            return Failure(f"the gateway answered {status}")


@dataclass(frozen=True, slots=True)
class _Rest:
    """What failed `times` in a row and is left alone `until` then."""

    text: str
    times: int
    until: float


class Rests:
    """What is left alone, and until when. A key is `gateway`, or one tool of one agent."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._rests: dict[tuple[str, ...], _Rest] = {}
        # Counts what changes the answers that can be expected.
        self.changes = 0

    def __len__(self) -> int:
        return len(self._rests)

    @property
    def problems(self) -> tuple[str, ...]:
        """What failed last and has not succeeded since, each once."""
        return tuple(dict.fromkeys(rest.text for rest in self._rests.values()))

    def why(self, tool: str, agent_id: str) -> str | None:
        """Return why the tool must not be called now, None when it may be."""
        now = self._clock.monotonic()
        for key in (_GATEWAY, (tool, agent_id)):
            if (rest := self._rests.get(key)) is not None and now < rest.until:
                return rest.text
        return None

    def failed(self, failure: Failure, tool: str, agent_id: str) -> str:
        """Leave alone what failed, and return why in words."""
        is_tool = failure.scope == "tool"
        key = (tool, agent_id) if is_tool else _GATEWAY
        before = self._rests.get(key)
        times = 1 if before is None else before.times + 1
        pause = min(2.0 ** min(times - 1, 10), _LONGEST_STEP_S) if failure.rest_s is None else failure.rest_s
        text = f"{tool}: {failure.text}" if is_tool else failure.text
        self.changes += before is None
        self._rests[key] = _Rest(text, times, self._clock.monotonic() + pause)
        self._bound()
        return text

    def reached(self) -> None:
        """Forget what had failed of the gateway: it answers."""
        self._forget(_GATEWAY)

    def answered(self, tool: str, agent_id: str) -> None:
        """Forget what had failed of the tool: its answer can be used."""
        self._forget((tool, agent_id))

    def _forget(self, key: tuple[str, ...]) -> None:
        self.changes += self._rests.pop(key, None) is not None

    def _bound(self) -> None:
        """Forget the tool that may be asked soonest when there are too many: agents are named by whoever asks."""
        if len(self._rests) > _MOST:
            tools = [key for key in self._rests if key != _GATEWAY]
            del self._rests[min(tools, key=lambda key: self._rests[key].until)]
