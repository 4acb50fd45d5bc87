"""Measure what tracing costs a turn: processor time of everything that records it, against recorders that record nothing.

The same turn, of the shape of one that a model answered, goes through both in pairs, in one run, in turns. `on` is the
recorder with its steps, the finished record, the ring, the counters, the tally and the hand-over to the history; `off` goes through the same calls and keeps nothing. Only the event loop's own thread is counted.

`python -m benchmarks.tracing` prints the figures, `--json` one object with `tracing_us_p50`.
"""

import argparse
import asyncio
import gc
import json
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from benchmarks.figures import Figures
from recall_sidecar.deadline import SystemClock
from recall_sidecar.events import TurnEvent
from recall_sidecar.observation import Observation
from recall_sidecar.outcomes import Origin, Recalled, Source
from recall_sidecar.settings import TraceSettings
from recall_sidecar.trace import TurnRecorder
from recall_sidecar.traced import ClauseTrace, HitTrace, ModelCallTrace

__all__ = ["GOAL_US", "main", "measure"]

GOAL_US = 50.0
_TURN = TurnEvent(host="openclaw", agent_id="main", text="which tea?", session_key="agent:main:direct:42")
_STEPS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("gate", {"verdict": "Proceed"}),
    ("query", {}),
    ("cache", {"found": False}),
    ("triggers", {"near": 0, "entries": 0}),
    ("memory", {"hits": 8, "below_floor": 0, "search_ms": 4.2}),
    ("need", {"mode": "auto", "reason": "could_help", "likely": 0.98, "threshold": 0.2}),
    ("model", {"calls": 1}),
    ("verify", {"clauses": 2, "kept": 2, "check_ms": 0.7}),
    ("inject", {"kind": "summary"}),
)
_HITS = [
    HitTrace("notes", "MEMORY.md", line, line, "owner", 0.7, {"lexical": 0.7}, "Likes oolong.")
    for line in range(8)
]
_CALLS = [ModelCallTrace("openai/gpt-5-mini", "name", 800.0, 300.0, 900, 20, 0.0003, "stop", (), 5.0)]
_CLAUSES = (ClauseTrace("Likes oolong", None, (1,)), ClauseTrace("in the morning", None, (1,)))
_ENDED = Recalled("Likes oolong.", (Source("MEMORY.md", 1, 1, Origin.OWNER, 0.7, "notes"),))


class _NoRecorder:
    """Takes what a recorder takes, and keeps nothing."""

    def __init__(self, _turn: TurnEvent, _clock: SystemClock) -> None:
        self.hits: list[HitTrace] = []
        self.model_calls: list[ModelCallTrace] = []
        self.clauses: tuple[ClauseTrace, ...] = ()
        self.cache = self.query_mode = self.conversation_query = self.search_query = self.block = ""
        self.budget_ms = 0
        self._fields: dict[str, Any] = {}

    def span(self, _name: str) -> "nullcontext[dict[str, Any]]":
        return nullcontext(self._fields)

    def finish(self, _outcome: Recalled) -> None:
        return None


class _NoTracer:
    def keep(self, _trace: None) -> None:
        """Take a turn and keep nothing."""


def _turn(recorder: Any, keep: Callable[[Any], None]) -> None:  # noqa: ANN401 -- one of the two recorders
    """Do to a recorder what a turn does."""
    recorder.budget_ms, recorder.query_mode = 14_750, "recent"
    for name, facts in _STEPS:
        with recorder.span(name) as fields:
            fields.update(facts)
    recorder.cache, recorder.block = "miss", "<active_memory_plugin>Likes oolong.</active_memory_plugin>"
    recorder.conversation_query, recorder.search_query = "user: which tea?", "which tea?"
    recorder.hits, recorder.model_calls, recorder.clauses = list(_HITS), list(_CALLS), _CLAUSES
    keep(recorder.finish(_ENDED))


async def measure(folder: Path, pairs: int) -> tuple[Figures, Figures]:
    """Return the figures of the difference and of `off`, both in milliseconds, over `pairs` pairs."""
    clock = SystemClock()
    observed = Observation(folder / "history.sqlite3", TraceSettings(history=True), {}, clock)
    nothing, spent = _NoTracer(), _Spent()
    added, off = [], []
    for number in range(pairs):
        spent.begin()
        _turn(_NoRecorder(_TURN, clock), nothing.keep)
        off.append(spent.end())
        spent.begin()
        _turn(TurnRecorder(_TURN, clock, started_at=clock.monotonic()), observed.tracer.keep)
        added.append(spent.end() - off[-1])
        if number % 20 == 0:
            # The threads behind work on what they got, and are not counted.
            await asyncio.sleep(0.005)
    await observed.aclose()
    return Figures.of(added), Figures.of(off)


class _Spent:
    """Processor time of this thread."""

    def __init__(self) -> None:
        self._begun = 0

    def begin(self) -> None:
        self._begun = time.thread_time_ns()

    def end(self) -> float:
        return (time.thread_time_ns() - self._begun) / 1_000_000


def main(argv: list[str] | None = None) -> int:
    """Measure, print, and return 0 when the goal is met, 1 when not (`--json` always returns 0)."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.tracing", description="Measure what tracing costs a turn."
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    parser.add_argument("--pairs", type=int, default=4000, help="how many pairs of turns (default 4000)")
    arguments = parser.parse_args(argv)
    gc.disable()
    with tempfile.TemporaryDirectory(prefix="recall-bench-") as name:
        added, off = asyncio.run(measure(Path(name), arguments.pairs))
    if arguments.json:
        print(json.dumps({"tracing_us_p50": added.p50 * 1000, "tracing_us_p99": added.p99 * 1000}))
        return 0
    print(
        f"tracing adds {added.p50 * 1000:.1f} us a turn (p50, goal {GOAL_US:.0f}), p99 {added.p99 * 1000:.1f}"
    )
    print(f"the same calls with nothing recorded: {off.p50 * 1000:.1f} us (p50), {added.count} pairs")
    return 0 if added.p50 * 1000 <= GOAL_US else 1


if __name__ == "__main__":
    sys.exit(main())
