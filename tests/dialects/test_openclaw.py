"""OpenClaw's event and context as they come off the wire, and our answer as it goes back."""

from typing import Any

import pytest

from recall_sidecar.dialects.answers import TurnResponse
from recall_sidecar.dialects.openclaw import read_notice, read_turn, write_answer
from recall_sidecar.dialects.wire import TurnBody, TurnContext
from recall_sidecar.errors import RequestRefused
from recall_sidecar.events import HookNotice, Message, NoticeKind, TurnEvent
from recall_sidecar.gate import Proceed, decide
from recall_sidecar.outcomes import (
    NothingRelevant,
    Origin,
    Recalled,
    RecallOutcome,
    Skipped,
    SkipReason,
    TimedOut,
    Unavailable,
    UnavailableReason,
)
from recall_sidecar.settings import GateSettings


def body(
    event: dict[str, Any] | None = None,
    ctx: dict[str, Any] | None = None,
    **top: Any,  # noqa: ANN401 -- any field
) -> dict[str, Any]:
    return {"v": 1, "host": "openclaw", "event": event, "ctx": ctx} | top


# A webchat turn as OpenClaw 2026.9 reports it.
WEBCHAT: dict[str, Any] = {
    "v": 1,
    "host": "openclaw",
    "event": {
        "prompt": "what is my favourite tea?",
        "messages": [
            {"role": "user", "content": "hello", "timestamp": 1},
            {
                "role": "assistant",
                "content": [{"type": "thinking", "thinking": "…"}, {"type": "text", "text": "Hi!"}],
            },
            {"role": "toolResult", "content": [{"type": "text", "text": "42 files"}]},
        ],
    },
    "ctx": {
        "runId": "r1",
        "trace": {"traceId": "t"},
        "agentId": "main",
        "sessionKey": "agent:main:main",
        "sessionId": "s1",
        "workspaceDir": "/home/ann/notes",
        "activeProjectKeys": [],
        "modelProviderId": "mock",
        "modelId": "mock-1",
        "trigger": "user",
        "channel": "webchat",
        "messageProvider": "webchat",
        "channelId": "agent:main:main",
        "chatId": "agent:main:main",
        "senderId": "gateway-client",
        "toolAuthority": {"fingerprint": "00ff"},
    },
}


def test_a_webchat_turn_is_read_as_it_comes() -> None:
    assert read_turn(WEBCHAT) == TurnEvent(
        host="openclaw",
        agent_id="main",
        text="what is my favourite tea?",
        text_is_assembled=True,
        messages=(Message("user", "hello"), Message("assistant", "Hi!")),
        session_key="agent:main:main",
        session_id="s1",
        run_id="r1",
        trigger="user",
        message_provider="webchat",
        channel_id="agent:main:main",
        chat_id="agent:main:main",
        sender_id="gateway-client",
        model_provider="mock",
        model_id="mock-1",
    )


def test_a_webchat_turn_passes_the_gate() -> None:
    assert isinstance(decide(read_turn(WEBCHAT), GateSettings(), session_off=False), Proceed)


def test_every_field_of_the_context_is_read() -> None:
    turn = read_turn(
        body(
            {"prompt": "p", "currentUserMessage": "tea?", "currentUserMessageId": 7},
            {
                "agentId": "ops",
                "sessionKey": "agent:ops:telegram:direct:42",
                "sessionId": "s1",
                "runId": "r1",
                "trigger": "user",
                "inputProvenance": {"kind": "external_user", "sourceTool": "x"},
                "messageProvider": "telegram",
                "channelId": 42,
                "chatId": 43,
                "chatType": "direct",
                "senderId": 44,
                "senderIsOwner": False,
                "modelProviderId": "openai",
                "modelId": "gpt-5",
                "activeProjectKeys": ["repo", 5],
                "budgetMs": 0,
            },
            host="OpenClaw",
            blockLifetime="session",
        )
    )

    assert turn == TurnEvent(
        host="openclaw",
        agent_id="ops",
        text="tea?",
        message_id="7",
        session_key="agent:ops:telegram:direct:42",
        session_id="s1",
        run_id="r1",
        trigger="user",
        provenance="external_user",
        message_provider="telegram",
        channel_id="42",
        chat_id="43",
        chat_type="direct",
        sender_id="44",
        sender_is_owner=False,
        model_provider="openai",
        model_id="gpt-5",
        project_keys=("repo", "5"),
        budget_ms=0,
        block_lifetime="session",
    )


@pytest.mark.parametrize(
    "request_body",
    [
        pytest.param({}, id="nothing"),
        pytest.param(
            {"v": None, "host": None, "event": None, "ctx": None, "blockLifetime": None}, id="nulls"
        ),
        pytest.param({"v": 1, "event": {}, "ctx": {}}, id="empty event and context"),
        pytest.param(
            {
                "event": {str(field.alias): None for field in TurnBody.model_fields.values()},
                "ctx": {str(field.alias): None for field in TurnContext.model_fields.values()},
            },
            id="every field null",
        ),
        pytest.param(
            {"ctx": {"agentId": " ", "sessionKey": "", "trigger": "", "inputProvenance": {"kind": None}}},
            id="blank ids",
        ),
        pytest.param(
            {"event": {"currentUserMessageId": ""}, "ctx": {"inputProvenance": {}}}, id="empty parts"
        ),
    ],
)
def test_what_is_missing_is_left_open(request_body: dict[str, Any]) -> None:
    assert read_turn(request_body) == TurnEvent(
        host="openclaw", agent_id="main", text="", text_is_assembled=True
    )


@pytest.mark.parametrize(
    ("event", "text", "is_assembled"),
    [
        pytest.param(
            {"prompt": "p", "currentUserMessage": "words"}, "words", False, id="the user's own words"
        ),
        pytest.param(
            {"prompt": "p", "currentUserMessage": ""}, "", False, id="empty: no words, and no falling back"
        ),
        pytest.param({"prompt": "p"}, "p", True, id="absent: the prompt"),
        pytest.param({"prompt": "p", "currentUserMessage": None}, "p", True, id="null: the prompt"),
        pytest.param({"prompt": None, "currentUserMessage": "words"}, "words", False, id="no prompt"),
        pytest.param({"prompt": 42}, "42", True, id="a number is text"),
    ],
)
def test_the_current_text(event: dict[str, Any], text: str, is_assembled: bool) -> None:
    turn = read_turn(body(event))

    assert (turn.text, turn.text_is_assembled) == (text, is_assembled)


def test_a_current_message_at_the_end_of_the_history_is_read_once() -> None:
    messages = [{"role": "user", "content": "first"}, {"role": "user", "content": "tea?"}]

    turn = read_turn(body({"currentUserMessage": "tea?", "messages": messages}))

    assert turn.messages == (Message("user", "first"),)


def test_the_end_of_an_assembled_prompt_is_no_history() -> None:
    turn = read_turn(body({"prompt": "[Mon 09:00] tea?", "messages": [{"role": "user", "content": "tea?"}]}))

    assert turn.messages == ()


@pytest.mark.parametrize(
    ("ctx", "agent_id"),
    [
        pytest.param({"agentId": "ops", "sessionKey": "agent:main:main"}, "ops", id="as stated"),
        pytest.param({"agentId": " OPS "}, "ops", id="as stated, in capitals"),
        pytest.param({"sessionKey": "agent:ops:main"}, "ops", id="from the session key"),
        pytest.param({"sessionKey": "global"}, "main", id="from neither"),
    ],
)
def test_the_agent(ctx: dict[str, Any], agent_id: str) -> None:
    assert read_turn(body({}, ctx)).agent_id == agent_id


def test_another_host_names_itself() -> None:
    assert read_turn({"host": "My-Bot"}).host == "my-bot"


@pytest.mark.parametrize(
    ("sent", "allowed"), [({}, True), ({"memoryAllowed": True}, True), ({"memoryAllowed": False}, False)]
)
def test_the_hosts_tool_policy_is_what_it_says_and_absent_allows(
    sent: dict[str, bool], allowed: bool
) -> None:
    assert read_turn({"ctx": sent}).memory_allowed is allowed


@pytest.mark.parametrize(
    ("plugin", "version"),
    [(None, None), ({}, None), ({"version": None}, None), ({"version": " 0.1.0 "}, "0.1.0")],
)
def test_a_turn_names_the_version_of_its_plugin(plugin: object, version: str | None) -> None:
    assert read_turn({"plugin": plugin}).plugin_version == version


def test_another_version_is_refused_by_name() -> None:
    with pytest.raises(RequestRefused) as refused:
        read_turn(body(v=2))

    assert refused.value.field == "v"


OUTCOMES: list[tuple[RecallOutcome, str, str | None, str | None]] = [
    (Recalled("tea", (), trust=Origin.OWNER), "ok", None, "owner"),
    (Recalled("tea", (), partial=True, fallback="model"), "timeout_partial", "model", "agent"),
    (NothingRelevant(), "empty", None, None),
    (Skipped(SkipReason.CHAT_TYPE), "skipped", "chat_type", None),
    (TimedOut("model", 15_000), "timeout", "model", None),
    (Unavailable(UnavailableReason.NO_MODEL), "unavailable", "no_model", None),
    (Unavailable(UnavailableReason.REPLY), "failed", "reply", None),
]


@pytest.mark.parametrize(
    ("outcome", "status", "reason", "trust"),
    OUTCOMES,
    ids=[row[0].__class__.__name__ + row[1] for row in OUTCOMES],
)
def test_an_outcome_is_answered_in_the_words_of_the_wire(
    outcome: RecallOutcome, status: str, reason: str | None, trust: str | None
) -> None:
    answer = write_answer(
        outcome=outcome,
        trace_id="01J",
        block=None,
        status_line="line",
        debug_line="debug",
        query_mode="recent",
    )

    assert answer == {
        "v": 1,
        "status": status,
        "reason": reason,
        "traceId": "01J",
        "trust": trust,
        "sources": [],
        "prependContext": None,
        "statusLine": "line",
        "debugLine": "debug",
        "queryMode": "recent",
    }


@pytest.mark.parametrize(
    ("block", "sent"),
    [
        pytest.param("<active_memory_plugin>", "<active_memory_plugin>", id="a block"),
        pytest.param("", None, id="an empty block is none"),
        pytest.param(None, None, id="no block"),
    ],
)
def test_the_block_goes_before_the_prompt(block: str | None, sent: str | None) -> None:
    answer = write_answer(
        outcome=NothingRelevant(),
        trace_id="01J",
        block=block,
        status_line="",
        debug_line="",
        query_mode="recent",
    )

    assert answer["prependContext"] == sent


@pytest.mark.parametrize("outcome", [row[0] for row in OUTCOMES], ids=lambda outcome: type(outcome).__name__)
def test_every_answer_has_the_documented_shape(outcome: RecallOutcome) -> None:
    answer = write_answer(
        outcome=outcome, trace_id="01J", block="b", status_line="s", debug_line="d", query_mode="full"
    )

    assert TurnResponse.model_validate(answer).model_dump(mode="json", by_alias=True) == answer


KINDS: list[NoticeKind] = ["agent_end", "before_compaction", "after_tool_call", "before_reset", "session_end"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_notice_says_which_session_it_is_about(kind: NoticeKind) -> None:
    ctx = {
        "agentId": "ops",
        "sessionKey": "agent:ops:main",
        "sessionId": "s1",
        "runId": "r1",
        "toolName": "x",
    }

    notice = read_notice(kind, body({"messages": [1], "success": True}, ctx, host="My-Bot"))

    assert notice == HookNotice(
        kind=kind, host="my-bot", agent_id="ops", session_key="agent:ops:main", session_id="s1", run_id="r1"
    )


@pytest.mark.parametrize(
    ("request_body", "expected"),
    [
        pytest.param({}, {"agent_id": "main"}, id="nothing is known"),
        pytest.param(
            body({"sessionKey": "agent:ops:main", "sessionId": 9, "runId": "r"}, {}),
            {"agent_id": "ops", "session_key": "agent:ops:main", "session_id": "9", "run_id": "r"},
            id="the event's own ids serve where the context has none",
        ),
        pytest.param(
            body({"sessionId": "event", "runId": "event"}, {"sessionId": "ctx", "runId": "ctx"}),
            {"agent_id": "main", "session_id": "ctx", "run_id": "ctx"},
            id="the context's ids go first",
        ),
    ],
)
def test_a_notice_may_leave_things_out(request_body: dict[str, Any], expected: dict[str, Any]) -> None:
    assert read_notice("session_end", request_body) == HookNotice(
        kind="session_end", host="openclaw", **expected
    )


def test_a_notice_of_another_version_is_refused_by_name() -> None:
    with pytest.raises(RequestRefused) as refused:
        read_notice("agent_end", body(v=2))

    assert refused.value.field == "v"


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        pytest.param(None, None, id="nothing is said"),
        pytest.param(1200, 1200, id="a whole number"),
        pytest.param(1200.7, 1200, id="a part of a millisecond is dropped"),
        pytest.param(-5, 0, id="a host that is late has no time left"),
    ],
)
def test_the_hosts_budget_is_read_as_whole_milliseconds(sent: float | None, read: int | None) -> None:
    assert read_turn({"ctx": {"budgetMs": sent}}).budget_ms == read
