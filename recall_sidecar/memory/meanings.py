"""The meanings of passages and questions, as far as they are to be had: one embedder, its vectors and its backlog.

Nothing here makes a search fail or wait for a model that is being loaded: there is no meaning then, and `problem` says why.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from cachetools import LRUCache

from recall_sidecar.memory import schema
from recall_sidecar.memory.backlog import Backlog
from recall_sidecar.memory.embedded import meaning_status
from recall_sidecar.memory.embedding import Embedder, EmbeddingFailed, Scale
from recall_sidecar.memory.embedding.choice import may_offer_multilingual
from recall_sidecar.memory.port import MeaningStatus
from recall_sidecar.memory.vectors import Meaning, Vectors
from recall_sidecar.settings import EmbeddingSettings

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Embedders", "Meanings", "Meant", "no_embedder"]

# The embedder that settings name, None for none. Making one must be cheap: it loads its model later.
Embedders: TypeAlias = Callable[[EmbeddingSettings], Embedder | None]
# One question is searched for several times in a turn, and asked again in the next.
_KNOWN_QUESTIONS = 64
# Questions that are embedded at the same time.
_ASKING = 2


def no_embedder(_: EmbeddingSettings) -> Embedder | None:
    """Leave meanings out, whatever the settings say."""
    return None


@dataclass(frozen=True, slots=True)
class Meant:
    """The meaning of a question; without one `why_not` says why, empty when there is none to be had of such a text."""

    meaning: Meaning | None = None
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class _Failure:
    """Why the last question got no meaning, empty when it did, and how often passages had got vectors until then."""

    why: str = ""
    answers: int = 0


@dataclass(frozen=True, slots=True)
class _Scaled(Meaning):
    """A meaning whose cosines are on the scale that search was tuned on."""

    scale: Scale

    def scaled(self, cosines: "NDArray[np.float64]") -> "NDArray[np.float64]":
        return self.scale.of_all(cosines)


class _Used:
    """An embedder with what belongs to its vectors."""

    def __init__(self, embedder: Embedder, index_file: Path) -> None:
        self.embedder = embedder
        self._file = index_file
        self.backlog = Backlog(embedder, lambda: schema.connect_writer(index_file), self._has_loaded)
        self.pool = ThreadPoolExecutor(_ASKING, thread_name_prefix="memory-question")
        self._vectors: Vectors | None = None
        self._space: tuple[str, int] | None = None
        self._known: LRUCache[str, Meaning] = LRUCache(_KNOWN_QUESTIONS)

    async def meaning(self, text: str) -> Meaning | None:
        """Return the meaning of a question.

        Raises:
            EmbeddingFailed: There is none to be had.
        """
        # A lone surrogate is no text to any model.
        text = text.encode("utf-8", "replace").decode()
        if not self.embedder.reads(text):
            return None
        vectors = self._vectors
        known = self._known.get(text)
        if known is not None and known.vectors is vectors:
            return known
        asked = asyncio.get_running_loop().run_in_executor(self.pool, self.embedder.embed_query, text)
        query = await asked
        # The model may have turned to another space meanwhile, which shows in the length before it is known here.
        if vectors is None or vectors is not self._vectors or len(query) != 4 * vectors.dimension:
            return None
        self._known[text] = meaning = _Scaled(query, vectors, self.embedder.scale)
        return meaning

    def _has_loaded(self) -> None:
        """Begin with no vectors where the model turns out to have another space."""
        space = self.embedder.model, self.embedder.dimension
        if space != self._space:
            former, self._vectors, self._space = self._vectors, Vectors(*space, self._file), space
            if former is not None:
                former.close()

    def close(self) -> None:
        """Give up what waits or runs."""
        self.backlog.close()
        self.pool.shutdown(wait=False, cancel_futures=True)
        if self._vectors is not None:
            self._vectors.close()

    def join(self) -> None:
        """Wait until its threads have ended, after `close`."""
        self.backlog.join()
        if self._vectors is not None:
            self._vectors.join()

    def forget(self) -> None:
        """Begin with no vectors in memory, and no graph of them on disk."""
        if self._vectors is not None:
            self._vectors.forget()

    def settle(self) -> None:
        """Wait until the vectors that are known have their place."""
        if self._vectors is not None:
            self._vectors.settle()


class Meanings:
    """The meanings in the index at `index_file`; end it with `aclose`."""

    def __init__(self, index_file: Path, settings: EmbeddingSettings, embedders: Embedders) -> None:
        self._file = index_file
        self._embedders = embedders
        self._settings = settings
        self._failure = _Failure()
        self._used = self._begun()

    @property
    def problem(self) -> str:
        """Why meanings are not searched, empty when they are or shall not be."""
        if self._used is None:
            return ""
        backlog = self._used.backlog
        # Passages that got vectors since then show that the model works again, though nobody has asked anything.
        return (
            backlog.problem
            if backlog.answers > self._failure.answers
            else self._failure.why or backlog.problem
        )

    @property
    def wants_vectors(self) -> bool:
        """Whether passages get any at all."""
        return self._used is not None

    @property
    def status(self) -> MeaningStatus | None:
        """How far the passages have vectors; None where there are none, or nobody has looked yet."""
        progress = None if self._used is None else self._used.backlog.progress
        if progress is None:
            return None
        return meaning_status(progress, offers_multilingual=may_offer_multilingual(self._settings))

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
                self._used.close()
            self.begin()

    def begin(self) -> None:
        """Begin with no vectors in memory, because the index or the model is another one."""
        self._failure = _Failure()
        self._used = self._begun()

    def wake(self, mark: object) -> None:
        """Have passages embedded that are new, in the background; `mark` says what is in the index."""
        if self._used is not None:
            self._used.backlog.wake(mark)

    async def of(self, text: str, patience_s: float | None = None) -> Meant:
        """Return the meaning of a question, in `patience_s` at most where that is less than the settings give it."""
        used = self._used
        if used is None or not used.backlog.is_ready:
            return Meant(why_not=self.problem)
        within_s = self._settings.query_timeout_ms / 1000
        try:
            async with asyncio.timeout(within_s if patience_s is None else min(within_s, patience_s)):
                meaning = await used.meaning(text)
        except (EmbeddingFailed, TimeoutError) as error:
            why = str(error) or (
                f"{used.embedder.model} did not embed a question in time (memory.embedding.query_timeout_ms is "
                f"{self._settings.query_timeout_ms}); words decided alone."
            )
            # What fails since it was given up says nothing about what took its place.
            if used is self._used:
                self._failure = _Failure(why, used.backlog.answers)
            return Meant(why_not=why)
        if meaning is not None and used is self._used:
            self._failure = _Failure()
        return Meant(meaning, self.problem)

    def forget(self) -> None:
        """Read the vectors anew at the next search: some were deleted for good. For a thread: it waits for another."""
        if self._used is not None:
            self._used.forget()

    async def settled(self) -> None:
        """Wait until the backlog is worked off, and what is known of it has its place."""
        used = self._used
        work = None if used is None else used.backlog.wake()
        if work is not None:
            await asyncio.wrap_future(work)
        if used is not None:
            await asyncio.to_thread(used.settle)

    async def aclose(self) -> None:
        """End the backlog's thread, and with it its connection; `begin` makes another."""
        used, self._used = self._used, None
        if used is not None:
            used.close()
            await asyncio.to_thread(used.join)

    def _begun(self) -> _Used | None:
        embedder = self._embedders(self._settings)
        return None if embedder is None else _Used(embedder, self._file)
