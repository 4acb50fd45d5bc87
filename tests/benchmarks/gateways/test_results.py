"""The figures of a run carry the promised keys and are made of the right turns."""

import json

import pytest

from benchmarks.gateways.results import Compared, tokens_per_recall
from tests.benchmarks.gateways.runs import good_run, turn

PROMISED = {
    "inhook_ratio_0", "inhook_ratio_300", "calls_median", "tokens_ratio", "facts_ours", "facts_peer",
    "next_turn_added_ms", "next_turn_added_ci", "down_p95_ms", "down_log_lines",
}  # fmt: skip


def test_every_promised_figure_is_there_and_can_be_written_as_json() -> None:
    figures = good_run().figures()

    assert figures.keys() >= PROMISED
    assert json.loads(json.dumps(figures)) == figures


def test_figures_are_those_of_the_right_side() -> None:
    figures = good_run().figures()

    assert figures["inhook_ratio_0"] == pytest.approx(21.5 / 301.5)
    assert figures["inhook_ratio_300"] == pytest.approx(321.5 / 901.5)
    assert (figures["calls_median"], figures["calls_peer_median"]) == (1, 2)
    assert figures["tokens_ratio"] == pytest.approx(1000 / 5700)
    assert (figures["facts_ours"], figures["facts_peer"], figures["facts_asked"]) == (8, 6, 8)
    assert (figures["cpu_ours_0_ms"], figures["cpu_peer_300_ms"]) == (500, 1600)
    assert figures["next_turn_added_ms"] == -1
    assert figures["next_turn_added_peer_ms"] == pytest.approx(970)


def test_the_tail_without_a_daemon_is_not_its_median() -> None:
    run = good_run()
    run.down.turns[:3] = [turn(9.0) for _ in range(3)]

    assert run.down_p95_ms == 9.0


def test_tokens_are_counted_per_recall_and_not_per_turn() -> None:
    assert tokens_per_recall([turn(calls=0, tokens=0), turn(tokens=900), turn(tokens=1100)]) == 1000


def test_tokens_of_turns_that_all_did_without_a_model_are_none() -> None:
    assert tokens_per_recall([turn(calls=0, tokens=0)]) == 0


def test_turns_of_one_question_are_compared_with_each_other() -> None:
    with pytest.raises(ValueError, match="shorter"):
        Compared([turn(), turn()], [turn()], 1.0, 1.0).ratio(lambda it: it.in_hook_ms)
