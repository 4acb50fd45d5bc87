"""Tell which sentences of a memory stand in a text: words alone are compared, by nothing of the product's own."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from benchmarks.quality.sets import Document

__all__ = ["Facts"]

_WORD = re.compile(r"\w+")
_END = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])|\n+")
# Less than that stands in another text by chance.
_FEWEST_CHARS = 18
_FEWEST_CJK = 8
_CJK = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


def _words(text: str) -> str:
    return " ".join(_WORD.findall(text.lower()))


@dataclass(slots=True)
class Facts:
    """The sentences of a memory, each a fact, with the documents that hold it.

    `said` are summaries of a model, in its own words, and the fact that each tells.
    """

    documents: Mapping[str, frozenset[str]]
    said: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, documents: Iterable[Document]) -> "Facts":
        """Take the sentences of `documents` that are long enough to be told apart."""
        found: dict[str, set[str]] = {}
        for document in documents:
            for sentence in _END.split(document.text):
                words = _words(sentence)
                if len(words) >= _FEWEST_CHARS or len(_CJK.findall(words)) >= _FEWEST_CJK:
                    found.setdefault(words, set()).add(document.id)
        return cls({fact: frozenset(ids) for fact, ids in found.items()})

    def tell(self, summary: str, sentence: str) -> None:
        """Take note of a summary that tells a sentence in other words."""
        if _words(sentence) in self.documents:
            self.said[_words(summary)] = _words(sentence)

    def told(self, text: str) -> frozenset[str]:
        """Return the facts that stand in a text."""
        words = _words(text)
        if not words:
            return frozenset()
        whole = {fact for fact in self.documents if fact in words}
        return frozenset(whole | {fact for summary, fact in self.said.items() if summary in words})

    def about(self, facts: Iterable[str], gold: Iterable[str]) -> frozenset[str]:
        """Return those of `facts` that stand in one of the documents `gold`."""
        wanted = {*gold}
        return frozenset(fact for fact in facts if self.documents[fact] & wanted)
