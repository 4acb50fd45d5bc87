"""A turn as a host and a trace tell of it, to start a test from."""

from typing import Any

from recall_sidecar.evaluation.cases import Case
from recall_sidecar.evaluation.judged import Judged, judge
from recall_sidecar.trace_json import to_json
from tests.turns import turn


def trace(**changes: Any) -> dict[str, Any]:  # noqa: ANN401 -- any field of a turn
    return to_json(turn(**changes))


def judged(case: dict[str, Any], answer: dict[str, Any] | None = None, **changes: Any) -> Judged:  # noqa: ANN401
    record = trace(**changes)
    told = {"prependContext": record["block"] or None, "traceId": record["traceId"]}
    return judge(Case.model_validate({"id": "a", "message": "which tea?", **case}), answer or told, record)
