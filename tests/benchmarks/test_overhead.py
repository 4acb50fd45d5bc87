"""The benchmark of our own share runs and says everything it promises; how fast anything is, is not judged here."""

import json
import math
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.figures import Figures
from benchmarks.rows import Row, table

ROOT = Path(__file__).parents[2]
PROMISED = {
    "skip_9kb_ratio", "skip_107kb_ratio", "hit_ratio", "miss_p50_ms", "miss_p99_ms", "model_added_p50_ms",
    "model_added_p99_ms", "overshoot_max_ms", "loop_gap_max_ms", "listening_s", "model_ready_s", "rss_daemon_mb",
    "rss_worker_mb",
}  # fmt: skip


@pytest.mark.timeout(300)
def test_a_quick_run_prints_one_json_object_with_every_figure() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "benchmarks.overhead", "--quick", "--json"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert ran.returncode == 0, ran.stderr
    figures = json.loads(ran.stdout)
    assert figures.keys() >= PROMISED
    assert all(math.isfinite(value) for value in figures.values())
    # A difference of two calls, and an answer before its budget was over, may be below nothing.
    differences = {"model_added_p50_ms", "model_added_p99_ms", "overshoot_max_ms"}
    assert all(value > 0 for key, value in figures.items() if key not in differences)


@pytest.mark.parametrize(
    ("goal", "mark"),
    [
        pytest.param(10.0, "✓", id="a goal that is met"),
        pytest.param(9.0, "✗", id="a goal that is missed"),
        pytest.param(None, " ", id="a figure without a goal"),
    ],
)
def test_a_row_says_whether_its_goal_is_met(goal: float | None, mark: str) -> None:
    row = Row("miss_p50_ms", "miss", 10.0, "ms", goal)

    assert table([row]).startswith(f"{mark} miss")


def test_figures_are_taken_from_the_ordered_times() -> None:
    figures = Figures.of([float(time) for time in range(100, 0, -1)])

    assert (figures.count, figures.p50, figures.p95, figures.p99, figures.largest) == (
        100,
        51.0,
        96.0,
        100.0,
        100.0,
    )
