"""What of a memory file is kept in our own files: everything but known secrets, line by line as it was."""

from collections.abc import Iterator

from recall_sidecar.masking.masker import without_known_secrets

__all__ = ["without_secrets"]

# Masking lets no other thread run; this much takes some milliseconds.
_AT_ONCE_CHARS = 16_384
_BEGIN, _END = "-----BEGIN ", "-----END "


def without_secrets(text: str) -> str:
    """Return `text` with its secrets masked; it has as many lines as before. A user's own patterns are not looked for."""
    return "".join(map(without_known_secrets, _parts(text)))


def _parts(text: str) -> Iterator[str]:
    """Yield `text` in parts that end with a line, none of them within a key that spans lines."""
    start = 0
    while start < len(text):
        end = text.find("\n", start + _AT_ONCE_CHARS) + 1 or len(text)
        if text.rfind(_BEGIN, start, end) > text.rfind(_END, start, end):
            closed = text.find(_END, end)
            end = (text.find("\n", closed) + 1 or len(text)) if 0 <= closed - end < _AT_ONCE_CHARS else end
        yield text[start:end]
        start = end
