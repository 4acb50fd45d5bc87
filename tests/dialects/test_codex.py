"""Codex's prompt hook; its answer may hold no key that Codex does not know."""

from typing import Any

import pytest

from recall_sidecar.dialects.codex import read_notice, read_turn, write_answer
from recall_sidecar.errors import RequestRefused
from recall_sidecar.events import TurnEvent
from recall_sidecar.gate import Proceed, decide
from recall_sidecar.outcomes import Recalled, Skipped, SkipReason
from recall_sidecar.settings import GateSettings

HOOK: dict[str, Any] = {
    "session_id": "s1",
    "turn_id": "t1",
    "transcript_path": None,
    "cwd": "/home/ann/x",
    "hook_event_name": "UserPromptSubmit",
    "model": "gpt-5",
    "permission_mode": "default",
    "prompt": "which tea do I like?",
}


def test_a_prompt_is_read() -> None:
    assert read_turn(HOOK) == TurnEvent(
        host="codex",
        agent_id="codex",
        text="which tea do I like?",
        message_id="t1",
        session_key="agent:codex:direct:s1",
        session_id="s1",
        run_id="t1",
        trigger="user",
        chat_type="direct",
        sender_is_owner=True,
        model_id="gpt-5",
        block_lifetime="session",
    )


def test_a_prompt_passes_the_gate() -> None:
    assert decide(read_turn(HOOK), GateSettings(), session_off=False) == Proceed(
        "direct", "s1", "private", is_owner=True
    )


def test_a_sub_agents_prompt_is_skipped() -> None:
    turn = read_turn(HOOK | {"agent_id": "a1", "agent_type": "worker"})

    assert decide(turn, GateSettings(), session_off=False) == Skipped(SkipReason.INTER_SESSION)


def test_a_field_of_the_wrong_type_is_refused_by_name() -> None:
    with pytest.raises(RequestRefused) as refused:
        read_turn(HOOK | {"turn_id": []})

    assert refused.value.field == "turn_id"


def test_a_block_is_answered_with_known_keys_only() -> None:
    answer = write_answer(
        outcome=Recalled("tea", ()), trace_id="01J", block="block", status_line="s", debug_line="d"
    )

    assert answer == {
        "hookSpecificOutput": {"hookEventName": "UserPromptSubmit", "additionalContext": "block"}
    }


def test_no_block_is_an_empty_answer() -> None:
    assert write_answer(block=None) == {}


def test_what_befalls_its_session_is_read() -> None:
    told = read_notice({"session_id": "s1", "hook_event_name": "SessionEnd"})

    assert told is not None
    assert (told.kind, told.host, told.session_key) == ("session_end", "codex", "agent:codex:direct:s1")
    assert read_notice(HOOK) is None
