"""The gateway as a place to look: asks its tools, minds what failed, and never raises for what it does."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

from recall_sidecar.deadline import Clock
from recall_sidecar.memory.beside.late import LateCalls
from recall_sidecar.memory.beside.rests import Failure, Rests
from recall_sidecar.memory.openclaw.answers import Answer, Finding, arguments, read_answer, read_lines
from recall_sidecar.memory.openclaw.client import GatewayClient
from recall_sidecar.memory.port import Viewer
from recall_sidecar.settings import GatewayMemorySettings
from recall_sidecar.settings.gateway import SearchTool

__all__ = ["Found", "Gateway"]

_GET = "memory_get"
# Longest time of a search that a turn does not wait for any more; a large memory that is read anew takes most of it.
_LATE_S = 60.0
_BUSY = "the gateway is still at work on an earlier search"
_ODD = Failure("the answer is not in the agreed shape", 30.0, "tool")
_PAUSED = Failure("the gateway's memory cannot be searched now; see 'openclaw memory status'", None, "tool")


@dataclass(frozen=True, slots=True)
class Found:
    """What all tools found, and what went wrong in words."""

    findings: tuple[Finding, ...]
    problems: tuple[str, ...] = ()


class Gateway:
    """Searches and reads for one viewer at a time; many may at once. Close it with `aclose`."""

    def __init__(self, settings: GatewayMemorySettings, environment: Mapping[str, str], clock: Clock) -> None:
        self._client = GatewayClient(settings, environment)
        self._rests = Rests(clock)
        self._late = LateCalls[Answer | Failure](self._came_late)
        self._late_answers = 0

    @property
    def problems(self) -> tuple[str, ...]:
        """What failed last and has not succeeded since."""
        return self._rests.problems

    @property
    def changes(self) -> int:
        """How often it began or ceased to fail, or a search ended that no turn waited for."""
        return self._rests.changes + self._late_answers

    async def search(
        self, text: str, viewer: Viewer, settings: GatewayMemorySettings, patience_s: float | None = None
    ) -> Found:
        """Return what the tools of `settings` find for `text`, all asked at once and within `patience_s`.

        A search that takes longer goes on, so that the gateway is warm for a later one; until it has ended, its tool is
        not asked again for that agent.
        """
        most_s = settings.timeout_ms / 1000
        within_s = most_s if patience_s is None else min(most_s, patience_s)
        found = await asyncio.gather(
            *(self._search(tool, arguments(tool, text), viewer, within_s) for tool in settings.search_tools)
        )
        return Found(
            tuple(finding for each in found for finding in each.findings),
            tuple(dict.fromkeys(problem for each in found for problem in each.problems)),
        )

    async def read(
        self, path: str, viewer: Viewer, *, from_line: int, lines: int, settings: GatewayMemorySettings
    ) -> tuple[str, int | None] | None:
        """Return lines of a file and the line to go on from; None when there is none or it cannot be read now."""
        if self._rests.why(_GET, viewer.agent_id) is not None:
            return None
        args = {"path": path, "from": from_line, "lines": lines}
        outcome = await self._client.invoke(_call(_GET, args, viewer), settings.timeout_ms / 1000)
        if isinstance(outcome, Failure):
            self._rests.failed(outcome, _GET, viewer.agent_id)
            return None
        self._rests.reached()
        self._rests.answered(_GET, viewer.agent_id)
        return read_lines(outcome.body, from_line)

    async def aclose(self) -> None:
        """End what is going on and close the connections."""
        await self._late.aclose()
        await self._client.aclose()

    async def _search(
        self, tool: SearchTool, args: Mapping[str, object], viewer: Viewer, within_s: float
    ) -> Found:
        key = (tool, viewer.agent_id)
        if self._late.is_going_on(key):
            return Found((), (f"{tool}: {_BUSY}",))
        if (why := self._rests.why(*key)) is not None:
            return Found((), (why,))
        outcome = await self._late.within(key, self._ask(tool, args, viewer), within_s)
        if outcome is None:
            outcome = Failure(f"the gateway did not answer within {round(within_s * 1000)} ms")
        if isinstance(outcome, Failure):
            if outcome.scope == "tool":
                self._rests.reached()
            return Found((), (self._rests.failed(outcome, *key),))
        self._rests.reached()
        self._rests.answered(*key)
        return Found(outcome.findings)

    async def _ask(self, tool: SearchTool, args: Mapping[str, object], viewer: Viewer) -> Answer | Failure:
        reply = await self._client.invoke(_call(tool, args, viewer), _LATE_S)
        if isinstance(reply, Failure):
            return reply
        answer = read_answer(tool, reply.body)
        if answer is None:
            return _ODD
        return answer if answer.is_usable else _PAUSED

    def _came_late(self, key: tuple[str, str], outcome: Answer | Failure) -> None:
        """Mind what went wrong. An answer that was late does not make up for it: a gateway that always is must rest too."""
        self._late_answers += 1
        if isinstance(outcome, Failure):
            self._rests.failed(outcome, *key)


def _call(tool: str, args: Mapping[str, object], viewer: Viewer) -> dict[str, object]:
    return {"tool": tool, "args": args, **_asker(viewer)}


def _asker(viewer: Viewer) -> dict[str, str]:
    """Return for whom the tool is called: by the session, whose policy then holds, when it is one of the gateway's."""
    key = viewer.session_key or ""
    if key.casefold().startswith(f"agent:{viewer.agent_id.casefold()}:"):
        return {"sessionKey": key}
    return {"agentId": viewer.agent_id}
