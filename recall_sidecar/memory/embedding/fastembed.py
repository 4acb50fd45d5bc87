"""Any text model of the library fastembed, which fetches it once and runs it here.

It is fetched when it is loaded; a turn never waits for that.
"""

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from recall_sidecar.memory.embedding.faults import told
from recall_sidecar.memory.embedding.scale import PASSAGES, QUESTIONS, Scale, measured
from recall_sidecar.memory.embedding.scripts import has_letters

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["FASTEMBED", "FastEmbed"]

FASTEMBED: Final = "fastembed/"
_REMEDY = 'pip install "recall-sidecar[fastembed]", check the name and the network, or set memory.embedding.model = "minilm"'
# One window of most of its models.
_MAX_CHARS = 4096


class FastEmbed:
    """An `Embedder` for the model `name`, kept below the folder `downloads`."""

    batch = 8

    def __init__(self, name: str, downloads: Path) -> None:
        self._name = name
        self._downloads = downloads
        self._library: Any = None
        self._loading = threading.Lock()
        self.model = f"{FASTEMBED}{name}"
        self.dimension = 0
        self.scale = Scale()

    def load(self) -> None:
        """Import the library and load the model, which it fetches where it is missing."""
        with self._loading:
            if self._library is None:
                with told(self.model, "loaded", _REMEDY):
                    self._begin()

    def _begin(self) -> None:
        library = _model(self._name, self._downloads)
        questions = [*library.query_embed(list(QUESTIONS))]
        passages = [*library.passage_embed(list(PASSAGES))]
        self.scale = measured([*map(_listed, questions)], [*map(_listed, passages)])
        self.dimension = len(questions[0])
        self._library = library

    def reads(self, text: str) -> bool:
        """Return whether there are letters: what the model has learned is not known here."""
        return has_letters(text)

    def embed_query(self, text: str) -> bytes:
        """Return the vector of a question."""
        self.load()
        with told(self.model, "used", _REMEDY):
            (vector,) = self._library.query_embed([text[:_MAX_CHARS]])
            return _bytes(vector)

    def embed_passages(self, texts: Sequence[str]) -> list[bytes]:
        """Return the vector of each passage."""
        self.load()
        with told(self.model, "used", _REMEDY):
            return [*map(_bytes, self._library.passage_embed([text[:_MAX_CHARS] for text in texts]))]

    def close(self) -> None:
        """Do nothing: no other machine is asked once the model is here."""


def _model(name: str, downloads: Path) -> Any:  # noqa: ANN401 - the library is optional
    from fastembed import TextEmbedding  # noqa: PLC0415

    return TextEmbedding(name, cache_dir=str(downloads), threads=1)


def _listed(vector: "NDArray[Any]") -> list[float]:
    import numpy as np  # noqa: PLC0415

    return [*map(float, vector / np.linalg.norm(vector))]


def _bytes(vector: "NDArray[Any]") -> bytes:
    import numpy as np  # noqa: PLC0415

    return bytes((vector / np.linalg.norm(vector)).astype(np.float32).tobytes())
