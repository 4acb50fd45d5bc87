"""The embedder that settings name."""

from recall_sidecar.memory.embedding.minilm import MiniLm
from recall_sidecar.memory.embedding.port import Embedder
from recall_sidecar.settings import EmbeddingSettings

__all__ = ["embedder"]


def embedder(settings: EmbeddingSettings) -> Embedder | None:
    """Return it, not loaded yet; None when words alone shall decide."""
    return MiniLm() if settings.model == "minilm" else None
