"""From the chunks of a provider's stream, as litellm shapes them, to the frames of a reply.

Pure. Thinking is left out; text is passed on as it comes; tool calls are gathered until they are whole.
"""

import json
from dataclasses import dataclass, field
from typing import Any

__all__ = ["MAX_REPLY_CHARS", "ReplyBuilder", "ReplyTooLong"]

# Far above the largest reply settings allow: it stops a server that never ends.
MAX_REPLY_CHARS = 256 * 1024


class ReplyTooLong(ValueError):
    """A reply without end."""


@dataclass
class _Call:
    id: str
    name: str = ""
    arguments: str = ""


@dataclass
class ReplyBuilder:
    """One reply while it arrives; `usage` and `reason` are the provider's, None until it says so."""

    usage: Any = None
    reason: str | None = None
    _calls: list[_Call] = field(default_factory=list)
    _open: dict[int, _Call] = field(default_factory=dict)
    _chars: int = 0

    @property
    def is_whole(self) -> bool:
        """Whether the provider has ended the reply and counted it: nothing more can come."""
        return self.reason is not None and self.usage is not None

    def feed(self, chunk: Any) -> str:  # noqa: ANN401 -- litellm's chunks have no type we may import
        """Take a chunk and return the text it adds.

        Raises:
            ReplyTooLong: The reply is longer than `MAX_REPLY_CHARS`.
        """
        self.usage = getattr(chunk, "usage", None) or self.usage
        choices = getattr(chunk, "choices", None)
        if not choices:
            return ""
        self.reason = getattr(choices[0], "finish_reason", None) or self.reason
        delta = getattr(choices[0], "delta", None)
        for part in getattr(delta, "tool_calls", None) or ():
            self._gather(part)
        text = getattr(delta, "content", None)
        text = text if isinstance(text, str) else ""
        self._count(len(text))
        return text

    def calls(self) -> list[dict[str, Any]]:
        """Return the finished tool calls; arguments that are no JSON object are None."""
        return [{"id": c.id, "name": c.name, "arguments": _object(c.arguments)} for c in self._calls]

    def counts(self) -> dict[str, int]:
        """Return the tokens the provider reports."""
        prompt = getattr(self.usage, "prompt_tokens_details", None)
        completion = getattr(self.usage, "completion_tokens_details", None)
        return {
            "input_tokens": _count_of(self.usage, "prompt_tokens"),
            "output_tokens": _count_of(self.usage, "completion_tokens"),
            "reasoning_tokens": _count_of(completion, "reasoning_tokens"),
            "cached_tokens": _count_of(prompt, "cached_tokens"),
        }

    def _gather(self, part: Any) -> None:  # noqa: ANN401
        index = part.index if isinstance(getattr(part, "index", None), int) else 0
        call = self._open.get(index)
        part_id = getattr(part, "id", None)
        # Some servers number every call 0; a new id begins a new call.
        if call is None or (part_id and call.id and part_id != call.id):
            call = _Call(part_id or f"call_{len(self._calls)}")
            self._open[index] = call
            self._calls.append(call)
        function = getattr(part, "function", None)
        call.name = getattr(function, "name", None) or call.name
        piece = getattr(function, "arguments", None) or ""
        self._count(len(piece))
        call.arguments += piece

    def _count(self, chars: int) -> None:
        self._chars += chars
        if self._chars > MAX_REPLY_CHARS:
            message = f"the reply is longer than {MAX_REPLY_CHARS} characters"
            raise ReplyTooLong(message)


def _object(text: str) -> dict[str, Any] | None:
    try:
        value = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _count_of(holder: Any, name: str) -> int:  # noqa: ANN401
    value = getattr(holder, name, None)
    return value if isinstance(value, int) and value > 0 else 0
