"""What the index asks of an embedding model, whatever model it is."""

from typing import Protocol

from recall_sidecar.errors import MemoryStoreError

__all__ = ["Embedder", "EmbeddingFailed"]


class EmbeddingFailed(MemoryStoreError):
    """No vector can be had; the message says why and what to do. Full-text search goes on without."""


class Embedder(Protocol):
    """Turns a text into a vector of length 1; the nearer two vectors, the nearer the meanings.

    `embed` takes milliseconds to seconds and is called in threads of the memory, several at once.
    """

    @property
    def model(self) -> str:
        """What identifies the vector space; vectors of two models never meet."""

    @property
    def dimension(self) -> int:
        """Numbers in a vector."""

    def load(self) -> None:
        """Make ready, which may take a second; doing so again costs nothing.

        Raises:
            EmbeddingFailed: The model cannot be used here.
        """

    def reads(self, text: str) -> bool:
        """Return whether the model understands the script that `text` is in."""

    def embed(self, text: str) -> bytes:
        """Return the vector of `text` as 32-bit floats in the machine's order.

        Raises:
            EmbeddingFailed: The model cannot be used here.
        """
