"""Tell in what was said in a conversation the question from the rest.

Whoever asks something a second time finds the first time best of all: a question shares more words with itself than with
its answer. Stores of conversations are full of it, so what repeats the question is told from what may answer it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import regex

from recall_sidecar.memory.echo import Question
from recall_sidecar.memory.openclaw.answers import Finding
from recall_sidecar.memory.terms import tokens

__all__ = ["Saying", "sayings"]

_SPEAKER = regex.compile(r"^(?:User|Assistant): ", regex.MULTILINE)


@dataclass(frozen=True, slots=True)
class Saying:
    """A finding, and what of its text is more than the question; None when it does not repeat it."""

    finding: Finding
    beyond: str | None = None


def sayings(findings: Iterable[Finding], question: str) -> Iterator[Saying]:
    """Yield the findings without those that only repeat `question`, and of those that say the same beyond it the first.

    A file is what somebody wrote down to keep, and none of this.
    """
    asked = Question(question)
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
