"""What the prompt hooks of terminal agents have in common: one person, one machine, one prompt, a strict answer.

Claude Code, Codex and Gemini CLI run a hook as the user who typed the prompt, so the sender is the owner and the
chat is direct. They hand over the path of a transcript and no messages; the path is not read here. Their answer may
hold known keys only, and never a decision: a hook of ours cannot block a prompt.
"""

from collections.abc import Mapping
from typing import Any, Final

from pydantic import BaseModel, ConfigDict

from recall_sidecar.dialects.wire import Id, fit
from recall_sidecar.events import BlockLifetime, HookNotice, NoticeKind, TurnEnd, TurnEvent

__all__ = [
    "PERSON",
    "HookOutput",
    "PromptAnswer",
    "PromptHook",
    "SessionHook",
    "StopHook",
    "additional_context",
    "end_of",
    "notice_of",
    "turn_of",
]

# The trigger of a turn that a person wrote.
PERSON: Final = "user"
# What happens to a session and its history, as these hosts call it; a session that starts says from what.
_NOTICES: Final[Mapping[str, NoticeKind]] = {
    "PreCompact": "before_compaction",
    "PreCompress": "before_compaction",
    "SessionEnd": "session_end",
}
_START: Final = "SessionStart"
_STARTS: Final[Mapping[str, NoticeKind]] = {"compact": "before_compaction", "clear": "before_reset"}


class PromptHook(BaseModel):
    """The fields that all of them send; unknown ones are ignored."""

    model_config = ConfigDict(
        frozen=True, extra="ignore", coerce_numbers_to_str=True, use_attribute_docstrings=True
    )

    session_id: Id | None = None
    hook_event_name: Id | None = None
    prompt: str | None = None
    """The user's own words."""
    agent_id: Id | None = None
    """Set inside a sub-agent only."""
    model: Id | None = None
    """The main model, by its provider's name for it."""


class StopHook(PromptHook):
    """The end of a turn. Only Gemini CLI repeats the prompt in it."""

    last_assistant_message: str | None = None
    """What the assistant said last, as Claude Code and Codex call it."""
    prompt_response: str | None = None
    """The same, as Gemini CLI calls it."""


class SessionHook(PromptHook):
    """What happens to a session."""

    source: Id | None = None
    """What a session starts from: `startup`, `resume`, `clear`, `compact`."""


class HookOutput(BaseModel):
    """What a prompt hook may say."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    hookEventName: str  # noqa: N815 -- the hosts' own spelling
    additionalContext: str  # noqa: N815 -- the hosts' own spelling


class PromptAnswer(BaseModel):
    """The answer to a prompt hook; an empty object adds nothing."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    hookSpecificOutput: HookOutput | None = None  # noqa: N815 -- the hosts' own spelling


def turn_of(
    hook: PromptHook,
    *,
    host: str,
    event_name: str,
    trigger: str = PERSON,
    block_lifetime: BlockLifetime,
    turn_id: str | None = None,
) -> TurnEvent:
    """Return the turn that a prompt hook reports.

    A hook that was installed for another event than `event_name` takes that event's name as its trigger, and a
    sub-agent's prompt counts as another session's: neither is a person's turn.

    Args:
        hook: What the host sent.
        host: Name of the dialect; also the agent whose memory is asked.
        event_name: The host's name for "a prompt was submitted".
        trigger: What started the turn.
        block_lifetime: Whether this host keeps what a hook adds.
        turn_id: The host's id of this prompt, the same in every retry.
    """
    is_prompt = hook.hook_event_name in {None, "", event_name}
    return TurnEvent(
        host=host,
        agent_id=host,
        text=hook.prompt or "",
        message_id=turn_id or None,
        session_key=f"agent:{host}:direct:{hook.session_id}" if hook.session_id else None,
        session_id=hook.session_id or None,
        run_id=turn_id or None,
        trigger=trigger if is_prompt else hook.hook_event_name,
        provenance="inter_session" if hook.agent_id else None,
        chat_type="direct",
        sender_is_owner=True,
        model_id=hook.model or None,
        block_lifetime=block_lifetime,
    )


def end_of(body: Mapping[str, Any], *, host: str, event_name: str) -> TurnEnd | None:
    """Return the turn that has ended, None when `body` is no hook of that name.

    Its words stand in the prompt hook before it. Nobody says whether tools ran, so the answer may repeat what they gave.

    Raises:
        RequestRefused: A field has the wrong type.
    """
    if body.get("hook_event_name") != event_name:
        return None
    hook = fit(StopHook, body)
    turn = turn_of(hook, host=host, event_name=event_name, block_lifetime="session")
    return TurnEnd(turn=turn, after_tools=hook.last_assistant_message or hook.prompt_response or "")


def notice_of(body: Mapping[str, Any], *, host: str) -> HookNotice | None:
    """Return what a hook says of a session and its history, None when it says nothing of them.

    Raises:
        RequestRefused: A field has the wrong type.
    """
    event = str(body.get("hook_event_name"))
    if event != _START and event not in _NOTICES:
        return None
    hook = fit(SessionHook, body)
    kind = _STARTS.get(hook.source or "") if event == _START else _NOTICES.get(event)
    if kind is None:
        return None
    turn = turn_of(hook, host=host, event_name=event, block_lifetime="session")
    return HookNotice(
        kind=kind,
        host=host,
        agent_id=turn.agent_id,
        session_key=turn.session_key,
        session_id=turn.session_id,
    )


def additional_context(event_name: str, block: str | None) -> dict[str, Any]:
    """Return the answer that adds `block` to the prompt, and nothing at all when there is no block."""
    if not block:
        return {}
    return {"hookSpecificOutput": {"hookEventName": event_name, "additionalContext": block}}
