"""The table marks each goal as met or missed."""

import pytest

from benchmarks.gateways import report
from benchmarks.gateways.measured import MeasuredTurn
from benchmarks.gateways.results import Results
from tests.benchmarks.gateways.runs import good_run, turn


def line(run: Results, label: str) -> report.Line:
    return next(row for row in report.lines(run) if row.label.startswith(label))


def test_a_good_run_meets_every_goal() -> None:
    assert [row.is_met for row in report.lines(good_run()) if row.is_met is not None] == [True] * 8


@pytest.mark.parametrize(
    ("run", "label"),
    [
        pytest.param(good_run(ours=[turn(31.0)] * 4), "in the hook, model at 0", id="too long in the hook"),
        pytest.param(
            good_run(ours=[turn(150.0)] * 4), "in the hook, model at 300", id="too long with a model"
        ),
        pytest.param(good_run(ours=[turn(calls=2)] * 4), "model calls", id="too many calls"),
        pytest.param(good_run(ours=[turn(calls=0)] * 4), "model calls", id="no calls at all"),
        pytest.param(good_run(ours=[turn(tokens=1950)] * 4), "tokens", id="too many tokens"),
        pytest.param(good_run(ours=[turn(is_right=False)] * 4), "right fact", id="fewer right facts"),
        pytest.param(good_run(after=[(460.0, 400.0)] * 3), "turn after", id="slower after a recall"),
        pytest.param(good_run(after=[(600.0, 400.0), (200.0, 400.0)]), "turn after", id="too noisy to tell"),
        pytest.param(good_run(down_ms=6.0), "in the hook, daemon stopped", id="slow without a daemon"),
        pytest.param(good_run(log_lines=2), "log lines", id="a line too many"),
        pytest.param(good_run(log_lines=0), "log lines", id="nothing said"),
    ],
)
def test_a_missed_goal_is_marked(run: Results, label: str) -> None:
    assert line(run, label).is_met is False


def test_a_turn_that_is_faster_after_a_recall_meets_the_goal() -> None:
    assert line(good_run(after=[(300.0, 400.0)] * 3), "turn after").is_met is True


def test_times_show_median_and_tail() -> None:
    run = good_run(ours=[turn(ms) for ms in (10.0, 11.0, 12.0, 150.0)])

    assert line(run, "in the hook, model at 0").ours == "11.5 ms (p95 150)"


def test_a_plugin_that_says_nothing_of_itself_has_a_dash() -> None:
    silent = [MeasuredTurn(20.0, 1.5, 400.0, None, 1, 1000, True)] * 4

    assert line(good_run(ours=silent), "– as").ours == "–"


def test_both_forms_hold_every_row() -> None:
    rows = list(report.lines(good_run()))

    assert len(report.text(rows).splitlines()) == len(rows) + 1
    assert len(report.markdown(rows).splitlines()) == len(rows) + 2
    assert len({row.count("|") for row in report.markdown(rows).splitlines()}) == 1
