"""Reading and writing the JSON of our own routes."""

from typing import Any

import pytest

from recall_sidecar.errors import RequestRefused
from recall_sidecar.llm.lent_reply import LentFailure, LentReply
from recall_sidecar.llm.port import Usage
from recall_sidecar.llm.replies import MAX_REPLY_CHARS
from recall_sidecar.memory.port import Viewer
from recall_sidecar.server import wire


def test_a_search_by_nobody_in_particular_is_the_owners_own() -> None:
    body = wire.parse(wire.SearchBody, {"query": "tea"})

    assert body.viewer() == Viewer("main")
    assert (body.max_results, body.min_score) == (None, None)


def test_an_agent_is_known_by_its_id_in_any_letter_case() -> None:
    assert wire.parse(wire.SearchBody, {"query": "tea", "agentId": " MAIN "}).viewer() == Viewer("main")


@pytest.mark.parametrize(
    ("body", "agent"),
    [
        pytest.param({"sessionKey": "agent:coder:main"}, "coder", id="of the session key"),
        pytest.param({"sessionKey": "agent:coder:main", "agentId": "work"}, "work", id="as named"),
        pytest.param({"sessionKey": "foreign", "agentId": ""}, "main", id="main, when nothing is said"),
    ],
)
def test_memory_is_that_of_the_agent_that_hooks_would_take(body: dict[str, Any], agent: str) -> None:
    assert wire.parse(wire.SearchBody, {"query": "tea", **body}).viewer().agent_id == agent


@pytest.mark.parametrize(
    ("body", "chat"),
    [
        pytest.param({}, "private", id="nothing said"),
        pytest.param({"sessionKey": "agent:main:telegram:direct:42"}, "private", id="the key of a direct chat"),
        pytest.param({"sessionKey": "agent:main:telegram:group:77"}, "shared", id="the key of a group"),
        pytest.param({"sessionKey": "agent:main:slack:channel:c"}, "shared", id="the key of a channel"),
        pytest.param({"sessionKey": "agent:main:telegram:group:77", "chat": "private"}, "private", id="as said"),
    ],
)  # fmt: skip
def test_a_group_is_no_private_chat_unless_it_is_called_one(body: dict[str, Any], chat: str) -> None:
    assert wire.parse(wire.SearchBody, {"query": "tea", **body}).viewer().chat == chat


@pytest.mark.parametrize(
    ("body", "remedy"),
    [
        pytest.param({}, "Send it; it is needed.", id="missing"),
        pytest.param({"query": ""}, "Send some text.", id="empty"),
        pytest.param({"query": "x" * 2001}, "Send at most 2000 characters.", id="too long"),
        pytest.param({"query": 7}, "Send a string.", id="a number for text"),
        pytest.param({"query": "x", "maxResults": 0}, "Send 1 or more.", id="too few"),
        pytest.param({"query": "x", "maxResults": 21}, "Send 20 or less.", id="too many"),
        pytest.param({"query": "x", "maxResults": "many"}, "Send a whole number.", id="no number"),
        pytest.param(
            {"query": "x", "maxResults": []}, "Send a whole number.", id="a list for a whole number"
        ),
        pytest.param({"query": "x", "maxResults": 1.5}, "Send a whole number.", id="a fraction"),
        pytest.param({"query": "x", "minScore": "high"}, "Send a number.", id="a word for a number"),
        pytest.param({"query": "x", "minScore": []}, "Send a number.", id="a list for a number"),
        pytest.param({"query": "x", "chat": "any"}, "Send 'private' or 'shared'.", id="no such choice"),
        pytest.param({"query": "x", "senderIsOwner": "yes"}, "Send true or false.", id="a right in words"),
        pytest.param({"query": "\ud83d"}, "GET /openapi.json says what it takes.", id="anything else"),
    ],
)
def test_a_refusal_says_what_to_send_instead(body: dict[str, Any], remedy: str) -> None:
    with pytest.raises(RequestRefused) as refused:
        wire.parse(wire.SearchBody, body)

    assert refused.value.remedy == remedy


@pytest.mark.parametrize(
    ("body", "field"),
    [
        pytest.param({}, "query", id="missing"),
        pytest.param({"query": None}, "query", id="null"),
        pytest.param({"query": "x", "senderIsOwner": "yes"}, "senderIsOwner", id="a right in words"),
        pytest.param({"query": "x", "agentId": "a" * 2049}, "agentId", id="an agent without end"),
    ],
)
def test_the_first_field_that_is_wrong_is_named(body: dict[str, Any], field: str) -> None:
    with pytest.raises(RequestRefused) as refused:
        wire.parse(wire.SearchBody, body)

    assert refused.value.field == field
    assert refused.value.status == 400
    assert refused.value.remedy


def test_a_refusal_does_not_repeat_what_was_sent() -> None:
    with pytest.raises(RequestRefused) as refused:
        wire.parse(wire.SearchBody, {"query": "my secret", "chat": "my secret"})

    assert "my secret" not in f"{refused.value} {refused.value.remedy}"


@pytest.mark.parametrize(
    ("body", "answer"),
    [
        pytest.param({"text": "NONE"}, LentReply("NONE"), id="a text"),
        pytest.param({"text": ""}, LentReply(""), id="an empty one"),
        pytest.param({"text": "t", "stopReason": "max_tokens"}, LentReply("t", "length"), id="a limit by another name"),
        pytest.param({"text": "t", "stopReason": "end turn!"}, LentReply("t"), id="a reason that is no word"),
        pytest.param({"text": "t", "model": "mock/m-1:free"}, LentReply("t", model="mock/m-1:free"), id="a model"),
        pytest.param({"text": "t", "model": "I am a model"}, LentReply("t"), id="a model that is none"),
        pytest.param({"text": "t", "usage": {}}, LentReply("t"), id="nothing counted"),
        pytest.param(
            {"text": "t", "usage": {"inputTokens": 7.0, "outputTokens": None, "costUsd": 0.5}},
            LentReply("t", usage=Usage(7, 0, cost=0.5)),
            id="what is counted",
        ),
        pytest.param(
            {"text": "t", "usage": {"inputTokens": -1, "outputTokens": 1e30, "costUsd": 1e308}},
            LentReply("t"),
            id="numbers that cannot be true, which do not lose the reply",
        ),
        pytest.param({"text": "t", "usage": {"costUsd": -1}}, LentReply("t"), id="a cost below nothing"),
        pytest.param({"text": "x" * (MAX_REPLY_CHARS + 9)}, LentReply("x" * MAX_REPLY_CHARS), id="a text without end"),
        pytest.param({"text": "half", "stopReason": "aborted"}, LentFailure("failed", "aborted"), id="a text that broke off"),
        pytest.param({"error": "timeout", "detail": "AbortError"}, LentFailure("timeout", "AbortError"), id="too slow"),
        pytest.param({"error": "refused", "detail": "you said: secret"}, LentFailure("refused"), id="words are no detail"),
        pytest.param({"error": "failed", "text": "t"}, LentFailure("failed"), id="an error beside a text"),
        pytest.param({"error": "failed", "stopReason": "length"}, LentFailure("failed"), id="an error is not the reason"),
    ],
)  # fmt: skip
def test_what_the_hosts_model_gave(body: dict[str, Any], answer: LentReply | LentFailure) -> None:
    assert wire.parse(wire.ModelReplyBody, body).answer(lambda word: word) == answer


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param({"sessionKey": "agent:main:telegram:group:-1", "sessionId": "s", "senderId": "7"}, Viewer("main", "shared", "7", None, "agent:main:telegram:group:-1", "s", False, "telegram", "group:-1"), id="a group is known by its key"),
        pytest.param({"sessionKey": "agent:main:main", "senderId": "7", "channel": "Signal"}, Viewer("main", "private", "7", None, "agent:main:main", None, False, "signal"), id="a channel that is stated"),
        pytest.param({"chat": "shared", "sessionKey": "agent:main:telegram:direct:7", "senderId": "7"}, Viewer("main", "shared", "7", None, "agent:main:telegram:direct:7", None, False, "telegram"), id="a shared chat that nobody names"),
    ],
)  # fmt: skip
def test_a_viewer_of_conversations_is(body: dict[str, Any], expected: Viewer) -> None:
    assert wire.parse(wire.SearchBody, {"query": "tea", **body}).viewer() == expected
