"""Tell what only repeats a question: whoever asks something a second time finds the first time best of all."""

from recall_sidecar.memory.terms import query_terms, tokens

__all__ = ["Question"]

_CUT = ("...", "…")
_ASKS = ("?", "？", "؟")


class Question:
    """A question, taken apart once for all messages that it is compared with."""

    def __init__(self, text: str) -> None:
        self._words = tokens(text)
        self._telling = _telling(text)

    def is_repeated_by(self, message: str) -> bool:
        """Whether `message` is the question: word for word, cut off, or as another question with no word of its own."""
        message = message.strip()
        words = tokens(message)
        if words == self._words:
            return True
        if message.endswith(_CUT):
            # The last word may be half of one.
            whole = words[:-1]
            return bool(whole) and self._words[: len(whole)] == whole
        return message.endswith(_ASKS) and _telling(message) <= self._telling


def _telling(text: str) -> frozenset[str]:
    return frozenset(term.text for term in query_terms(text))
