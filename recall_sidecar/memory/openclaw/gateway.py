"""The gateway as a place to look: asks its tools, minds what failed, and never raises for what it does."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

from recall_sidecar.deadline import Clock
from recall_sidecar.memory.openclaw.answers import Finding, arguments, read_answer, read_lines
from recall_sidecar.memory.openclaw.client import GatewayClient
from recall_sidecar.memory.openclaw.failures import Failure, Reply, Rests
from recall_sidecar.memory.port import Viewer
from recall_sidecar.settings import GatewayMemorySettings
from recall_sidecar.settings.gateway import SearchTool

__all__ = ["Found", "Gateway"]

_GET = "memory_get"
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

    @property
    def problems(self) -> tuple[str, ...]:
        """What failed last and has not succeeded since."""
        return self._rests.problems

    @property
    def changes(self) -> int:
        """How often it began or ceased to fail."""
        return self._rests.changes

    async def search(
        self, text: str, viewer: Viewer, settings: GatewayMemorySettings, patience_s: float | None = None
    ) -> Found:
        """Return what the tools of `settings` find for `text`, all asked at once and within `patience_s`."""
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
        outcome = await self._call(
            _GET, {"path": path, "from": from_line, "lines": lines}, viewer, settings.timeout_ms / 1000
        )
        if isinstance(outcome, str):
            return None
        self._rests.answered(_GET, viewer.agent_id)
        return read_lines(outcome.body, from_line)

    async def aclose(self) -> None:
        """Close the connections."""
        await self._client.aclose()

    async def _search(
        self, tool: SearchTool, args: Mapping[str, object], viewer: Viewer, within_s: float
    ) -> Found:
        outcome = await self._call(tool, args, viewer, within_s)
        if isinstance(outcome, str):
            return Found((), (outcome,))
        answer = read_answer(tool, outcome.body)
        if answer is None or not answer.is_usable:
            why = self._rests.failed(_ODD if answer is None else _PAUSED, tool, viewer.agent_id)
            return Found((), (why,))
        self._rests.answered(tool, viewer.agent_id)
        return Found(answer.findings)

    async def _call(
        self, tool: str, args: Mapping[str, object], viewer: Viewer, within_s: float
    ) -> Reply | str:
        """Return the answer of a tool, or in words why there is none."""
        if (why := self._rests.why(tool, viewer.agent_id)) is not None:
            return why
        outcome = await self._client.invoke({"tool": tool, "args": args, **_asker(viewer)}, within_s)
        if isinstance(outcome, Failure):
            return self._rests.failed(outcome, tool, viewer.agent_id)
        self._rests.reached()
        return outcome


def _asker(viewer: Viewer) -> dict[str, str]:
    """Return for whom the tool is called: by the session, whose policy then holds, when it is one of the gateway's."""
    key = viewer.session_key or ""
    if key.casefold().startswith(f"agent:{viewer.agent_id.casefold()}:"):
        return {"sessionKey": key}
    return {"agentId": viewer.agent_id}
