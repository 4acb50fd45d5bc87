"""Claude Code's `UserPromptSubmit` hook.

It fires for more than prompts that a person typed: for scheduled wake-ups, for what sub-agents and peers report, for
runs of the SDK. `source` tells them apart and becomes the trigger, which the gate judges. Cursor and VS Code read
Claude Code's hooks too and drop what a hook adds; their turns are marked so that no model is asked for nothing.
"""

from collections.abc import Mapping
from typing import Any, Final

from pydantic import Field

from recall_sidecar.dialects.terminal import (
    PERSON,
    PromptAnswer,
    PromptHook,
    additional_context,
    end_of,
    notice_of,
    turn_of,
)
from recall_sidecar.dialects.wire import Id, fit
from recall_sidecar.events import HookNotice, TurnEnd, TurnEvent

__all__ = ["ClaudeCodeAnswer", "ClaudeCodeHook", "read_end", "read_notice", "read_turn", "write_answer"]

_HOST: Final = "claude-code"
_EVENT: Final = "UserPromptSubmit"
_END: Final = "Stop"
_ADDS_NOTHING: Final = "context_ignored"


class ClaudeCodeHook(PromptHook):
    """A submitted prompt."""

    prompt_id: Id | None = None
    """Id of the prompt."""
    source: Id | None = None
    """Who wrote the prompt: `user` for a person."""
    cursor_version: Id | None = None
    """Set by Cursor."""
    camel_event_name: Id | None = Field(None, alias="hookEventName")
    """Set by VS Code."""


class ClaudeCodeAnswer(PromptAnswer):
    """The answer; `systemMessage` is shown to the person and not to the model."""

    systemMessage: str | None = None  # noqa: N815 -- the host's own spelling


def read_turn(body: Mapping[str, Any]) -> TurnEvent:
    """Read a submitted prompt; an absent `source` is an older version's and means a person.

    Raises:
        RequestRefused: A field has the wrong type.
    """
    hook = fit(ClaudeCodeHook, body)
    is_other_editor = hook.cursor_version is not None or hook.camel_event_name is not None
    trigger = _ADDS_NOTHING if is_other_editor else hook.source or PERSON
    return turn_of(
        hook,
        host=_HOST,
        event_name=_EVENT,
        trigger=trigger,
        block_lifetime="session",
        turn_id=hook.prompt_id,
    )


def read_end(body: Mapping[str, Any]) -> TurnEnd | None:
    """Read the turn that the `Stop` hook says has ended, None for another hook.

    Raises:
        RequestRefused: A field has the wrong type.
    """
    return end_of(body, host=_HOST, event_name=_END)


def read_notice(body: Mapping[str, Any]) -> HookNotice | None:
    """Read what a hook says of a session and its history, None for another hook.

    Raises:
        RequestRefused: A field has the wrong type.
    """
    return notice_of(body, host=_HOST)


def write_answer(
    *, block: str | None, status_line: str = "", debug_line: str = "", **_: object
) -> dict[str, Any]:
    """Return the answer; lines that a session asked for (`/verbose on`, `/trace on`) are shown as a system message."""
    lines = "\n".join(line for line in (status_line, debug_line) if line)
    return additional_context(_EVENT, block) | ({"systemMessage": lines} if lines else {})
