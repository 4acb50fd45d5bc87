"""Meanings of texts as vectors: the port `Embedder` and the models behind it."""

from recall_sidecar.memory.embedding.port import Embedder, EmbeddingFailed
from recall_sidecar.memory.embedding.scale import Scale

__all__ = ["Embedder", "EmbeddingFailed", "Scale"]
