"""Gemini CLI's hook before the agent runs."""

from typing import Any

import pytest

from recall_sidecar.dialects.gemini import read_notice, read_turn, write_answer
from recall_sidecar.errors import RequestRefused
from recall_sidecar.events import TurnEvent
from recall_sidecar.gate import Proceed, decide
from recall_sidecar.outcomes import Recalled
from recall_sidecar.settings import GateSettings

HOOK: dict[str, Any] = {
    "session_id": "s1",
    "transcript_path": "/home/ann/.gemini/s1.json",
    "cwd": "/home/ann/x",
    "hook_event_name": "BeforeAgent",
    "timestamp": "2026-11-30T09:00:00Z",
    "prompt": "which tea do I like?",
}


def test_a_prompt_is_read() -> None:
    assert read_turn(HOOK) == TurnEvent(
        host="gemini",
        agent_id="gemini",
        text="which tea do I like?",
        session_key="agent:gemini:direct:s1",
        session_id="s1",
        trigger="user",
        chat_type="direct",
        sender_is_owner=True,
        block_lifetime="turn",
    )


def test_a_prompt_passes_the_gate() -> None:
    assert decide(read_turn(HOOK), GateSettings(), session_off=False) == Proceed(
        "direct", "s1", "private", is_owner=True
    )


def test_a_field_of_the_wrong_type_is_refused_by_name() -> None:
    with pytest.raises(RequestRefused) as refused:
        read_turn(HOOK | {"session_id": {}})

    assert refused.value.field == "session_id"


def test_a_block_is_the_hooks_additional_context() -> None:
    answer = write_answer(
        outcome=Recalled("tea", ()), trace_id="01J", block="block", status_line="s", debug_line="d"
    )

    assert answer == {"hookSpecificOutput": {"hookEventName": "BeforeAgent", "additionalContext": "block"}}


def test_no_block_is_an_empty_answer() -> None:
    assert write_answer(block=None) == {}


def test_what_befalls_its_session_is_read() -> None:
    told = read_notice({"session_id": "s1", "hook_event_name": "PreCompress"})

    assert told is not None
    assert (told.kind, told.host, told.session_key) == (
        "before_compaction",
        "gemini",
        "agent:gemini:direct:s1",
    )
    assert read_notice(HOOK) is None
