"""What is the same for every terminal agent."""

import pytest

from recall_sidecar.dialects.terminal import PromptAnswer, PromptHook, additional_context, notice_of, turn_of
from recall_sidecar.events import HookNotice, TurnEvent


def turn(**fields: str) -> TurnEvent:
    hook = PromptHook.model_validate({"session_id": "S1", "prompt": "tea?"} | fields)
    return turn_of(hook, host="my-cli", event_name="Prompt", block_lifetime="turn")


def test_a_prompt_is_the_owners_direct_chat() -> None:
    assert turn() == TurnEvent(
        host="my-cli",
        agent_id="my-cli",
        text="tea?",
        session_key="agent:my-cli:direct:S1",
        session_id="S1",
        trigger="user",
        chat_type="direct",
        sender_is_owner=True,
    )


def test_ids_of_prompt_and_model_are_kept() -> None:
    hook = PromptHook.model_validate({"session_id": 1, "model": "gpt-5"})

    event = turn_of(hook, host="my-cli", event_name="Prompt", block_lifetime="turn", turn_id="t1")

    assert (event.message_id, event.run_id, event.model_id, event.session_id) == ("t1", "t1", "gpt-5", "1")


def test_the_prompts_own_event_counts_as_a_person() -> None:
    assert turn(hook_event_name="Prompt").trigger == "user"


def test_a_hook_installed_for_another_event_is_no_persons_turn() -> None:
    assert turn(hook_event_name="Stop").trigger == "Stop"


def test_a_sub_agents_prompt_is_another_sessions() -> None:
    assert turn(agent_id="a1").provenance == "inter_session"


def test_a_hook_without_a_session_has_no_session_key() -> None:
    event = turn(session_id="")

    assert (event.session_key, event.session_id) == (None, None)


def test_a_block_is_nested_under_the_hooks_own_output() -> None:
    assert additional_context("Prompt", "block") == {
        "hookSpecificOutput": {"hookEventName": "Prompt", "additionalContext": "block"}
    }


def test_no_block_is_an_empty_answer() -> None:
    assert additional_context("Prompt", None) == {}
    assert additional_context("Prompt", "") == {}


@pytest.mark.parametrize("block", ["block", None])
def test_an_answer_has_the_documented_shape(block: str | None) -> None:
    answer = additional_context("Prompt", block)

    assert PromptAnswer.model_validate(answer).model_dump(exclude_none=True) == answer


@pytest.mark.parametrize(
    ("event", "source", "kind"),
    [
        ("PreCompact", None, "before_compaction"),
        ("PreCompress", None, "before_compaction"),
        ("SessionEnd", None, "session_end"),
        ("SessionStart", "compact", "before_compaction"),
        ("SessionStart", "clear", "before_reset"),
        ("SessionStart", "startup", None),
        ("SessionStart", "resume", None),
        ("SessionStart", None, None),
        ("Prompt", None, None),
        ("Stop", None, None),
        (None, None, None),
    ],
)
def test_what_befalls_a_session_is_read(event: str | None, source: str | None, kind: str | None) -> None:
    body = {"session_id": "s1", "hook_event_name": event, "source": source, "trigger": "auto"}

    told = notice_of(body, host="my-cli")

    expected = {"agent_id": "my-cli", "session_key": "agent:my-cli:direct:s1", "session_id": "s1"}
    assert told == (None if kind is None else HookNotice(kind=kind, host="my-cli", **expected))  # type: ignore[arg-type]
