"""A run as a table, for a terminal and for a page, with the goal beside each figure."""

import statistics
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from benchmarks.figures import Figures
from benchmarks.gateways.intervals import Interval, added
from benchmarks.gateways.measured import MeasuredTurn
from benchmarks.gateways.results import (
    Compared,
    Results,
    calls,
    in_hook,
    median,
    rights,
    to_main,
    tokens_per_recall,
)

__all__ = ["Line", "lines", "markdown", "text"]

_HEAD = ("", "bundled active-memory", "ours", "ours against theirs", "goal", "met")
_IN_HOOK_GOALS = {0: 0.1, 300: 0.45}
_TOKENS_GOAL = 1 / 3
_DOWN_GOAL_MS = 5.0
# A measurement that could not have seen a tenth of a second proves nothing.
_NARROW_MS = 100.0


@dataclass(frozen=True, slots=True)
class Line:
    """One row; `is_met` is None where there is no goal."""

    label: str
    peer: str
    ours: str
    against: str = ""
    goal: str = ""
    is_met: bool | None = None

    @property
    def cells(self) -> tuple[str, ...]:
        """The row's cells, in the order of the head."""
        mark = {True: "✓", False: "✗", None: ""}[self.is_met]
        return self.label, self.peer, self.ours, self.against, self.goal, mark


def lines(run: Results) -> Iterator[Line]:
    """Yield the rows."""
    for latency_ms, both in run.compared.items():
        yield from _compared(latency_ms, both)
    peer, ours = median(run.peer, calls), median(run.ours, calls)
    yield Line("model calls per turn", f"{peer:g}", f"{ours:g}", "", "1", ours == 1)
    peer, ours = tokens_per_recall(run.peer), tokens_per_recall(run.ours)
    yield Line(
        "tokens per recall", f"{peer:.0f}", f"{ours:.0f}", f"× {ours / peer:.2f}", "× 1/3",
        ours / peer <= _TOKENS_GOAL,
    )  # fmt: skip
    yield Line(
        "right fact in the prompt",
        f"{rights(run.peer)} of {len(run.peer)}",
        f"{rights(run.ours)} of {len(run.ours)}",
        "",
        "as many",
        rights(run.ours) >= rights(run.peer),
    )
    yield from _after(run)
    yield from _down(run)
    yield Line("resident beside the gateway", "0 MB", f"{run.resident_mb:.0f} MB")


def _compared(latency_ms: int, both: Compared) -> Iterator[Line]:
    def line(label: str, of: Callable[[MeasuredTurn], float], goal: float | None = None) -> Line:
        found = both.ratio(of)
        peer, ours = (_times([of(turn) for turn in turns]) for turns in (both.peer, both.ours))
        return Line(
            f"{label}, model at {latency_ms} ms",
            peer,
            ours,
            f"× {found.value:.3g} ({found})",
            "" if goal is None else f"× {goal:g}",
            None if goal is None else found.value <= goal,
        )

    yield line("in the hook", in_hook, _IN_HOOK_GOALS.get(latency_ms))
    own = [[turn.own_ms for turn in turns if turn.own_ms is not None] for turns in (both.peer, both.ours)]
    yield Line("– as the plugin itself says", _times(own[0]), _times(own[1]))
    ordinary = [[turn.ordinary_ms for turn in turns] for turns in (both.peer, both.ours)]
    yield Line("ordinary phase, where nobody recalls", _times(ordinary[0]), _times(ordinary[1]))
    yield line("sent to main request", to_main)
    yield Line(
        "CPU of a turn, all processes",
        f"{both.cpu_peer_ms:.0f} ms",
        f"{both.cpu_ours_ms:.0f} ms",
        f"× {both.cpu_ours_ms / both.cpu_peer_ms:.3g}",
    )


def _after(run: Results) -> Iterator[Line]:
    ours, peer = added(run.next_ours.pairs), added(run.next_peer.pairs)
    yield Line(
        "turn after a recall, added",
        _added(peer, len(run.next_peer.pairs)),
        _added(ours, len(run.next_ours.pairs)),
        "",
        "nothing",
        ours.low <= 0 and ours.high <= _NARROW_MS,
    )
    yield Line("in the hook, recall off", _times(run.next_peer.in_hook_ms), _times(run.next_ours.in_hook_ms))


def _down(run: Results) -> Iterator[Line]:
    goal = f"p95 {_DOWN_GOAL_MS:g} ms"
    times = _times([turn.in_hook_ms for turn in run.down.turns])
    yield Line("in the hook, daemon stopped", "", times, "", goal, run.down_p95_ms <= _DOWN_GOAL_MS)
    count = len(run.down.log_lines)
    yield Line(f"log lines in these {len(run.down.turns)} turns", "", f"{count}", "", "1", count == 1)


def _times(times_ms: Sequence[float]) -> str:
    if not times_ms:
        return "–"
    p95 = Figures.of(list(times_ms)).p95
    return f"{_short(statistics.median(times_ms))} ms (p95 {_short(p95)})"


def _short(ms: float) -> str:
    return f"{ms:.0f}" if ms >= 100 else f"{ms:.1f}"


def _added(found: Interval, pairs: int) -> str:
    return f"{found.value:+.0f} ms (95 %: {found.low:+.0f} to {found.high:+.0f}; {pairs} pairs)"


def text(rows: Sequence[Line]) -> str:
    """Return the table for a terminal."""
    table = [_HEAD, *(row.cells for row in rows)]
    widths = [max(len(cells[column]) for cells in table) for column in range(len(_HEAD))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip()
        for cells in table
    )


def markdown(rows: Sequence[Line]) -> str:
    """Return the table for a page."""
    table = [_HEAD, tuple("---" for _ in _HEAD), *(row.cells for row in rows)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in table)
