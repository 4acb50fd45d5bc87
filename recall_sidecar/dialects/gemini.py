"""Gemini CLI's `BeforeAgent` hook; what it adds counts for this turn only."""

from collections.abc import Mapping
from typing import Any, Final

from recall_sidecar.dialects.terminal import PromptHook, additional_context, end_of, notice_of, turn_of
from recall_sidecar.dialects.wire import fit
from recall_sidecar.events import HookNotice, TurnEnd, TurnEvent

__all__ = ["read_end", "read_notice", "read_turn", "write_answer"]

_HOST: Final = "gemini"
_EVENT: Final = "BeforeAgent"
_END: Final = "AfterAgent"


def read_turn(body: Mapping[str, Any]) -> TurnEvent:
    """Read a prompt that is about to be answered.

    Raises:
        RequestRefused: A field has the wrong type.
    """
    return turn_of(fit(PromptHook, body), host=_HOST, event_name=_EVENT, block_lifetime="turn")


def read_end(body: Mapping[str, Any]) -> TurnEnd | None:
    """Read the turn that the `AfterAgent` hook says has ended, None for another hook.

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
