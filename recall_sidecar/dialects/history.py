"""The earlier messages of a conversation, read from the newest backwards and no further than they are needed.

A host may send thousands of messages with tool results and pictures; what is read here is bounded by counts and by
characters, so its cost does not grow with the conversation.
"""

from collections.abc import Sequence
from typing import Any, Final

from recall_sidecar.events import Message
from recall_sidecar.graphemes import head

__all__ = ["MAX_HISTORY_CHARS", "MAX_HISTORY_MESSAGES", "earlier_messages", "text_of_parts"]

# Each message costs about a microsecond: the limit keeps reading a large body well below parsing it.
MAX_HISTORY_MESSAGES: Final = 80
MAX_HISTORY_CHARS: Final = 100_000
# Tool results and empty messages between the kept ones are passed over, up to here.
_MAX_LOOKED_AT: Final = 2_000
_MAX_PARTS: Final = 200
_ROLES: Final = ("user", "assistant")
_TEXT_PARTS: Final = ("text", None, "input_text", "output_text")


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
    for raw in reversed((messages or ())[-_MAX_LOOKED_AT:]):
        if not isinstance(raw, dict) or (role := raw.get("role")) not in _ROLES:
            continue
        content = raw.get("content")
        text = content if isinstance(content, str) else text_of_parts(content)
        if not text or text.isspace():
            continue
        if not kept and role == "user" and _is_current(text, current, is_assembled=current_is_assembled):
            current = ""
            continue
        if len(text) >= room:
            kept.append(Message(role, head(text, room)))
            break
        room -= len(text)
        kept.append(Message(role, text))
        if len(kept) == MAX_HISTORY_MESSAGES:
            break
    kept.reverse()
    return tuple(kept)


def text_of_parts(parts: object) -> str:
    """Return the text parts, one a line; thinking, pictures, tool calls and their results have no text."""
    if not isinstance(parts, list):
        return ""
    texts = []
    for part in parts[:_MAX_PARTS]:
        if isinstance(part, dict):
            text = part.get("text") if part.get("type") in _TEXT_PARTS else None
        else:
            text = part
        if text and isinstance(text, str):
            texts.append(text)
    return texts[0] if len(texts) == 1 else "\n".join(texts)


def _is_current(text: str, current: str, *, is_assembled: bool) -> bool:
    text, current = text.strip(), current.strip()
    return text == current or (is_assembled and current.endswith((f" {text}", f"\n{text}")))
