"""Measure our own share of a turn beside a bare aiohttp echo, in one run, against the budgets of the design.

`python -m benchmarks.overhead` prints a table, `--json` one JSON object, `--quick` measures little of everything and
`--only NAME` one thing (repeatable). Figures of a busy machine are noise: trust ratios, and runs of a quiet hour.
"""

import argparse
import gc
import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks import life, turns
from benchmarks.house import House, house
from benchmarks.rows import Row, table
from benchmarks.scale import FULL, QUICK, Scale

Measured = Iterator[Row]


def skip(at: House, scale: Scale) -> Measured:
    """Turns that the gate refuses, small and large."""
    for name, messages, chars, goal in (("9kb", 20, 360, 2.5), ("107kb", 230, 390, 4.0)):
        size, (ours, echo) = turns.skip(at, scale, messages=messages, chars=chars)
        label = f"gate says no, {size / 1024:.0f} KB"
        yield Row(f"skip_{name}_ratio", label, ours.p50 / echo.p50, "x echo", goal, ours, echo)


def hit(at: House, scale: Scale) -> Measured:
    """A question answered before."""
    ours, echo = turns.hit(at, scale)
    yield Row("hit_ratio", "cache hit", ours.p50 / echo.p50, "x echo", 3.0, ours, echo)


def miss(at: House, scale: Scale) -> Measured:
    """Questions without an answer in memory."""
    ours, echo = turns.miss(at, scale)
    yield Row("miss_p50_ms", f"miss in {scale.passages} passages, p50", ours.p50, "ms", 12.0, ours, echo)
    yield Row("miss_p99_ms", "miss, p99", ours.p99, "ms", 35.0)


def extract(at: House, scale: Scale) -> Measured:
    """Questions that an extract answers."""
    ours, echo = turns.extract(at, scale)
    yield Row("extract_p50_ms", "extract, no model, p50", ours.p50, "ms", None, ours, echo)
    yield Row("extract_p99_ms", "extract, p99", ours.p99, "ms")


def model(at: House, scale: Scale) -> Measured:
    """Turns that a model answers."""
    (ours, straight), added = turns.model_path(at, scale)
    yield Row(
        "model_added_p50_ms", "added to the model's round trip, p50", added.p50, "ms", 30.0, ours, straight
    )
    yield Row("model_added_p99_ms", "added, p99", added.p99, "ms", 80.0, added)


def overshoot(at: House, scale: Scale) -> Measured:
    """Turns whose model hangs."""
    late = turns.overshoot(at, scale)
    label = f"answer after the budget, {late.count} turns, longest"
    yield Row("overshoot_max_ms", label, late.largest, "ms", 50.0, late)


def memory(at: House, scale: Scale) -> Measured:
    """What the processes hold; last, after everything else was asked of them."""
    del scale
    held = life.sizes(at)
    yield Row("rss_daemon_mb", "resident: daemon", held.daemon_mb, "MB", 80.0)
    yield Row("rss_worker_mb", "resident: model worker", held.worker_mb, "MB", 240.0)


def start(folder: Path, scale: Scale) -> Measured:
    """Times of starting."""
    took = life.starts(folder, scale)
    yield Row("listening_s", "listening after start", took.listening_s, "s", 0.5)
    yield Row("answering_s", "/healthz answered after start", took.answering_s, "s")
    yield Row("model_ready_s", "model ready after start", took.model_ready_s, "s", 7.0)


def loop(folder: Path, scale: Scale) -> Measured:
    """Gaps of the event loop."""
    gaps = life.loop_gaps(folder, scale)
    note = (
        f"start {gaps.start:.0f}, load {gaps.load:.0f}; over 50 ms: {gaps.long}, empty loop {gaps.long_bare}"
    )
    yield Row("loop_gap_max_ms", "longest event-loop gap", max(gaps.start, gaps.load), "ms", 50.0, note=note)
    yield Row("loop_gap_bare_ms", "the same in an empty loop", gaps.bare, "ms")
    yield Row("indexing_s", f"indexing {gaps.indexed_mb:.1f} MB, under load", gaps.indexing_s, "s")


def help_text(folder: Path, scale: Scale) -> Measured:
    """The command line's own start."""
    del folder, scale
    shown, bare = life.help_ratio()
    yield Row("help_ms", "--help", shown, "ms", 3 * bare + 100, note=f"bare interpreter {bare:.0f} ms")


_IN_HOUSE: dict[str, Callable[[House, Scale], Measured]] = {
    "skip": skip, "hit": hit, "miss": miss, "extract": extract, "model": model, "overshoot": overshoot, "memory": memory,
}  # fmt: skip
_APART: dict[str, Callable[[Path, Scale], Measured]] = {"start": start, "loop": loop, "help": help_text}


def measure(wanted: set[str], scale: Scale) -> Measured:
    """Yield the rows of what is wanted, as they are measured."""
    gc.disable()
    with tempfile.TemporaryDirectory(prefix="recall-bench-") as name:
        folder = Path(name)
        for what, apart in _APART.items():
            if what in wanted:
                _say(f"measuring {what} ...")
                yield from apart(folder, scale)
        inside = [what for what in _IN_HOUSE if what in wanted]
        if inside:
            _say("starting the daemon and reading the notes ...")
            needs_model = bool({"hit", "model", "overshoot", "memory"} & wanted)
            with house(folder, passages=scale.passages, needs_model=needs_model) as at:
                for what in inside:
                    _say(f"measuring {what} ...")
                    yield from _IN_HOUSE[what](at, scale)


def main(argv: list[str] | None = None) -> int:
    """Measure, print, and return 0 when every goal is met, 1 when not (`--json` and `--quick` always return 0)."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.overhead", description="Measure our own share of a turn."
    )
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object and nothing else on stdout"
    )
    parser.add_argument(
        "--quick", action="store_true", help="measure little: to see that it works, not how fast it is"
    )
    names = [*_IN_HOUSE, *_APART]
    parser.add_argument(
        "--only", action="append", choices=names, metavar="NAME", help=f"one of {', '.join(names)}"
    )
    arguments = parser.parse_args(argv)
    rows = []
    for row in measure(set(arguments.only or names), QUICK if arguments.quick else FULL):
        rows.append(row)
        _say("\n".join(row.lines()))
    if arguments.json:
        print(json.dumps({row.key: round(row.value, 3) for row in rows}))
        return 0
    print(table(rows))
    return 0 if arguments.quick or all(row.is_met is not False for row in rows) else 1


def _say(text: str) -> None:
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main())
