"""Tell in what was said in a conversation the question from the rest.

Whoever asks something a second time finds the first time best of all: a question shares more words with itself than with
its answer. Stores of conversations are full of it, so what repeats the question is told from what may answer it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import regex

from recall_sidecar.memory.openclaw.answers import Finding
from recall_sidecar.memory.terms import query_terms, tokens

__all__ = ["Saying", "sayings"]

_SPEAKER = regex.compile(r"^(?:User|Assistant): ", regex.MULTILINE)
_CUT = ("...", "…")
_ASKS = ("?", "？", "؟")


@dataclass(frozen=True, slots=True)
class Saying:
    """A finding, and what of its text is more than the question; None when it does not repeat it."""

    finding: Finding
    beyond: str | None = None


def sayings(findings: Iterable[Finding], question: str) -> Iterator[Saying]:
    """Yield the findings without those that only repeat `question`, and of those that say the same beyond it the first.

    A file is what somebody wrote down to keep, and none of this.
    """
    asked = _Asked(question)
    known: set[frozenset[str]] = set()
    for finding in findings:
        if finding.kind == "file":
            yield Saying(finding)
            continue
        messages = [message for message in _SPEAKER.split(finding.text) if message.strip()]
        others = [message for message in messages if not asked.is_repeated_by(message)]
        beyond = "\n".join(others)
        words = frozenset(tokens(beyond))
        # Order, case and punctuation apart: one other word, and it may be the news.
        if others and words not in known:
            known.add(words)
            yield Saying(finding, None if len(others) == len(messages) else beyond)


class _Asked:
    """A question, taken apart once for all messages that it is compared with."""

    def __init__(self, question: str) -> None:
        self._words = tokens(question)
        self._telling = _telling(question)

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
