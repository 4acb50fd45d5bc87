"""Why a fact that was found was not told."""

from typing import Any

import pytest

from recall_sidecar.loss.untold import judged, without_model, written
from recall_sidecar.traced import ClauseTrace, Span
from tests.loss.cases import FACT, case, hit, said, silent

MODEL = (Span("model", 0, 1, "ok"),)
LONG = "x" * 200


@pytest.mark.parametrize(
    ("changes", "step", "words"),
    [
        pytest.param({"status": "skipped", "reason": "unlikely_to_help"}, "need", "recall.eagerness", id="need"),
        pytest.param({"status": "timeout", "reason": "model"}, "deadline", "waiting for the model", id="out of time"),
        pytest.param({"status": "ok", "reason": "unsupported"}, "unsupported", "do not support", id="nothing of the note stayed"),
        pytest.param({"status": "ok", "clauses": (ClauseTrace(FACT, "number"),)}, "unsupported", "(number)", id="its clause did not"),
        pytest.param({"clauses": (ClauseTrace("a dog", "name"),)}, "unsupported", "do not support", id="no clause did"),
        pytest.param({"status": "ok", "clauses": (ClauseTrace("a dog", "name"),)}, None, "", id="another clause did not"),
        pytest.param({"hits": (hit(superseded_by="b.md:1"),)}, "superseded", "tea.md:3 is older than b.md:1", id="out of date"),
        pytest.param({"spans": MODEL}, "none", "(NONE)", id="the model said NONE"),
        pytest.param({"spans": (), "cache": "hit"}, "none", "(NONE)", id="it said so before"),
        pytest.param({"spans": ()}, "below_floor", "below the floor", id="too faint for a model"),
        pytest.param({"status": "ok"}, None, "", id="something was told"),
    ],
)  # fmt: skip
def test_who_judged_that_it_need_not_be_told(changes: dict[str, Any], step: str | None, words: str) -> None:
    found = said(judged, case(silent(**changes)))

    assert (found and found[0]) == step
    assert words in (f"{found[1]}: {found[2]}" if found else "")


@pytest.mark.parametrize(
    ("changes", "step"),
    [
        pytest.param({"status": "ok", "reason": "no_model", "hits": (hit(orders="answer"),)}, "screened", id="it gives orders"),
        pytest.param({"status": "ok", "reason": "no_model", "hits": (hit(origin="untrusted"),)}, "screened", id="a stranger's words"),
        pytest.param({"status": "ok", "reason": "no_model", "summary": LONG}, "characters", id="no room"),
        pytest.param({"status": "ok", "reason": "breaker_open"}, "breaker", id="the breaker, with an extract"),
        pytest.param({"status": "unavailable", "reason": "breaker_open"}, "breaker", id="the breaker, without"),
        pytest.param({"status": "ok", "reason": "soft_budget"}, "deadline", id="the soft budget"),
        pytest.param({"status": "ok", "reason": "timeout"}, "deadline", id="the deadline"),
        pytest.param({"status": "timeout_partial"}, "deadline", id="half a summary"),
        pytest.param({"status": "failed", "reason": "model"}, "model", id="the model failed"),
        pytest.param({"status": "ok", "reason": "no_model"}, "model", id="a quotation told other sentences"),
        pytest.param({"status": "ok"}, None, id="the model answered"),
    ],
)  # fmt: skip
def test_why_no_model_told_it(changes: dict[str, Any], step: str | None) -> None:
    found = said(without_model, case(silent(**changes)))

    assert (found and found[0]) == step


@pytest.mark.parametrize(("summary", "step"), [("A dog.", "left_out"), (LONG, "characters")])
def test_why_a_note_does_not_hold_it(summary: str, step: str) -> None:
    found = said(written, case(silent(status="ok", summary=summary)))

    assert found is not None
    assert found[0] == step
