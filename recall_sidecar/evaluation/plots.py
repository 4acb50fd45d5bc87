"""Plots as inline SVG: nothing is fetched, colours come from the page, and every text is escaped. Pure."""

import html
import math
from collections.abc import Sequence
from typing import Final

from recall_sidecar.evaluation.figures import DEPTHS, Measured
from recall_sidecar.evaluation.intervals import Interval
from recall_sidecar.evaluation.roc import RocPoint

__all__ = ["latency_plot", "recall_plot", "roc_plot"]

_WIDTH: Final = 360
_HEIGHT: Final = 260
_LEFT, _TOP, _RIGHT, _BOTTOM = 48, 16, 344, 216
_TICKS: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
_BINS: Final = 24


def roc_plot(measured: Measured) -> str:
    """Return how many turns that need memory are found for how many false alarms; empty where it was not measured."""
    if not measured.roc:
        return ""
    line = " ".join(f"{_x(point.false_alarms):.1f},{_y(point.recall):.1f}" for point in measured.roc)
    alarms, missed = measured.figure("false_alarms").value, measured.figure("missed").value
    now = RocPoint(0.0, alarms or 0.0, 1 - (missed or 0.0))
    area = measured.figure("auroc").value or 0.0
    marks = [
        f'<line class="even" x1="{_x(0)}" y1="{_y(0)}" x2="{_x(1)}" y2="{_y(1)}"/>',
        f'<polyline class="curve" points="{line}"/>',
        f'<circle class="now" cx="{_x(now.false_alarms):.1f}" cy="{_y(now.recall):.1f}" r="5"/>',
        _text(_RIGHT - 4, _BOTTOM - 10, f"AUROC {area:.3f}", "end", "strong"),
        _text(_RIGHT - 4, _BOTTOM - 28, "● as it is set", "end", "now-text"),
    ]
    return _plot(
        "Need for memory",
        [*_shares_across(), *marks],
        "something told where nothing helps",
        "told where memory helps",
    )


def recall_plot(measured: Measured) -> str:
    """Return the share of expected passages by depth, with its interval; empty where it was not measured."""
    found = [measured.figure(f"recall@{depth}") for depth in DEPTHS]
    if found[0].value is None:
        return ""
    room = (_RIGHT - _LEFT) / len(found)
    marks: list[str] = []
    for at, figure in enumerate(found):
        left, value = _LEFT + at * room + room * 0.2, figure.value or 0.0
        middle = left + room * 0.3
        marks.append(
            f'<rect class="bar" x="{left:.1f}" y="{_y(value):.1f}" width="{room * 0.6:.1f}" height="{_BOTTOM - _y(value):.1f}"/>'
        )
        within = figure.interval or Interval(value, value)
        marks.append(f'<path class="whisker" d="M{middle:.1f} {_y(within.low):.1f}V{_y(within.high):.1f}"/>')
        marks.append(_text(middle, _BOTTOM + 16, f"@{DEPTHS[at]}", "middle"))
        # Above the whisker, or within the bar where there is no room.
        height = _y(within.high) - 6 if within.high < 0.93 else _y(within.low) + 16
        marks.append(_text(middle, height, f"{value:.0%}", "middle", "on-bar"))
    return _plot("Expected passages found", [*_rows(), *marks], "among the first hits", "share found")


def latency_plot(measured: Measured) -> str:
    """Return how long turns took; empty without a turn."""
    times = [max(each.elapsed_ms, 0.01) for each in measured.judged]
    if not times:
        return ""
    low, high = math.floor(math.log10(min(times))), math.ceil(math.log10(max(times)) + 1e-9)
    high = max(high, low + 1)
    counts = [0] * _BINS
    for time in times:
        counts[min(int((math.log10(time) - low) / (high - low) * _BINS), _BINS - 1)] += 1
    width = (_RIGHT - _LEFT) / _BINS
    marks = [
        f'<rect class="bar" x="{_LEFT + at * width:.1f}" y="{_y(count / max(counts)):.1f}" width="{width - 1:.1f}" '
        f'height="{_BOTTOM - _y(count / max(counts)):.1f}"/>'
        for at, count in enumerate(counts)
        if count
    ]
    ticks = [
        _text(_x((power - low) / (high - low)), _BOTTOM + 16, f"{10.0**power:g}", "middle")
        for power in range(low, high + 1)
    ]
    most = _text(_LEFT - 6, _TOP + 4, str(max(counts)), "end")
    return _plot(
        "Time of a turn", [_frame(), *marks, *ticks, most], "milliseconds, in powers of ten", "turns"
    )


def _shares_across() -> list[str]:
    across = [_text(_x(share), _BOTTOM + 16, f"{share:.0%}", "middle") for share in _TICKS]
    return [*_rows(), *across]


def _rows() -> list[str]:
    lines = [f'<path class="grid" d="M{_LEFT} {_y(share):.1f}H{_RIGHT}"/>' for share in _TICKS]
    return [*lines, *(_text(_LEFT - 6, _y(share) + 4, f"{share:.0%}", "end") for share in _TICKS)]


def _frame() -> str:
    return f'<path class="grid" d="M{_LEFT} {_BOTTOM}H{_RIGHT}"/>'


def _plot(title: str, marks: Sequence[str], across: str, up: str) -> str:
    middle = (_TOP + _BOTTOM) / 2
    labels = [
        _text((_LEFT + _RIGHT) / 2, _HEIGHT - 8, across, "middle", "axis"),
        f'<text class="axis" x="12" y="{middle}" text-anchor="middle" transform="rotate(-90 12 {middle})">{html.escape(up)}</text>',
    ]
    body = "\n".join([*marks, *labels])
    return (
        f'<figure><figcaption>{html.escape(title)}</figcaption><svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'aria-label="{html.escape(title)}">\n{body}\n</svg></figure>'
    )


def _text(x: float, y: float, words: str, anchor: str, kind: str = "tick") -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{html.escape(words)}</text>'


def _x(share: float) -> float:
    return _LEFT + share * (_RIGHT - _LEFT)


def _y(share: float) -> float:
    return _BOTTOM - share * (_BOTTOM - _TOP)
