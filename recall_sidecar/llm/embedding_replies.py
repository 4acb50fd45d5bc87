"""What comes back from an embedding call: packed in the worker, checked in the daemon.

Pure. Between the two a vector is its 32-bit floats in base64: a tenth of what they are as JSON.
"""

from array import array
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from recall_sidecar.errors import ModelReplyInvalid
from recall_sidecar.llm.port import Usage
from recall_sidecar.llm.providers import Route

__all__ = ["Embeddings", "embeddings_of", "packed"]


@dataclass(frozen=True, slots=True)
class Embeddings:
    """A vector for each text that was asked about, as 32-bit floats in the machine's order, and what it took."""

    vectors: tuple[bytes, ...]
    usage: Usage


def packed(data: Sequence[Any]) -> list[str]:
    """Return the vectors of litellm's reply in the order of the texts, each as base64.

    Raises:
        ValueError: An entry is no vector, or its place is not clear.
        TypeError: The same.
        KeyError: The same.
    """
    entries = [entry if isinstance(entry, Mapping) else vars(entry) for entry in data]
    places = [entry.get("index", place) for place, entry in enumerate(entries)]
    if sorted(places) != list(range(len(entries))):
        message = "the places of the vectors are not clear"
        raise ValueError(message)
    in_order = dict(zip(places, entries, strict=True))
    return [_base64(in_order[place]["embedding"]) for place in range(len(entries))]


def embeddings_of(frame: Mapping[str, Any], texts: int, route: Route) -> Embeddings:
    """Return the vectors of a worker's frame for so many texts.

    Raises:
        ModelReplyInvalid: There are more or fewer, or vectors of several lengths.
    """
    vectors = tuple(b64decode(vector) for vector in frame["vectors"])
    if len(vectors) != texts or len({len(vector) for vector in vectors}) > 1 or not all(vectors):
        sizes = sorted({len(vector) // 4 for vector in vectors})
        message = f"{route.name}/{route.model} gave {len(vectors)} vectors of {sizes or 'no'} numbers for {texts} texts"
        raise ModelReplyInvalid(message, model=route.model, provider=route.name)
    return Embeddings(vectors, Usage(**frame["usage"]))


def _base64(numbers: Sequence[float]) -> str:
    return b64encode(array("f", numbers).tobytes()).decode()
