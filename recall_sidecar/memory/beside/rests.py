"""Why a store beside the folders did not answer, in words for people, and how long it is left alone for it."""

from dataclasses import dataclass
from typing import Literal

from recall_sidecar.deadline import Clock

__all__ = ["Failure", "Rests", "Scope"]

Scope = Literal["store", "tool"]
_LONGEST_STEP_S = 60.0
_MOST = 200
_STORE = ("store",)


@dataclass(frozen=True, slots=True)
class Failure:
    """Why there is no answer. `text` says what to do about it and holds nothing that the store said.

    `rest_s` is how long not to ask again, None for a pause that doubles each time. `scope` says whether the whole
    store failed or one tool of one agent.
    """

    text: str
    rest_s: float | None = None
    scope: Scope = "store"
    wants_token: bool = False


@dataclass(frozen=True, slots=True)
class _Rest:
    """What failed `times` in a row and is left alone `until` then."""

    text: str
    times: int
    until: float


class Rests:
    """What is left alone, and until when. A key is `store`, or one tool of one agent."""

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
        for key in (_STORE, (tool, agent_id)):
            if (rest := self._rests.get(key)) is not None and now < rest.until:
                return rest.text
        return None

    def failed(self, failure: Failure, tool: str, agent_id: str) -> str:
        """Leave alone what failed, and return why in words."""
        is_tool = failure.scope == "tool"
        key = (tool, agent_id) if is_tool else _STORE
        before = self._rests.get(key)
        times = 1 if before is None else before.times + 1
        pause = min(2.0 ** min(times - 1, 10), _LONGEST_STEP_S) if failure.rest_s is None else failure.rest_s
        text = f"{tool}: {failure.text}" if is_tool else failure.text
        self.changes += before is None
        self._rests[key] = _Rest(text, times, self._clock.monotonic() + pause)
        self._bound()
        return text

    def reached(self) -> None:
        """Forget what had failed of the store: it answers."""
        self._forget(_STORE)

    def answered(self, tool: str, agent_id: str) -> None:
        """Forget what had failed of the tool: its answer can be used."""
        self._forget((tool, agent_id))

    def _forget(self, key: tuple[str, ...]) -> None:
        self.changes += self._rests.pop(key, None) is not None

    def _bound(self) -> None:
        """Forget the tool that may be asked soonest when there are too many: agents are named by whoever asks."""
        if len(self._rests) > _MOST:
            tools = [key for key in self._rests if key != _STORE]
            del self._rests[min(tools, key=lambda key: self._rests[key].until)]
