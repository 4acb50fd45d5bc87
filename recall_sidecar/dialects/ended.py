"""What was said in the last turn of a conversation, read from the messages a host has when the turn has ended."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from recall_sidecar.dialects.history import text_of_parts
from recall_sidecar.envelope import unwrap

__all__ = ["LastTurn", "last_turn"]

# A turn is this long where a model calls many tools; what is further back is not looked at.
_MAX_LOOKED_AT: Final = 2_000
_TOOL_ROLES: Final = frozenset({"toolResult", "tool", "function"})
_TOOL_PARTS: Final = frozenset({"tool_result", "toolResult"})


@dataclass(frozen=True, slots=True)
class LastTurn:
    """The user's words, and the assistant's before and after the first result of a tool."""

    user: str
    reply: str
    after_tools: str


def last_turn(messages: Sequence[Any] | None, current: str | None = None) -> LastTurn | None:
    """Return the last turn of `messages`, oldest first; None when no user speaks in them.

    `current` are the user's own words where the host has them apart. A message that a host wrote in the user's name, and
    one that brings a tool's result, begin no turn.
    """
    looked_at = [each for each in (messages or ())[-_MAX_LOOKED_AT:] if isinstance(each, Mapping)]
    start = next((at for at in range(len(looked_at) - 1, -1, -1) if _is_users(looked_at[at])), None)
    if start is None:
        return None
    said: dict[bool, list[str]] = {False: [], True: []}
    tools = False
    for message in looked_at[start + 1 :]:
        if _brings_result(message):
            tools = True
        elif message.get("role") == "assistant" and (text := _text(message).strip()):
            said[tools].append(text)
    user = _text(looked_at[start]) if current is None else current
    return LastTurn(user, "\n".join(said[False]), "\n".join(said[True]))


def _is_users(message: Mapping[str, Any]) -> bool:
    return message.get("role") == "user" and bool(unwrap(_text(message), "user"))


def _brings_result(message: Mapping[str, Any]) -> bool:
    content = message.get("content")
    parts = content if isinstance(content, list) else ()
    has_part = any(isinstance(part, Mapping) and part.get("type") in _TOOL_PARTS for part in parts)
    return message.get("role") in _TOOL_ROLES or has_part


def _text(message: Mapping[str, Any]) -> str:
    content = message.get("content")
    return content if isinstance(content, str) else text_of_parts(content)
