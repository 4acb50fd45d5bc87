"""The two that are compared: a gateway with the bundled active-memory, and one with our plugin and daemon."""

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path

import psutil

from benchmarks.gateways.measured import Marks, MeasuredTurn, marks_of, measure
from tests.e2e.calls import Caller, over_unix
from tests.e2e.installation import Daemon, Installation, stopped
from tests.openclaw.client import GatewayClient
from tests.openclaw.facts import Fact
from tests.openclaw.gateway import PLUGIN, Gateway
from tests.openclaw.provider import Provider
from tests.waiting import until

__all__ = ["Ours", "Peer", "Side"]

_PEER_SAID = re.compile(r"active-memory: .* done status=\S+ elapsedMs=(\d+)")
# No turn is about it, so nothing recalls it.
_NO_FACT = "\0"


@dataclass
class Side(ABC):
    """A gateway, a connection to it, the provider behind it, and the file its stopwatch writes to."""

    gateway: Gateway
    client: GatewayClient
    provider: Provider
    marks_file: Path

    @property
    @abstractmethod
    def off(self) -> str:
        """The command that switches recall off in a session."""

    @abstractmethod
    async def own_ms(self, run_id: str, printed: list[str]) -> float | None:
        """Return what the recall plugin says that it took in this run; `printed` is what the gateway wrote meanwhile."""

    def processes(self) -> list[psutil.Process]:
        """Return every process of this side that runs now, the provider left out."""
        assert self.gateway.process is not None  # noqa: S101 -- it runs as long as the rig
        return _with_children(self.gateway.process.pid)

    def cpu_ms(self) -> float:
        """Return the CPU time that the processes of this side have taken so far."""
        return sum(_cpu_ms(process) for process in self.processes())

    async def turn(self, message: str, session: str, *, fact: Fact | None = None) -> MeasuredTurn:
        """Take a turn and return what it came to; it is right when the agent was told `fact`."""
        before, printed = await self.provider.count(), self.line_count()
        turn = await self.client.turn(message, session)
        assert turn.state == "final", turn  # noqa: S101 -- nothing else can be measured
        requests = await self.provider.requests(after=before)
        marks = await self._marks(turn.run_id)
        own = await self.own_ms(turn.run_id, self.gateway.log.splitlines()[printed:])
        return measure(turn.sent_at, requests, marks, fact=fact.text if fact else _NO_FACT, own_ms=own)

    def line_count(self) -> int:
        """Return how many lines the gateway has printed."""
        return len(self.gateway.log.splitlines())

    async def switch_off(self, session: str) -> None:
        """Switch recall off in that session."""
        turn = await self.client.turn(self.off, session)
        assert " off for this session" in turn.text, turn.text  # noqa: S101 -- else the wrong thing is measured

    async def _marks(self, run_id: str) -> Marks:
        """Wait for what the stopwatch wrote of that run."""
        found: dict[str, Marks] = {}

        def written() -> bool:
            if self.marks_file.exists():
                found.update(marks_of(self.marks_file.read_text("utf-8").splitlines()))
            return run_id in found

        await until(written, within_s=10)
        return found[run_id]


@dataclass
class Peer(Side):
    """The bundled active-memory."""

    off = "/active-memory off"

    async def own_ms(self, run_id: str, printed: list[str]) -> float | None:
        """Read its log."""
        del run_id
        said = [found for line in printed if (found := _PEER_SAID.search(line))]
        return float(said[-1][1]) if said else None


@dataclass
class Ours(Side):
    """Our plugin, and the daemon that it asks."""

    installation: Installation
    daemon: Daemon

    off = "/recall off"

    async def own_ms(self, run_id: str, printed: list[str]) -> float | None:
        """Ask the daemon for its trace of the run."""
        del printed
        if self.daemon.process.poll() is not None:
            return None
        async with over_unix(self.installation.paths) as caller:
            return await _elapsed(caller, run_id)

    def processes(self) -> list[psutil.Process]:
        """As for any side, with the daemon and its model worker."""
        return [*super().processes(), *_with_children(self.daemon.pid)]

    def resident_mb(self) -> float:
        """Return what daemon and model worker hold."""
        resident: int = sum(process.memory_info().rss for process in _with_children(self.daemon.pid))
        return resident / (1024 * 1024)

    async def stop_daemon(self) -> None:
        """Stop the daemon as an operator does."""
        await stopped(self.daemon)

    def plugin_lines(self, since: int) -> list[str]:
        """Return what our plugin wrote into the gateway's log from the line numbered `since` on."""
        return self.gateway.log_lines(PLUGIN, since=since)


def _with_children(pid: int) -> list[psutil.Process]:
    process = psutil.Process(pid)
    return [process, *process.children(recursive=True)]


def _cpu_ms(process: psutil.Process) -> float:
    try:
        times = process.cpu_times()
    except psutil.NoSuchProcess:
        # Children that ended are counted by their parent.
        return 0.0
    return float(times.user + times.system + times.children_user + times.children_system) * 1000


async def _elapsed(caller: Caller, run_id: str) -> float | None:
    traces = (await caller.get("/v1/traces", params={"limit": "5"})).body["traces"]
    return next((float(trace["elapsedMs"]) for trace in traces if trace["runId"] == run_id), None)
