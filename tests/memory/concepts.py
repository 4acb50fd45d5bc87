"""An embedder for tests: a text means the concepts that its words stand for, and nothing is loaded."""

import math
from array import array
from collections.abc import Sequence

from recall_sidecar.memory.embedding import EmbeddingFailed, Scale
from recall_sidecar.memory.embedding.scripts import is_mostly_latin

__all__ = ["ConceptEmbedder"]

_CONCEPTS = (
    {"drink", "oolong", "tea", "beverage", "coffee"},
    {"music", "cello", "orchestra", "instrument"},
    {"trip", "lisbon", "holiday", "travel"},
)


class ConceptEmbedder:
    """Knows three concepts; a text about none of them is near to no other.

    `broken` says what fails from now on, empty when nothing does; `embedded` are the texts that were asked for.
    """

    dimension = len(_CONCEPTS) + 1
    scale = Scale()
    batch = 1

    def __init__(self, model: str = "concepts-1") -> None:
        self.model = model
        self.broken = ""
        self.embedded: list[str] = []

    def load(self) -> None:
        """Fail if it shall."""
        if self.broken:
            raise EmbeddingFailed(self.broken)

    def reads(self, text: str) -> bool:
        """Return whether the text is in Latin letters."""
        return is_mostly_latin(text)

    def embed_query(self, text: str) -> bytes:
        """Return the vector of a question."""
        return self.embed(text)

    def embed_passages(self, texts: Sequence[str]) -> list[bytes]:
        """Return the vectors of passages."""
        return [self.embed(text) for text in texts]

    def close(self) -> None:
        """Wait for nobody."""

    def embed(self, text: str) -> bytes:
        """Return the concepts of `text`, and a last number for all that they leave out."""
        self.load()
        self.embedded.append(text)
        words = [word.strip(".,?!") for word in text.lower().split()]
        counts = [float(sum(word in concept for word in words)) for concept in _CONCEPTS]
        numbers = [*counts, 0.0] if any(counts) else [*counts, 1.0]
        length = math.hypot(*numbers)
        return array("f", [number / length for number in numbers]).tobytes()
