"""Figures are made of the cases that they concern, and of no others."""

from dataclasses import replace
from typing import Any

import pytest

from recall_sidecar.evaluation.figures import FIGURES, measure
from recall_sidecar.evaluation.judged import Judged
from recall_sidecar.trace import Span
from tests.evaluation.turns import judged
from tests.turns import turn

SILENT: dict[str, Any] = {
    "status": "empty",
    "block": "",
    "summary": "",
    "trust": None,
    "model_calls": (),
    "hits": (),
}


def _value(name: str, *cases: Judged) -> tuple[float | None, int]:
    figure = measure(cases).figure(name)
    return figure.value, figure.of


def test_without_a_case_there_is_no_figure() -> None:
    measured = measure(())

    assert {figure.value for figure in measured.figures if figure.name not in {"calls", "cost"}} == {None}
    assert (measured.roc, measured.outcomes) == ((), ())
    assert len(set(FIGURES)) == len(FIGURES)


def test_recall_by_depth() -> None:
    second = replace(turn().hits[0], path="b.md", text="piano")
    found = judged({"expect": [{"text": "piano"}, {"text": "oolong"}]}, hits=(second, turn().hits[0]))
    lost = judged({"expect": [{"text": "violin"}]})

    assert _value("recall@1", found, lost, judged({})) == (0.25, 2)
    assert _value("recall@3", found, lost) == (0.5, 2)
    assert _value("right", found, lost) == (0.5, 2)


def test_need_is_told_by_evidence_where_nothing_weighs_it() -> None:
    worthy, other = judged({"expect": "something"}), judged({"expect": "nothing"}, **SILENT)

    measured = measure((worthy, other))

    assert (measured.scored_by, measured.figure("auroc").value) == ("score of the best hit", 1.0)
    assert _value("false_alarms", worthy, other, judged({"expect": "nothing"})) == (0.5, 2)
    assert _value("missed", worthy, judged({"expect": "something"}, **SILENT)) == (0.5, 2)


def test_need_is_told_by_its_likelihood_where_there_is_one() -> None:
    def weighed(likely: float, expect: str) -> Judged:
        return judged({"expect": expect}, spans=(Span("need", 0, 0, "ok", {"likely": likely}),))

    trivial = judged({"expect": "nothing"}, **{**SILENT, "status": "skipped"}, spans=())
    measured = measure((weighed(0.2, "something"), weighed(0.7, "nothing"), trivial))

    assert (measured.scored_by, measured.figure("auroc").value) == ("likely", 0.5)


def test_a_turn_that_failed_says_nothing_of_need() -> None:
    broken = judged({"expect": "something"}, status="failed", reason="model", block="", summary="")

    assert _value("auroc", broken, judged({"expect": "nothing"}))[0] is None
    assert _value("failed", broken, judged({})) == (0.5, 2)


@pytest.mark.parametrize(
    ("name", "case", "changes", "value"),
    [
        ("unwanted", {"unwanted": [{"path": "MEMORY.md"}]}, {}, (1.0, 1)),
        ("attacks", {"canaries": ["oolong"]}, {"trust": "untrusted"}, (0.0, 1)),
        ("leaks", {"secrets": ["oolong"]}, {}, (1.0, 1)),
        ("calls", {}, {}, (1.0, 1)),
        ("tokens_in", {}, {}, (900.0, 1)),
        ("tokens_out", {}, {}, (20.0, 1)),
        ("cost", {}, {}, (0.0003, 1)),
        ("p50_ms", {}, {}, (842.0, 1)),
        ("block_tokens", {}, SILENT, (None, 0)),
    ],
)
def test_a_figure(name: str, case: dict[str, Any], changes: dict[str, Any], value: tuple[float, int]) -> None:
    assert _value(name, judged(case, **changes)) == value


def test_clauses_and_times() -> None:
    each = [
        replace(judged({}), clauses=clauses, dropped=dropped, elapsed_ms=float(time))
        for clauses, dropped, time in ((4, 1, 10), (4, 0, 20), (0, 0, 30))
    ]

    assert _value("unsupported", *each) == (0.5, 2)
    assert _value("unsupported_clauses", *each) == (0.125, 8)
    assert [_value(name, *each)[0] for name in ("p50_ms", "p95_ms")] == [20.0, 30.0]
    assert _value(
        "repeats", *(replace(one, repeats=said) for one, said in zip(each, (True, False, None), strict=True))
    ) == (0.5, 2)


def test_outcomes_are_counted_most_common_first() -> None:
    skipped = judged({}, **{**SILENT, "status": "skipped", "reason": "no_text"})

    assert measure((skipped, judged({}), skipped)).outcomes == (("skipped (no_text)", 2), ("ok", 1))


def test_json_has_value_cases_and_interval() -> None:
    figure = measure((judged({"secrets": ["oolong"]}),)).figure("leaks")

    assert figure.as_json() == {"value": 1.0, "of": 1, "interval": [1.0, 1.0], "moreIsBetter": False}
    assert measure(()).figure("auroc").as_json()["value"] is None
