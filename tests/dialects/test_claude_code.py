"""Claude Code's prompt hook: who wrote the prompt decides, and the answer has exactly the keys it knows."""

from typing import Any

import pytest

from recall_sidecar.dialects.claude_code import ClaudeCodeAnswer, read_notice, read_turn, write_answer
from recall_sidecar.errors import RequestRefused
from recall_sidecar.events import TurnEvent
from recall_sidecar.gate import Proceed, decide
from recall_sidecar.outcomes import Recalled
from recall_sidecar.settings import GateSettings

HOOK: dict[str, Any] = {
    "session_id": "5f0c-1",
    "transcript_path": "/home/ann/.claude/projects/x/5f0c-1.jsonl",
    "cwd": "/home/ann/x",
    "prompt_id": "p1",
    "permission_mode": "default",
    "hook_event_name": "UserPromptSubmit",
    "prompt": "which tea do I like?",
    "source": "user",
}


def verdict(**changes: Any) -> str:  # noqa: ANN401 -- any field
    """Return what the gate makes of the hook with `changes`."""
    decision = decide(read_turn(HOOK | changes), GateSettings(), session_off=False)
    return decision.chat_type if isinstance(decision, Proceed) else f"no: {decision.reason}"


def test_a_typed_prompt_is_read() -> None:
    assert read_turn(HOOK) == TurnEvent(
        host="claude-code",
        agent_id="claude-code",
        text="which tea do I like?",
        message_id="p1",
        session_key="agent:claude-code:direct:5f0c-1",
        session_id="5f0c-1",
        run_id="p1",
        trigger="user",
        chat_type="direct",
        sender_is_owner=True,
        block_lifetime="session",
    )


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param({}, "direct", id="typed by a person"),
        pytest.param({"source": None}, "direct", id="an older version that does not say"),
        pytest.param({"source": "sdk"}, "no: not_interactive", id="a run of the SDK or of -p"),
        pytest.param({"source": "system"}, "no: not_interactive", id="peers, notifications, continuations"),
        pytest.param({"source": "loop_wakeup"}, "no: not_interactive", id="loop wake-up"),
        pytest.param({"source": "schedule_wakeup"}, "no: not_interactive", id="scheduled wake-up"),
        pytest.param({"source": "poll_event"}, "no: not_interactive", id="polled event"),
        pytest.param({"source": "new"}, "no: not_interactive", id="a source that we do not know"),
        pytest.param(
            {"agent_id": "a1", "agent_type": "Explore"}, "no: inter_session", id="inside a sub-agent"
        ),
        pytest.param({"agent_type": "reviewer"}, "direct", id="the main thread of a named agent"),
        pytest.param({"hook_event_name": "Stop"}, "no: not_interactive", id="installed for another event"),
        pytest.param({"cursor_version": "2.0"}, "no: not_interactive", id="Cursor drops what a hook adds"),
        pytest.param({"hookEventName": "UserPromptSubmit"}, "no: not_interactive", id="so does VS Code"),
        pytest.param({"session_id": None}, "no: no_session", id="no session"),
        pytest.param({"prompt": None}, "no: no_text", id="no prompt"),
    ],
)
def test_only_what_a_person_typed_recalls(changes: dict[str, Any], expected: str) -> None:
    assert verdict(**changes) == expected


def test_a_prompt_of_the_wrong_type_is_refused_by_name() -> None:
    with pytest.raises(RequestRefused) as refused:
        read_turn(HOOK | {"prompt": ["x"]})

    assert refused.value.field == "prompt"


def test_a_block_is_the_hooks_additional_context() -> None:
    answer = write_answer(
        outcome=Recalled("tea", ()), trace_id="01J", block="block", status_line="", debug_line=""
    )

    assert answer == {
        "hookSpecificOutput": {"hookEventName": "UserPromptSubmit", "additionalContext": "block"}
    }


def test_lines_that_a_session_asked_for_are_shown_to_the_person() -> None:
    answer = write_answer(block=None, status_line="s", debug_line="d")

    assert answer == {"systemMessage": "s\nd"}
    assert ClaudeCodeAnswer.model_validate(answer).model_dump(exclude_none=True) == answer


def test_no_block_is_an_empty_answer() -> None:
    assert write_answer(block=None) == {}


def test_what_befalls_its_session_is_read() -> None:
    told = read_notice({"session_id": "s1", "hook_event_name": "PreCompact"})

    assert told is not None
    assert (told.kind, told.host, told.session_key) == (
        "before_compaction",
        "claude-code",
        "agent:claude-code:direct:s1",
    )
    assert read_notice(HOOK) is None
