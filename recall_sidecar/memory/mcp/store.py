"""An MCP server as a store beside the folders: who has it asked, how long it may take, and what becomes of what it finds."""

import asyncio
from collections.abc import Callable, Mapping
from datetime import date
from functools import partial
from typing import Any, Final

from recall_sidecar.deadline import Clock
from recall_sidecar.graphemes import head
from recall_sidecar.memory.beside.late import LateCalls
from recall_sidecar.memory.beside.port import Brought, Measured
from recall_sidecar.memory.beside.rests import Failure, Rests
from recall_sidecar.memory.mcp.arguments import filled
from recall_sidecar.memory.mcp.connection import Connection
from recall_sidecar.memory.mcp.passages import Placed, folder_of, measured, placed
from recall_sidecar.memory.mcp.results import failed, findings, whole_text
from recall_sidecar.memory.port import ReadResult, SearchQuery, Viewer
from recall_sidecar.memory.score import Yardstick
from recall_sidecar.outcomes import Origin
from recall_sidecar.settings import McpServerSettings

__all__ = ["McpStore"]

# Longest time of a search that a turn does not wait for any more; a server that is started for it takes most of it.
_LATE_S: Final = 60.0
# How long a person waits for a server to start.
_PATIENT_S: Final = 20.0
_MAX_QUERY_CHARS: Final = 2000
_MAX_READ_CHARS: Final = 16_000
_MAX_SEEN: Final = 512
_PAUSE_S: Final = 30.0
_BUSY: Final = "it is still at work on an earlier search"
_SAID_NO: Final = Failure("the tool says that it failed", _PAUSE_S, "tool")


class McpStore:
    """A `Store`. No agent's calls differ from another's: a server knows nothing of agents."""

    def __init__(
        self,
        settings: McpServerSettings,
        *,
        environment: Mapping[str, str],
        mask: Callable[[str], str],
        clock: Clock,
    ) -> None:
        self._settings = settings
        self._mask = mask
        self._connection = Connection(settings, environment)
        self._rests = Rests(clock)
        self._late = LateCalls[dict[str, Any] | Failure](self._came_late)
        self._late_answers = 0
        self._would_not_start = False
        # What hits were shown as, and their ids: no other id is ever sent, whatever a model asks for.
        self._seen: dict[str, str | int] = {}
        self.label = f"MCP {settings.name}"

    @property
    def problems(self) -> tuple[str, ...]:
        """What failed last and has not succeeded since."""
        return self._rests.problems

    @property
    def state(self) -> str:
        """Whether it runs."""
        if self._rests.problems:
            return ""
        return "ready" if self._connection.is_open else "not started yet"

    @property
    def changes(self) -> int:
        """How often it began or ceased to fail, or a search ended that no turn waited for."""
        return self._rests.changes + self._late_answers

    @property
    def is_foreign(self) -> bool:
        """Whether somebody else may read what it is asked."""
        return True

    def is_asked_for(self, agent_id: str) -> bool:
        """Return whether the settings give it to the agent."""
        return bool({"*", agent_id.casefold()} & {*self._settings.agents})

    def names(self, path: str) -> bool:
        """Return whether `path` begins as those of its hits do."""
        return path.startswith(folder_of(self._settings.name))

    async def search(self, query: SearchQuery) -> Brought:
        """Ask the search tool; a search that takes longer goes on, so that the server is ready for a later one."""
        settings = self._settings
        key = (settings.search_tool, query.viewer.agent_id)
        if self._late.is_going_on(key):
            return self._wrong(_BUSY)
        if (why := self._rests.why(*key)) is not None:
            return self._wrong(why)
        if query.patience_s is None:
            # No turn waits, but a person who wants to see what there is.
            started = await self._started()
            if isinstance(started, Failure):
                return self._wrong(self._rests.failed(started, *key))
        most_s = settings.timeout_ms / 1000
        within_s = most_s if query.patience_s is None else min(most_s, query.patience_s)
        text = head(self._mask(query.text), _MAX_QUERY_CHARS, mark="")
        values: dict[str, str | int] = {"query": text, "limit": settings.max_hits}
        call = self._ask(settings.search_tool, filled(settings.search_arguments, values))
        outcome = await self._late.within(key, call, within_s)
        if outcome is None:
            outcome = Failure(f"no answer within {round(within_s * 1000)} ms")
        if isinstance(outcome, Failure):
            return self._wrong(self._rests.failed(outcome, *key))
        self._rests.reached()
        self._rests.answered(*key)
        # Daily notes are dated by the day of the machine they are written on.
        today = query.now.astimezone().date()
        return Brought((), partial(self._measured, outcome, text, today))

    async def read(self, path: str, viewer: Viewer, *, from_line: int, lines: int) -> ReadResult | None:
        """Return lines of what the get tool says of a hit; None for what was in no hit, or without such a tool."""
        settings, known = self._settings, self._seen.get(path, "")
        key = (settings.get_tool, viewer.agent_id)
        if not settings.get_tool or known == "" or self._rests.why(*key) is not None:
            return None
        try:
            async with asyncio.timeout(settings.timeout_ms / 1000):
                outcome = await self._ask(settings.get_tool, filled(settings.get_arguments, {"id": known}))
        except TimeoutError:
            outcome = Failure(f"no answer within {settings.timeout_ms} ms")
        if isinstance(outcome, Failure):
            self._rests.failed(outcome, *key)
            return None
        self._rests.answered(*key)
        text = await asyncio.to_thread(self._whole, outcome)
        all_lines = text.split("\n")
        taken = all_lines[from_line - 1 : from_line - 1 + lines]
        if not text or not taken:
            return None
        last = from_line + len(taken) - 1
        following = last + 1 if last < len(all_lines) else None
        return ReadResult(path, from_line, last, "\n".join(taken), Origin.UNTRUSTED, following)

    async def warm(self) -> None:
        """Start the server and look at its tools, unless it runs or failed a moment ago."""
        key = (self._settings.search_tool, "")
        if self._connection.is_open or self._rests.why(*key) is not None:
            return
        outcome = await self._connection.ready()
        if isinstance(outcome, Failure):
            self._rests.failed(outcome, *key)
        elif self._would_not_start:
            # What failed in calls is over when a call succeeds, and not before.
            self._rests.reached()
        self._would_not_start = isinstance(outcome, Failure)

    async def aclose(self) -> None:
        """End what is going on, and the server that was started."""
        await self._late.aclose()
        await self._connection.aclose()

    async def _started(self) -> Failure | None:
        try:
            async with asyncio.timeout(_PATIENT_S):
                outcome = await self._connection.ready()
        except TimeoutError:
            return None
        return outcome if isinstance(outcome, Failure) else None

    async def _ask(self, tool: str, arguments: Mapping[str, Any]) -> dict[str, Any] | Failure:
        try:
            async with asyncio.timeout(_LATE_S):
                answer = await self._connection.call(tool, arguments)
        except TimeoutError:
            return Failure(f"no answer within {round(_LATE_S)} s")
        if not isinstance(answer, Failure) and failed(answer):
            return _SAID_NO
        return answer

    def _measured(
        self, answer: Mapping[str, Any], text: str, today: date, yardstick: Yardstick, min_score: float
    ) -> Measured:
        """Read an answer and measure what it holds; in a thread, as answers may be long and masking takes time."""
        settings = self._settings
        found = findings(answer, settings.result, settings.max_chars)
        shown = placed(found, settings.name, self._mask)
        self._remember(shown)
        return measured(shown, text, today, yardstick, min_score, max_hits=settings.max_hits)

    def _whole(self, answer: Mapping[str, Any]) -> str:
        return self._mask(whole_text(answer, self._settings.result, _MAX_READ_CHARS))

    def _remember(self, shown: tuple[Placed, ...]) -> None:
        for each in shown:
            self._seen.pop(each.path, None)
            self._seen[each.path] = each.finding.id
        # Other threads may be at it too.
        for path in list(self._seen)[: max(len(self._seen) - _MAX_SEEN, 0)]:
            self._seen.pop(path, None)

    def _wrong(self, problem: str) -> Brought:
        return Brought((f"{self.label}: {problem}",))

    def _came_late(self, key: tuple[str, str], outcome: dict[str, Any] | Failure) -> None:
        """Mind what went wrong. An answer that was late does not make up for it: a server that always is must rest too."""
        self._late_answers += 1
        if isinstance(outcome, Failure):
            self._rests.failed(outcome, *key)
