from typing import Any

import pytest

from recall_sidecar.dialects.ended import LastTurn, last_turn
from recall_sidecar.dialects.openclaw import read_end

USER = {"role": "user", "content": "which tea?"}
REPLY = {
    "role": "assistant",
    "content": [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "Oolong."}],
}
RESULT = {"role": "toolResult", "content": [{"type": "text", "text": "a page"}]}
INTERNAL = {
    "role": "user",
    "content": "<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>\nx\n<<<END_OPENCLAW_INTERNAL_CONTEXT>>>",
}


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        pytest.param([USER, REPLY], LastTurn("which tea?", "Oolong.", ""), id="question and answer"),
        pytest.param([USER, REPLY, {**USER, "content": "and hers?"}], LastTurn("and hers?", "", ""), id="the newest alone"),
        pytest.param([USER, {"role": "assistant", "content": "Let me see."}, RESULT, REPLY], LastTurn("which tea?", "Let me see.", "Oolong."), id="after a tool's result"),
        pytest.param([USER, {"role": "user", "content": [{"type": "tool_result", "content": "x"}]}, REPLY], LastTurn("which tea?", "", "Oolong."), id="a result in the user's name"),
        pytest.param([USER, {"role": "tool", "content": "x"}, REPLY, REPLY], LastTurn("which tea?", "", "Oolong.\nOolong."), id="several answers"),
        pytest.param([USER, INTERNAL, REPLY], LastTurn("which tea?", "Oolong.", ""), id="what the host says in the user's name"),
        pytest.param([USER, "x", None, {"role": "system", "content": "x"}, REPLY], LastTurn("which tea?", "Oolong.", ""), id="what is no message"),
        pytest.param([REPLY, RESULT], None, id="nobody has spoken"),
        pytest.param([], None, id="nothing"),
        pytest.param(None, None, id="none"),
    ],
)  # fmt: skip
def test_the_last_turn_is(messages: list[Any] | None, expected: LastTurn | None) -> None:
    assert last_turn(messages) == expected


def test_the_users_own_words_go_before_what_stands_in_the_messages() -> None:
    found = last_turn([{"role": "user", "content": "Envelope: which tea?"}, REPLY], "which tea?")

    assert found is not None
    assert found.user == "which tea?"


def test_an_end_says_who_where_and_whether_it_is_whole() -> None:
    ctx = {
        "sessionKey": "agent:work:telegram:group:-1", "sessionId": "s", "runId": "r", "trigger": "user", "senderId": 7,
        "senderName": " Ada ", "messageProvider": "telegram", "inputProvenance": {"kind": "external_user"},
    }  # fmt: skip

    ended = read_end({"event": {"messages": [USER, REPLY], "success": False}, "ctx": ctx})

    assert ended is not None
    assert not ended.is_whole
    assert ended.speaker == "Ada"
    turn = ended.turn
    assert (turn.agent_id, turn.sender_id, turn.provenance, turn.run_id) == (
        "work",
        "7",
        "external_user",
        "r",
    )


def test_an_end_without_a_turn_is_none() -> None:
    assert read_end({"ctx": {"agentId": "main"}}) is None
