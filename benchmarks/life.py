"""Measurements of the process: how it starts, how large it is, and how long its event loop ever stands still."""

import statistics
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path

import psutil

from benchmarks import processes
from benchmarks.bodies import GROUP, TurnBodies, direct
from benchmarks.corpus import fact_question, unanswered_question
from benchmarks.house import ANSWERING, NO_MODEL, House, build_home, script
from benchmarks.processes import ROOT, Daemon
from benchmarks.scale import Scale
from benchmarks.ticking import gaps

__all__ = ["LoopGaps", "Sizes", "Starts", "help_ratio", "loop_gaps", "sizes", "starts"]

_MB = 1024 * 1024
_TURNS_A_SECOND = 40
_LONG_MS = 50


@dataclass(frozen=True, slots=True)
class Starts:
    """Seconds from the start of the process, the median of several."""

    listening_s: float
    answering_s: float
    model_ready_s: float


@dataclass(frozen=True, slots=True)
class Sizes:
    """Resident megabytes."""

    daemon_mb: float
    worker_mb: float


@dataclass(frozen=True, slots=True)
class LoopGaps:
    """Gaps of the daemon's loop by phase, and of an empty loop in the same time.

    `start`, `load` and `bare` are the longest in milliseconds; `long` and `long_bare` count those over the goal.
    """

    start: float
    load: float
    bare: float
    long: int
    long_bare: int
    indexed_mb: float
    indexing_s: float


def starts(folder: Path, scale: Scale) -> Starts:
    """Start the daemon a few times, with its notes read already."""
    home = build_home(folder / "starts", passages=min(scale.passages, 1000), provider_port=9)
    with processes.daemon(home) as first:
        first.wait_until_ready("memory")
    listening: list[float] = []
    answering: list[float] = []
    ready: list[float] = []
    for _ in range(scale.starts):
        with processes.daemon(home) as running:
            listening.append(running.listening_s)
            answering.append(running.answering_s)
            ready.append(running.wait_until_ready("model", step_s=0.05))
    return Starts(*(statistics.median(times) for times in (listening, answering, ready)))


def sizes(house: House) -> Sizes:
    """Return what daemon and worker hold now."""
    process = psutil.Process(house.daemon.process.pid)
    workers = process.children(recursive=True)
    return Sizes(
        process.memory_info().rss / _MB,
        max((child.memory_info().rss / _MB for child in workers), default=0.0),
    )


def help_ratio() -> tuple[float, float]:
    """Return the milliseconds that `--help` and an interpreter with nothing to do take, the medians of several."""
    shown: list[float] = []
    bare: list[float] = []
    for _ in range(7):
        bare.append(_timed([sys.executable, "-c", "pass"]))
        shown.append(_timed([sys.executable, "-m", "recall_sidecar", "--help"]))
    return statistics.median(shown), statistics.median(bare)


def loop_gaps(folder: Path, scale: Scale) -> LoopGaps:
    """Run a fresh daemon with a ticker while it reads its notes and answers turns."""
    report, bare_report = folder / "gaps.json", folder / "bare-gaps.json"
    with processes.provider(folder, script()) as port, processes.idle_loop(bare_report):
        home = build_home(folder / "loop", passages=scale.loop_passages, provider_port=port)
        indexed_mb = sum(file.stat().st_size for file in (home / "notes").rglob("*.md")) / _MB
        begun = time.monotonic()
        with processes.daemon(home, ticks=report) as running:
            answered_at = time.monotonic()
            stopping = threading.Event()
            load = threading.Thread(target=_load, args=(running, scale, stopping))
            load.start()
            try:
                running.wait_until_ready("memory", step_s=0.1)
                indexed_at = time.monotonic()
                if scale.waits_for_model:
                    running.wait_until_ready("model", step_s=0.1)
                ready_at = time.monotonic()
                time.sleep(scale.load_s)
            finally:
                stopping.set()
                load.join()
            ended_at = time.monotonic()
    return LoopGaps(
        start=_longest(report, answered_at, ready_at),
        load=_longest(report, ready_at, ended_at),
        bare=_longest(bare_report, begun, ended_at),
        long=_long(report, answered_at, ended_at),
        long_bare=_long(bare_report, answered_at, ended_at),
        indexed_mb=indexed_mb,
        indexing_s=indexed_at - begun,
    )


def _load(running: Daemon, scale: Scale, stopping: threading.Event) -> None:
    """Send turns of every kind at a steady pace."""
    skipped = TurnBodies(GROUP, messages=230, chars=390)
    asked = TurnBodies(direct(ANSWERING), messages=20, chars=360)
    plain = TurnBodies(direct(NO_MODEL), messages=20, chars=360)
    number = 0
    with running.connect() as connection:
        while not stopping.wait(1 / _TURNS_A_SECOND):
            number += 1
            fact = fact_question(number % (scale.loop_passages // 10))
            if number % 20 == 0:
                connection.turn(asked.next(fact))
            elif number % 3 == 0:
                connection.turn(skipped.next())
            elif number % 3 == 1:
                connection.turn(plain.next(fact))
            else:
                connection.turn(asked.next(unanswered_question(number)))


def _longest(report: Path, begun: float, ended: float) -> float:
    # Gaps below 10 ms are not told.
    return max(_gaps(report, begun, ended), default=10.0)


def _long(report: Path, begun: float, ended: float) -> int:
    return sum(gap > _LONG_MS for gap in _gaps(report, begun, ended))


def _gaps(report: Path, begun: float, ended: float) -> list[float]:
    """Return the gaps that ended in that time."""
    return [gap for at, gap in gaps(report) if begun <= at <= ended]


def _timed(command: list[str]) -> float:
    begun = time.perf_counter()
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return (time.perf_counter() - begun) * 1000
