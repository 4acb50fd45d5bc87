"""What the index asks of an embedding model, whatever model it is."""

from collections.abc import Sequence
from typing import Protocol

from recall_sidecar.errors import MemoryStoreError
from recall_sidecar.memory.embedding.scale import Scale

__all__ = ["Embedder", "EmbeddingFailed"]


class EmbeddingFailed(MemoryStoreError):
    """No vector can be had; the message says why and what to do. Full-text search goes on without."""


class Embedder(Protocol):
    """Turns texts into vectors of length 1; the nearer two vectors, the nearer the meanings.

    Calls take milliseconds to seconds and come from threads of the memory, several at once.
    """

    @property
    def model(self) -> str:
        """What identifies the vector space; vectors of two never meet. It may be known only once the model is loaded."""

    @property
    def dimension(self) -> int:
        """Numbers in a vector; known once the model is loaded."""

    @property
    def scale(self) -> Scale:
        """What its cosines mean; known once the model is loaded."""

    @property
    def batch(self) -> int:
        """How many passages are best embedded at once."""

    def load(self) -> None:
        """Make ready, which may take a second; doing so again costs nothing.

        Raises:
            EmbeddingFailed: The model cannot be used here.
        """

    def reads(self, text: str) -> bool:
        """Return whether the model understands the script that `text` is in."""

    def embed_query(self, text: str) -> bytes:
        """Return the vector of a question as 32-bit floats in the machine's order.

        Raises:
            EmbeddingFailed: The model cannot be used here, or not now.
        """

    def embed_passages(self, texts: Sequence[str]) -> list[bytes]:
        """Return the vector of each of `texts`, at most `batch` of them, in the same form; empty for one that it never takes.

        Raises:
            EmbeddingFailed: The model cannot be used here, or not now.
        """

    def close(self) -> None:
        """Give up what waits for another machine; whoever waits for it gets `EmbeddingFailed`."""
