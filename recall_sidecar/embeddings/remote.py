"""An `Embedder` whose model is on another machine: the memory's threads wait, the event loop asks.

How long its vectors are and what its cosines mean is learned from its first answers, to a few sentences of ours. The space is
named by model and length, so a service that begins to give other vectors begins another space.
"""

import asyncio
import threading
from collections.abc import Coroutine, Sequence
from concurrent.futures import CancelledError, Future
from typing import Any, TypeVar

from recall_sidecar.embeddings.service import EmbeddingService, TextRefused
from recall_sidecar.llm.embedding_calls import Purpose
from recall_sidecar.memory.embedding import EmbeddingFailed, Scale
from recall_sidecar.memory.embedding.scale import PASSAGES, QUESTIONS, measured
from recall_sidecar.memory.embedding.scripts import has_letters

__all__ = ["RemoteEmbedder"]

T = TypeVar("T")
# No passage is longer, and most models take that much. One that does not is tried with less, but not with less than this.
_MAX_CHARS = 4096
_MIN_CHARS = 400


class RemoteEmbedder:
    """The model behind `service`; made on the event loop that the service belongs to. `dimensions` is what settings want."""

    batch = 64

    def __init__(self, service: EmbeddingService, dimensions: int = 0) -> None:
        self._service = service
        self._wanted = dimensions
        self._loop = asyncio.get_running_loop()
        self._lock = threading.Lock()
        self._waiting: set[Future[Any]] = set()
        self._closed = False
        self.dimension = 0
        self.scale = Scale()

    @property
    def model(self) -> str:
        """Name and length: two lengths never meet."""
        return f"{self._service.name}@{self.dimension}"

    def load(self) -> None:
        """Have a few sentences embedded, once, to learn what the vectors are like.

        Raises:
            EmbeddingFailed: There is no answer, or not the vectors that settings want.
        """
        if self.dimension:
            return
        questions = self._asked(QUESTIONS, "query", own=True)
        passages = self._asked(PASSAGES, "passage")
        dimension = len(passages[0]) // 4
        if self._wanted not in {0, dimension}:
            raise self._service.rejected(
                f"{self._service.name} gives vectors of {dimension} numbers and memory.embedding.dimensions is "
                f"{self._wanted}: set it to {dimension}, or to 0"
            )
        self.scale = self._scale(questions, passages)
        self.dimension = dimension
        self._service.accepted(is_patient=True)

    def reads(self, text: str) -> bool:
        """Return whether there are letters: what a model elsewhere has learned is not known here."""
        return has_letters(text)

    def embed_query(self, text: str) -> bytes:
        """Return the vector of a question."""
        return self._fitting(self._asked([text[:_MAX_CHARS]], "query"), is_patient=False)[0]

    def embed_passages(self, texts: Sequence[str]) -> list[bytes]:
        """Return the vector of each passage."""
        made = self._taken([text[:_MAX_CHARS] for text in texts])
        return self._fitting(made, is_patient=True)

    def close(self) -> None:
        """Give up every call."""
        with self._lock:
            self._closed = True
            waiting = [*self._waiting]
        for future in waiting:
            future.cancel()

    def _scale(self, questions: Sequence[bytes], passages: Sequence[bytes]) -> Scale:
        if len(questions[0]) != len(passages[0]):
            raise self._service.rejected(
                f"{self._service.name} gives questions vectors of {len(questions[0]) // 4} numbers and passages of "
                f"{len(passages[0]) // 4}"
            )
        try:
            return measured(_numbers(questions), _numbers(passages))
        except ValueError as error:
            raise self._service.rejected(f"{self._service.name} is no model for search: {error}") from error

    def _fitting(self, vectors: list[bytes], *, is_patient: bool) -> list[bytes]:
        """Return the vectors if they are of the space that is in use; otherwise forget it, to be learned anew."""
        # Passages that were refused have none.
        other = {len(vector) // 4 for vector in vectors if vector} - {self.dimension}
        if not other:
            self._service.accepted(is_patient=is_patient)
            return vectors
        known, self.dimension = self.dimension, 0
        raise self._service.rejected(
            f"{self._service.name} gives vectors of {other.pop()} numbers now, of {known} before; all passages are embedded anew"
        )

    def _taken(self, texts: list[str]) -> list[bytes]:
        """Return the vectors of passages, those that are refused one by one, and of their beginnings where they are too long.

        So one passage that the service does not take keeps no other from its vector.
        """
        try:
            return self._embedded(texts, "passage", is_patient=True)
        except TextRefused as error:
            half = len(texts) // 2
            if half:
                return [*self._taken(texts[:half]), *self._taken(texts[half:])]
            if len(texts[0]) > _MIN_CHARS:
                return self._taken([texts[0][: len(texts[0]) // 2]])
            return [self._refused(error)]

    def _refused(self, error: TextRefused) -> bytes:
        """Return that a passage gets no vector, if a sentence of ours does: then it is the passage that is refused."""
        try:
            self._embedded(PASSAGES[:1], "passage", is_patient=True)
        except TextRefused:
            raise self._service.rejected(str(error)) from error
        return b""

    def _asked(self, texts: Sequence[str], purpose: Purpose, *, own: bool = False) -> list[bytes]:
        """Return the vectors, of length 1; `own` texts have the time of passages, since nobody waits for them."""
        try:
            return self._embedded(texts, purpose, is_patient=own or purpose == "passage")
        except TextRefused as error:
            raise self._service.rejected(str(error)) from error

    def _embedded(self, texts: Sequence[str], purpose: Purpose, *, is_patient: bool) -> list[bytes]:
        made = self._result(self._service.embed(texts, purpose, is_patient=is_patient))
        try:
            return _of_length_1(made)
        except ValueError as error:
            raise self._service.rejected(f"{self._service.name} {error}") from error

    def _result(self, work: Coroutine[Any, Any, T]) -> T:
        with self._lock:
            if self._closed:
                work.close()
                raise EmbeddingFailed(f"{self._service.name} is not used any more.")
            future = asyncio.run_coroutine_threadsafe(work, self._loop)
            self._waiting.add(future)
        try:
            return future.result()
        except CancelledError as error:
            raise EmbeddingFailed(f"{self._service.name} is not used any more.") from error
        finally:
            with self._lock:
                self._waiting.discard(future)


def _numbers(vectors: Sequence[bytes]) -> list[list[float]]:
    import numpy as np  # noqa: PLC0415 - for memories with vectors alone

    return [np.frombuffer(vector, np.float32).tolist() for vector in vectors]


def _of_length_1(vectors: Sequence[bytes]) -> list[bytes]:
    """Return the vectors with length 1.

    Raises:
        ValueError: One has no direction.
    """
    import numpy as np  # noqa: PLC0415

    matrix = np.stack([np.frombuffer(vector, np.float32) for vector in vectors]).astype(np.float64)
    lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
    if not np.isfinite(lengths).all() or not lengths.all():
        message = "gives vectors that have no direction (all zero, or no numbers)"
        raise ValueError(message)
    return [bytes(row.tobytes()) for row in (matrix / lengths).astype(np.float32)]
