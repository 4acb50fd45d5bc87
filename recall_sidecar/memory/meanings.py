"""The meanings of passages and questions, as far as they are to be had: one embedder, its vectors and its backlog.

Nothing here makes a search fail or wait for a model that is being loaded: there is no meaning then, and `problem` says why.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class _Used:
    """An embedder with what belongs to its vectors."""

    embedder: Embedder
    vectors: Vectors
    backlog: Backlog


class Meanings:
    """The meanings in the index at `index_file`; end it with `aclose`."""

    def __init__(self, index_file: Path, settings: EmbeddingSettings, embedders: Embedders) -> None:
        self._file = index_file
        self._embedders = embedders
        self._settings = settings
        self._failure = ""
        self._used = self._begun()

    @property
    def problem(self) -> str:
        """Why meanings are not searched, empty when they are or shall not be."""
        return self._failure or ("" if self._used is None else self._used.backlog.problem)

    @property
    def revision(self) -> str:
        """What changes when a search may find other meanings, empty when none are searched."""
        return (
            ""
            if self._used is None
            else f"meanings:{self._used.backlog.stored}:{self._used.backlog.is_ready}"
        )

    def use(self, settings: EmbeddingSettings) -> None:
        """Use what changed settings name from now on."""
        if settings != self._settings:
            self._settings = settings
            if self._used is not None:
                self._used.backlog.close()
            self.begin()

    def begin(self) -> None:
        """Begin with no vectors in memory, because the index or the model is another one."""
        self._failure = ""
        self._used = self._begun()

    def wake(self, mark: object) -> None:
        """Have passages embedded that are new, in the background; `mark` says what is in the index."""
        if self._used is not None:
            self._used.backlog.wake(mark)

    def of(self, text: str) -> Meaning | None:
        """Return the meaning of a question; None where there is none to have. For threads: it computes."""
        used = self._used
        if used is None or not used.backlog.is_ready or not used.embedder.reads(text):
            return None
        try:
            meaning = Meaning(used.embedder.embed(text), used.vectors)
        except EmbeddingFailed as error:
            self._failure = str(error)
            return None
        self._failure = ""
        return meaning

    def forget(self) -> None:
        """Read the vectors anew at the next search: some were deleted for good."""
        if self._used is not None:
            self._used.vectors.forget()

    async def settled(self) -> None:
        """Wait until the backlog is worked off."""
        work = None if self._used is None else self._used.backlog.wake()
        if work is not None:
            await asyncio.wrap_future(work)

    async def aclose(self) -> None:
        """End the backlog's thread, and with it its connection; `begin` makes another."""
        used, self._used = self._used, None
        if used is not None:
            used.backlog.close()
            await asyncio.to_thread(used.backlog.join)

    def _begun(self) -> _Used | None:
        embedder = self._embedders(self._settings)
        if embedder is None:
            return None
        return _Used(
            embedder,
            Vectors(embedder.model, embedder.dimension),
            Backlog(embedder, lambda: schema.connect_writer(self._file)),
        )
