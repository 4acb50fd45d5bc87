"""The earlier messages of a conversation, read from the newest backwards and no further than they are needed.

A host may send thousands of messages with tool results and pictures; what is read here is bounded by counts and by
characters, so its cost does not grow with the conversation.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final, overload

from recall_sidecar.events import Message
from recall_sidecar.graphemes import head

__all__ = ["MAX_HISTORY_CHARS", "MAX_HISTORY_MESSAGES", "EarlierMessages", "text_of_parts"]

# Each message costs about a microsecond: the limit keeps reading a large body well below parsing it.
MAX_HISTORY_MESSAGES: Final = 80
MAX_HISTORY_CHARS: Final = 100_000
# Tool results and empty messages between the kept ones are passed over, up to here.
_MAX_LOOKED_AT: Final = 2_000
_MAX_PARTS: Final = 200
_ROLES: Final = ("user", "assistant")
_TEXT_PARTS: Final = ("text", None, "input_text", "output_text")


class EarlierMessages(Sequence[Message]):
    """The newest user and assistant messages that have text, oldest first, the current one left out.

    Each is read when somebody looks at it, newest first: a turn that the gate refuses reads none, and a short tail of
    a long conversation only its end. Anything that is no such message is passed over. At most `MAX_HISTORY_MESSAGES`
    are kept and at most `MAX_HISTORY_CHARS` characters of them; a message that crosses that limit is cut and is the
    last one read.
    """

    def __init__(
        self, messages: Sequence[Any] | None, *, current: str, current_is_assembled: bool = False
    ) -> None:
        """Take the messages as the host has them, oldest first; they must not change afterwards.

        Args:
            messages: What the host sent, if anything.
            current: The current message; some hosts put it at the end of `messages` as well.
            current_is_assembled: `current` is a whole prompt that ends with the user's words.
        """
        self._newest_first: list[Message] = []
        self._unread = _read(messages or (), current, current_is_assembled)

    def __reversed__(self) -> Iterator[Message]:
        """Yield the messages, newest first, reading on where nobody has read yet."""
        number = 0
        while number < len(self._newest_first) or self._read_one():
            yield self._newest_first[number]
            number += 1

    def __len__(self) -> int:
        return len(self._all())

    @overload
    def __getitem__(self, index: int) -> Message: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Message]: ...
    def __getitem__(self, index: int | slice) -> Message | Sequence[Message]:
        return self._all()[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._all() == tuple(other)

    # Equal to other sequences of the same messages, which hash in their own ways.
    __hash__ = None  # type: ignore[assignment]

    def _all(self) -> tuple[Message, ...]:
        while self._read_one():
            pass
        return tuple(reversed(self._newest_first))

    def _read_one(self) -> bool:
        message = next(self._unread, None)
        if message is not None:
            self._newest_first.append(message)
        return message is not None


def _read(messages: Sequence[Any], current: str, current_is_assembled: bool) -> Iterator[Message]:
    room, kept = MAX_HISTORY_CHARS, 0
    for raw in reversed(messages[-_MAX_LOOKED_AT:]):
        if not isinstance(raw, dict) or (role := raw.get("role")) not in _ROLES:
            continue
        content = raw.get("content")
        text = content if isinstance(content, str) else text_of_parts(content)
        if not text or text.isspace():
            continue
        if not kept and role == "user" and _is_current(text, current, is_assembled=current_is_assembled):
            current = ""
            continue
        kept += 1
        yield Message(role, text if len(text) < room else head(text, room))
        room -= len(text)
        if room <= 0 or kept == MAX_HISTORY_MESSAGES:
            return


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
