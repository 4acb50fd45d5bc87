"""A 5 ms ticker that tells how long an event loop could not run: in the daemon's loop, or in one that does nothing.

`python -m benchmarks.ticking REPORT [HOME]` runs the daemon of HOME until SIGTERM, or without HOME an empty loop, and
writes when each longer gap ended (monotonic seconds) and how long it was (milliseconds) to REPORT, a line each, at once.
"""

import asyncio
import json
import signal
import sys
import time
from dataclasses import replace
from pathlib import Path

from recall_sidecar import daemon, logs
from recall_sidecar.assembly import Assembly
from recall_sidecar.deadline import SystemClock
from recall_sidecar.instance import Instance
from recall_sidecar.paths import Paths
from recall_sidecar.serving import Job, Parts
from recall_sidecar.settings.live import LiveSettings
from recall_sidecar.settings.load import process_environment

_TICK_S = 0.005
_WORTH_TELLING_S = 0.010


async def tick(report: Path) -> None:
    """Tick until cancelled, and report on the way: a process that is killed writes nothing at its end."""
    last = time.monotonic()
    with report.open("w", encoding="utf-8", buffering=1) as told:
        while True:
            await asyncio.sleep(_TICK_S)
            now = time.monotonic()
            if now - last > _WORTH_TELLING_S:
                told.write(f"{json.dumps((now, (now - last) * 1000))}\n")
                now = time.monotonic()
            last = now


def gaps(report: Path) -> list[tuple[float, float]]:
    """Return when each gap of a report ended, and how long it was."""
    # The last line of a process that was killed may be half a line.
    lines = [line for line in report.read_text(encoding="utf-8").splitlines() if line.endswith("]")]
    return [(at, gap) for at, gap in map(json.loads, lines)]


def run_daemon(report: Path, home: Path) -> int:
    """Be the daemon of `home`, as `recall-sidecar serve` is, with the ticker as one job more."""
    logs.to_stream()
    paths = Paths.below(home)
    environment = process_environment()
    settings = LiveSettings(paths, environment, {"server.port": 0})
    assembly = Assembly(paths, settings, environment, SystemClock())

    def build(instance: Instance) -> Parts:
        parts = assembly.parts(instance)
        return replace(parts, jobs=(Job(name="ticker", first=lambda: tick(report)), *parts.jobs))

    return daemon.run(paths, settings.base.server, build, environment=environment)


async def idle(report: Path) -> None:
    """Tick in a loop that has nothing else to do, until SIGTERM."""
    stopped = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopped.set)
    async with asyncio.TaskGroup() as tasks:
        ticking = tasks.create_task(tick(report))
        await stopped.wait()
        ticking.cancel()


if __name__ == "__main__":
    if len(sys.argv) > 2:
        sys.exit(run_daemon(Path(sys.argv[1]), Path(sys.argv[2])))
    asyncio.run(idle(Path(sys.argv[1])))
