"""The earlier messages of a conversation, read from the newest backwards and no further than they are needed.

A host may send thousands of messages with tool results and pictures; what is read here is bounded by counts and by
characters, so its cost does not grow with the conversation.
"""

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any, Final

from recall_sidecar.events import Message
from recall_sidecar.graphemes import head

__all__ = ["MAX_HISTORY_CHARS", "MAX_HISTORY_MESSAGES", "earlier_messages"]

MAX_HISTORY_MESSAGES: Final = 400
MAX_HISTORY_CHARS: Final = 100_000
# Tool results and empty messages between the kept ones are passed over, up to here.
_MAX_LOOKED_AT: Final = 2_000
_MAX_PARTS: Final = 200
_TEXT_PARTS: Final = frozenset({None, "text", "input_text", "output_text"})


def earlier_messages(
    messages: Sequence[Any] | None, *, current: str, current_is_assembled: bool = False
) -> tuple[Message, ...]:
    """Return the newest user and assistant messages that have text, oldest first, the current one left out.

    Anything that is no such message is passed over. At most `MAX_HISTORY_MESSAGES` are kept and at most
    `MAX_HISTORY_CHARS` characters of them; a message that crosses that limit is cut and is the last one read.

    Args:
        messages: Messages as the host has them, oldest first.
        current: The current message; some hosts put it at the end of `messages` as well.
        current_is_assembled: `current` is a whole prompt that ends with the user's words.
    """
    kept: list[Message] = []
    room = MAX_HISTORY_CHARS
    for raw in islice(reversed(messages or ()), _MAX_LOOKED_AT):
        message = _read(raw)
        if message is None:
            continue
        if not kept and message.role == "user" and _is_current(message.text, current, current_is_assembled):
            current = ""
            continue
        if len(message.text) > room:
            message = Message(message.role, head(message.text, room))
        room -= len(message.text)
        kept.append(message)
        if room <= 0 or len(kept) == MAX_HISTORY_MESSAGES:
            break
    kept.reverse()
    return tuple(kept)


def _read(raw: object) -> Message | None:
    if not isinstance(raw, Mapping):
        return None
    role = raw.get("role")
    if role not in {"user", "assistant"}:
        return None
    text = _text(raw.get("content"))
    return Message(role, text) if text and not text.isspace() else None


def _text(content: object) -> str:
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    return "\n".join(text for part in islice(content, _MAX_PARTS) if (text := _part_text(part)))


def _part_text(part: object) -> str:
    """Return the text of a text part; thinking, pictures, tool calls and their results have none."""
    if isinstance(part, str):
        return part
    if isinstance(part, Mapping) and part.get("type") in _TEXT_PARTS:
        text = part.get("text")
        return text if isinstance(text, str) else ""
    return ""


def _is_current(text: str, current: str, current_is_assembled: bool) -> bool:
    text, current = text.strip(), current.strip()
    if text == current:
        return True
    return current_is_assembled and current.endswith((f" {text}", f"\n{text}"))
