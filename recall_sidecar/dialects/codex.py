"""Codex's `UserPromptSubmit` hook; an unknown key in the answer would make Codex drop all of it."""

from collections.abc import Mapping
from typing import Any, Final

from recall_sidecar.dialects.terminal import PromptHook, additional_context, end_of, notice_of, turn_of
from recall_sidecar.dialects.wire import Id, fit
from recall_sidecar.events import HookNotice, TurnEnd, TurnEvent

__all__ = ["CodexHook", "read_end", "read_notice", "read_turn", "write_answer"]

_HOST: Final = "codex"
_EVENT: Final = "UserPromptSubmit"
_END: Final = "Stop"


class CodexHook(PromptHook):
    """A submitted prompt."""

    turn_id: Id | None = None
    """Id of the turn."""


def read_turn(body: Mapping[str, Any]) -> TurnEvent:
    """Read a submitted prompt.

    Raises:
        RequestRefused: A field has the wrong type.
    """
    hook = fit(CodexHook, body)
    return turn_of(hook, host=_HOST, event_name=_EVENT, block_lifetime="session", turn_id=hook.turn_id)


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


def write_answer(*, block: str | None, **_: object) -> dict[str, Any]:
    """Return the answer; status and trace, which other hosts take, have no place in it."""
    return additional_context(_EVENT, block)
