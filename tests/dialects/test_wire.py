"""A body that does not fit is refused by field and remedy, and nothing of it is repeated."""

from typing import Any

import pytest

from recall_sidecar.dialects.answers import TurnResponse
from recall_sidecar.dialects.wire import (
    MAX_ID_CHARS,
    NoticeRequest,
    TurnRequest,
    fit,
)
from recall_sidecar.errors import RequestRefused

SECRET = "hunter2-hunter2"  # stands for anything a caller sent


def refusal(body: Any) -> RequestRefused:  # noqa: ANN401 -- any body
    with pytest.raises(RequestRefused) as caught:
        fit(TurnRequest, body)
    return caught.value


@pytest.mark.parametrize(
    ("body", "field", "remedy"),
    [
        pytest.param({"v": 2}, "v", "send 1", id="another version"),
        pytest.param({"v": "1"}, "v", "send 1", id="a version as text"),
        pytest.param({"host": "a b"}, "host", "short name", id="a host with a space"),
        pytest.param({"host": "x" * 41}, "host", "short name", id="a host with a long name"),
        pytest.param({"blockLifetime": "day"}, "blockLifetime", '"turn" or "session"', id="another lifetime"),
        pytest.param({"event": []}, "event", "JSON object", id="event is an array"),
        pytest.param({"ctx": "x"}, "ctx", "JSON object", id="ctx is text"),
        pytest.param(
            {"event": {"prompt": {"text": "x"}}}, "event.prompt", "string", id="prompt is an object"
        ),
        pytest.param({"event": {"prompt": True}}, "event.prompt", "string", id="prompt is a boolean"),
        pytest.param(
            {"event": {"messages": {}}}, "event.messages", "JSON array", id="messages are an object"
        ),
        pytest.param({"ctx": {"senderId": {}}}, "ctx.senderId", "string", id="sender is an object"),
        pytest.param(
            {"ctx": {"senderIsOwner": "yes"}}, "ctx.senderIsOwner", "true, false", id="owner is text"
        ),
        pytest.param(
            {"ctx": {"senderIsOwner": 1}}, "ctx.senderIsOwner", "true, false", id="owner is a number"
        ),
        pytest.param({"ctx": {"budgetMs": "soon"}}, "ctx.budgetMs", "send a number", id="budget is text"),
        pytest.param({"ctx": {"budgetMs": []}}, "ctx.budgetMs", "send a number", id="budget is an array"),
        pytest.param(
            {"ctx": {"inputProvenance": "user"}},
            "ctx.inputProvenance",
            "JSON object",
            id="provenance is text",
        ),
        pytest.param(
            {"ctx": {"activeProjectKeys": "p"}}, "ctx.activeProjectKeys", "JSON array", id="projects are text"
        ),
        pytest.param(
            {"ctx": {"activeProjectKeys": ["a", {}]}},
            "ctx.activeProjectKeys.1",
            "string",
            id="a project is an object",
        ),
        pytest.param(
            {"ctx": {"activeProjectKeys": ["p"] * 257}},
            "ctx.activeProjectKeys",
            "at most 256",
            id="too many projects",
        ),
        pytest.param(
            {"ctx": {"sessionKey": "k" * (MAX_ID_CHARS + 1)}},
            "ctx.sessionKey",
            "characters",
            id="an endless id",
        ),
        pytest.param([], "", "JSON object", id="the body is an array"),
        pytest.param({"ctx": {"runId": "\ud800"}}, "ctx.runId", "surrogate", id="an id that is no Unicode"),
        pytest.param({"ctx": {"budgetMs": float("inf")}}, "ctx.budgetMs", "OpenAPI", id="anything else"),
    ],
)
def test_a_wrong_field_is_named_with_its_remedy(body: Any, field: str, remedy: str) -> None:  # noqa: ANN401 -- any body
    refused = refusal(body)

    assert refused.field == field
    assert remedy in refused.remedy
    assert (field or "the body") in str(refused)
    assert refused.status == 400


@pytest.mark.parametrize(
    "body",
    [
        pytest.param({"v": SECRET}, id="version"),
        pytest.param({"blockLifetime": SECRET}, id="lifetime"),
        pytest.param({"event": SECRET}, id="event"),
        pytest.param({"event": {"prompt": {"text": SECRET}}}, id="prompt"),
        pytest.param({"ctx": {"budgetMs": SECRET}}, id="budget"),
        pytest.param({"ctx": {"activeProjectKeys": {SECRET: 1}}}, id="projects"),
    ],
)
def test_a_refusal_repeats_nothing_of_the_body(body: dict[str, Any]) -> None:
    refused = refusal(body)

    assert SECRET not in f"{refused} {refused.field} {refused.remedy}"
    assert refused.__cause__ is None


def test_unknown_fields_are_ignored() -> None:
    request = fit(
        TurnRequest, {"v": 1, "new": 1, "event": {"new": 1}, "ctx": {"workspaceDir": "/", "new": 1}}
    )

    assert request.v == 1


def test_messages_are_taken_as_they_are() -> None:
    messages: list[Any] = [None, 1, "x", {"role": []}, [[]]]

    request = fit(TurnRequest, {"event": {"messages": messages}})

    assert request.event is not None
    assert request.event.messages == messages


@pytest.mark.parametrize("model", [TurnRequest, TurnResponse, NoticeRequest])
def test_the_schema_speaks_the_names_of_the_wire(model: type[TurnRequest]) -> None:
    schema = model.model_json_schema(by_alias=True)

    assert "v" in schema["properties"]
    assert "_" not in "".join(schema["properties"])
