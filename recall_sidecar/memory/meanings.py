"""The meanings of passages and questions, as far as they are to be had: one embedder, its vectors and its backlog.

Nothing here makes a search fail or wait for a model that is being loaded: there is no meaning then, and `problem` says why.
"""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from recall_sidecar.memory import schema
from recall_sidecar.memory.backlog import Backlog
from recall_sidecar.memory.embedding import Embedder, EmbeddingFailed
from recall_sidecar.memory.vectors import Meaning, Vectors
from recall_sidecar.settings import EmbeddingSettings

__all__ = ["Embedders", "Meanings", "no_embedder"]

# The embedder that settings name, None for none. Making one must be cheap: it loads its model later.
Embedders: TypeAlias = Callable[[EmbeddingSettings], Embedder | None]


def no_embedder(_: EmbeddingSettings) -> Embedder | None:
    """Leave meanings out, whatever the settings say."""
    return None


class Meanings:
    """The meanings in the index at `index_file`; end it with `aclose`."""

    def __init__(self, index_file: Path, settings: EmbeddingSettings, embedders: Embedders) -> None:
        self._file = index_file
        self._embedders = embedders
        self._settings = settings
        self._failure = ""
        self._begin()

    @property
    def problem(self) -> str:
        """Why meanings are not searched, empty when they are or shall not be."""
        return self._failure or ("" if self._backlog is None else self._backlog.problem)

    def use(self, settings: EmbeddingSettings) -> None:
        """Use what changed settings name from now on."""
        if settings != self._settings:
            self._settings = settings
            self.begin_anew()

    def begin_anew(self) -> None:
        """Forget the vectors in memory, because the index or the model is another one."""
        if self._backlog is not None:
            self._backlog.close()
        self._begin()

    def wake(self, mark: object) -> None:
        """Have passages embedded that are new, in the background; `mark` says what is in the index."""
        if self._backlog is not None:
            self._backlog.wake(mark)

    def of(self, text: str) -> Meaning | None:
        """Return the meaning of a question; None where there is none to have. For threads: it computes."""
        embedder, backlog, vectors = self._embedder, self._backlog, self._vectors
        if embedder is None or backlog is None or vectors is None or not backlog.is_ready:
            return None
        if not embedder.reads(text):
            return None
        try:
            meaning = Meaning(embedder.embed(text), vectors)
        except EmbeddingFailed as error:
            self._failure = str(error)
            return None
        self._failure = ""
        return meaning

    async def settled(self) -> None:
        """Wait until the backlog is worked off."""
        work = None if self._backlog is None else self._backlog.wake()
        if work is not None:
            await asyncio.wrap_future(work)

    async def aclose(self) -> None:
        """End the backlog's thread."""
        backlog, self._backlog = self._backlog, None
        if backlog is not None:
            backlog.close()
            await asyncio.to_thread(backlog.join)

    def _begin(self) -> None:
        self._embedder = self._embedders(self._settings)
        self._vectors: Vectors | None = None
        self._backlog: Backlog | None = None
        if self._embedder is not None:
            self._vectors = Vectors(self._embedder.model, self._embedder.dimension)
            self._backlog = Backlog(self._embedder, lambda: schema.connect_writer(self._file))
