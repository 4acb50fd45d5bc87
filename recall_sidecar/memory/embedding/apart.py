"""An `Embedder` whose model runs in a process of its own.

Importing what runs a model and reading its weights lets no other thread run for up to half a second, and what it holds would be
the daemon's until its end. A crash of such a library is then the end of one process that is started again.
"""

from collections.abc import Sequence

from recall_sidecar.memory.embedding.keeper import Keeper
from recall_sidecar.memory.embedding.port import Embedder
from recall_sidecar.memory.embedding.scale import Scale

__all__ = ["Apart"]

# A round trip and a transaction of the index for that many passages, instead of one each.
_BATCH = 8


class Apart:
    """The model whose process `keeper` keeps; `model` is the same one, never loaded here, and says what is known before that."""

    def __init__(self, model: Embedder, keeper: Keeper) -> None:
        self._model = model
        self._keeper = keeper
        self.batch = max(model.batch, _BATCH)

    @property
    def model(self) -> str:
        """What identifies the vector space."""
        return self._model.model

    @property
    def dimension(self) -> int:
        """Numbers in a vector."""
        loaded = self._keeper.loaded
        return self._model.dimension if loaded is None else loaded.dimension

    @property
    def scale(self) -> Scale:
        """What its cosines mean."""
        loaded = self._keeper.loaded
        return self._model.scale if loaded is None else loaded.scale

    def load(self) -> None:
        """Have the process started, and the model loaded there."""
        self._keeper.load()

    def reads(self, text: str) -> bool:
        """Return whether the script is one that the model reads; whether it knows a word the process finds out."""
        return self._model.reads(text)

    def embed_query(self, text: str) -> bytes:
        """Return the vector of a question, empty where the model knows no word of it."""
        return self._keeper.question(text)

    def embed_passages(self, texts: Sequence[str]) -> list[bytes]:
        """Return the vector of each of `texts`, empty where the model knows no word of it."""
        return self._keeper.passages(texts)

    def close(self) -> None:
        """End the process."""
        self._keeper.close()
