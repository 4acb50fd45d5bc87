"""A model that reads its passages and answers from those that hold the answer, in words that are nearly theirs."""

import re
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from typing import Final

from benchmarks.judgement.facts import Facts
from recall_sidecar.llm.port import (
    Finished,
    ModelChunk,
    ModelRef,
    ModelRequest,
    ModelState,
    TextDelta,
    ToolResult,
    Usage,
)

__all__ = ["Reader"]

_PASSAGE: Final = re.compile(
    r"<<passage (?P<number>\d+) \w+>>\n\((?P<path>.*?) \| lines (?P<line>\d+)-.*\)\n(?P<text>[\s\S]*?)\n<<end"
)
_CHARS: Final = 200
_WORDS: Final = re.compile(r"\w+")


class Reader:
    """A `ModelClient` that knows which documents answer: `gold` is set before each turn.

    Of the passages that hold the answer it tells the sentence that shares most words with the question, every sixth word
    left out, and notes in `facts` which one that was; without such a passage it says NONE.
    """

    state: ModelState = "ready"

    def __init__(self, document_at: Callable[[str, int], str], facts: Facts) -> None:
        self.gold: Collection[str] = ()
        self.question = ""
        self.calls = 0
        self._document_at = document_at
        self._facts = facts

    def can_reach(self, model: ModelRef) -> bool:  # noqa: ARG002 -- the port's
        """Return that it is there."""
        return True

    def is_local(self, model: ModelRef) -> bool:  # noqa: ARG002 -- the port's
        """Return that it is on this machine."""
        return True

    def takes_tools(self, model: ModelRef) -> bool:  # noqa: ARG002 -- the port's
        """Return that it searches no second time."""
        return False

    @asynccontextmanager
    async def stream(self, request: ModelRequest) -> AsyncIterator[AsyncIterator[ModelChunk]]:
        """Answer one request."""
        self.calls += 1
        yield self._said(self._answer(request))

    async def aclose(self) -> None:
        """Do nothing."""

    async def _said(self, text: str) -> AsyncIterator[ModelChunk]:
        yield TextDelta(text)
        yield Finished("stop", Usage(len(text), len(text)))

    def _answer(self, request: ModelRequest) -> str:
        results = (message.text for message in request.messages if isinstance(message, ToolResult))
        asked = set(_WORDS.findall(self.question.lower()))
        best = ("NONE", -1)
        for passage in _PASSAGE.finditer("\n".join(results)):
            if self._document_at(passage["path"], int(passage["line"])) not in self.gold:
                continue
            for sentence in re.split(r"(?<=[.!?])\s+|(?<=[。！？])|\n+", passage["text"]):
                shared = len(asked & set(_WORDS.findall(sentence.lower())))
                if shared > best[1] and _WORDS.search(sentence) and not sentence.startswith("#"):
                    best = (f"[{passage['number']}] {self._summary(sentence)}", shared)
        return best[0]

    def _summary(self, sentence: str) -> str:
        words = sentence[:_CHARS].split()
        said = " ".join(word for place, word in enumerate(words, 1) if place % 6 or len(words) < 8)
        summary = f"Noted: {said.lstrip('#>-* ')}"
        self._facts.tell(summary, sentence)
        return summary
