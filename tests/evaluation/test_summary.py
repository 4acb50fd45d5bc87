"""A run in the terminal, and for programs."""

import json
from dataclasses import replace

from recall_sidecar.evaluation.about import About
from recall_sidecar.evaluation.figures import FIGURES, measure
from recall_sidecar.evaluation.summary import as_json, as_text
from tests.evaluation.turns import judged

ABOUT = About("cases", "2026-12-01 16:00 UTC", "0.1.0", "none", "your own", str)


def test_the_terminal_shows_what_was_measured_and_names_the_rest() -> None:
    shown = as_text(measure((judged({"expect": [{"text": "oolong"}]}),)), ABOUT)

    assert "recall@5                100.0%" in shown
    assert "No case measures auroc, false_alarms" in shown
    assert "1 case  expected" in shown
    assert shown.endswith("Nothing went wrong.")


def test_the_terminal_names_the_first_cases_that_went_wrong() -> None:
    shown = as_text(measure([judged({"expect": "nothing"})] * 22), ABOUT)

    assert "Went wrong: 22 of 22" in shown
    assert shown.count("  a: something was told where nothing helps") == 20
    assert shown.endswith("and 2 more; --html and --markdown name them")


def test_every_figure_has_a_value_even_where_nothing_is_left_out() -> None:
    measured = measure(
        (judged({"expect": "nothing", "canaries": ["oolong"]}), judged({"expect": "something"}))
    )

    told = json.loads(json.dumps(as_json(measured, ABOUT, ["leaks is 1"])))

    assert set(told["figures"]) == set(FIGURES)
    assert told["wrong"] == [
        {"id": "a", "faults": ["an order was told with authority", "something was told where nothing helps"]}
    ]
    assert told["missed"] == ["leaks is 1"]
    assert told["roc"] == [{"threshold": 0.72, "falseAlarms": 1.0, "recall": 1.0}]


def test_a_run_that_measures_everything_names_nothing_that_is_missing() -> None:
    measured = measure((judged({"expect": "nothing"}),))
    whole = replace(measured, figures=tuple(figure for figure in measured.figures if figure.of))

    shown = as_text(whole, ABOUT)

    assert "No case measures" not in shown
    assert shown.endswith("Went wrong: 1 of 1\n  a: something was told where nothing helps")
