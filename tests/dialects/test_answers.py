"""The shapes of our own answers are closed, and told apart by their status."""

from typing import Any

import pytest
from pydantic import ValidationError

from recall_sidecar.dialects.answers import ModelWanted, TurnReply, TurnResponse

ENDED: dict[str, Any] = {
    "v": 1,
    "status": "empty",
    "reason": None,
    "traceId": "01J",
    "trust": None,
    "sources": [],
    "prependContext": None,
    "statusLine": "",
    "debugLine": "",
    "queryMode": "recent",
}
WANTED: dict[str, Any] = {
    "v": 1,
    "status": "model_wanted",
    "traceId": "01J",
    "ticket": "t",
    "waitMs": 5,
    "model": {"ref": None, "system": "s", "prompt": "p", "maxTokens": 400, "reasoning": "off"},
    "queryMode": "recent",
}


@pytest.mark.parametrize(("answer", "kind"), [(ENDED, TurnResponse), (WANTED, ModelWanted)])
def test_an_answer_is_known_by_its_status(answer: dict[str, Any], kind: type) -> None:
    assert type(TurnReply.model_validate(answer).root) is kind


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(ENDED | {"status": "dreaming"}, id="another status"),
        pytest.param(ENDED | {"status": "model_wanted"}, id="a prompt without its fields"),
        pytest.param(WANTED | {"more": 1}, id="another field"),
    ],
)
def test_anything_else_is_no_answer(answer: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        TurnReply.model_validate(answer)
