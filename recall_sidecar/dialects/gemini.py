"""Gemini CLI's `BeforeAgent` hook; what it adds counts for this turn only."""

from collections.abc import Mapping
from typing import Any, Final

from recall_sidecar.dialects.terminal import PromptHook, additional_context, turn_of
from recall_sidecar.dialects.wire import fit
from recall_sidecar.events import TurnEvent

__all__ = ["read_turn", "write_answer"]

_HOST: Final = "gemini"
_EVENT: Final = "BeforeAgent"


def read_turn(body: Mapping[str, Any]) -> TurnEvent:
    """Read a prompt that is about to be answered.

    Raises:
        RequestRefused: A field has the wrong type.
    """
    return turn_of(fit(PromptHook, body), host=_HOST, event_name=_EVENT, block_lifetime="turn")


def write_answer(*, block: str | None, **_: object) -> dict[str, Any]:
    """Return the answer; status and trace, which other hosts take, have no place in it."""
    return additional_context(_EVENT, block)
