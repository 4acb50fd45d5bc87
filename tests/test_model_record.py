"""A model that always fails is seen, whatever answered in its place."""

import pytest

from recall_sidecar.model_record import ModelRecord, model_record
from recall_sidecar.trace import Span, TurnTrace
from tests.turns import turn

WELL = turn()
# An extract answered in the place of a model that could not be reached.
HIDDEN = turn(reason="model", spans=(Span("model", 5.0, 8.0, "ok", {"why": "ModelUnreachable: no route"}),))


@pytest.mark.parametrize(
    ("newest_first", "record"),
    [
        pytest.param([], ModelRecord(), id="no turn"),
        pytest.param([WELL, WELL], ModelRecord(2, 0), id="a model that answers"),
        pytest.param([turn(reason="model", model_calls=())], ModelRecord(), id="a turn that asked nothing"),
        pytest.param([turn(reason="model", cache="hit")], ModelRecord(), id="an answer from the cache"),
        pytest.param([turn(reason="model", cache="joined")], ModelRecord(), id="another turn's answer"),
        pytest.param([HIDDEN], ModelRecord(1, 1, "model: ModelUnreachable"), id="an extract in its place"),
        pytest.param(
            [turn(status="failed", reason="model", detail="ModelRefused: key 4711")],
            ModelRecord(1, 1, "model: ModelRefused"),
            id="nothing in its place, without the provider's words",
        ),
        pytest.param(
            [turn(status="failed", reason="reply", detail="markup")],
            ModelRecord(1, 1, "reply: markup"),
            id="a reply that cannot be used",
        ),
        pytest.param([turn(reason="timeout")], ModelRecord(1, 1, "timeout"), id="a call that took too long"),
        pytest.param([turn(status="timeout_partial")], ModelRecord(1, 0), id="part of an answer is one"),
        pytest.param(
            [turn(reason="timeout"), HIDDEN, WELL], ModelRecord(3, 2, "timeout"), id="the newest failure is told"
        ),
    ],
)  # fmt: skip
def test_the_record_of_finished_turns(newest_first: list[TurnTrace], record: ModelRecord) -> None:
    assert model_record(newest_first) == record


@pytest.mark.parametrize(
    ("record", "told"),
    [
        pytest.param(ModelRecord(), False, id="nothing was asked"),
        pytest.param(ModelRecord(18, 0), False, id="no failure"),
        pytest.param(ModelRecord(18, 8, "timeout"), False, id="fewer than half"),
        pytest.param(ModelRecord(18, 9, "timeout"), True, id="half"),
        pytest.param(ModelRecord(1, 1, "timeout"), True, id="the very first"),
    ],
)
def test_a_model_that_fails_in_half_of_its_turns_is_told(record: ModelRecord, told: bool) -> None:
    assert (record.hint is not None) is told


def test_the_hint_says_how_often_and_how() -> None:
    hint = "the model failed in 18 of the last 18 turns that asked it (model: ModelUnreachable)"

    assert ModelRecord(18, 18, "model: ModelUnreachable").hint == hint
