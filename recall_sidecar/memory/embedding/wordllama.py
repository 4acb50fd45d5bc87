"""WordLlama: one vector a token, and their mean is the text's; no network of neurons is run. English, 256 numbers.

Of its package only the two data files are used. Importing the package would set up logging for the whole process, and its
loader goes to the network for files that it does not find.
"""

import threading
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path

from recall_sidecar.memory.embedding.faults import told
from recall_sidecar.memory.embedding.opening import opening, tokenizer, weights
from recall_sidecar.memory.embedding.scale import Scale
from recall_sidecar.memory.embedding.scripts import is_mostly_latin

__all__ = ["WordLlama"]

_WEIGHTS = Path("weights", "l2_supercat_256.safetensors")
_TOKENIZER = Path("tokenizers", "l2_supercat_tokenizer_config.json")
_WEIGHTS_SHA256 = "64b47a2dc493cb8e85944076601189739852d7b64e0e1eedcb1937a251cd9fd5"
_REMEDY = 'pip install "recall-sidecar[light]", or set memory.embedding.model = "minilm"'
_MAX_CHARS = 4096


class WordLlama:
    """An `Embedder`; `package` is the folder of the package `wordllama`, found by itself when left out."""

    model = "wordllama-l2-supercat-256"
    dimension = 256
    batch = 16
    # Stretched as `scale.measured` would have it, its noise outweighs the words (LoCoMo 0.554 in place of 0.577).
    scale = Scale()

    def __init__(self, package: Path | None = None) -> None:
        self._package = package
        self._run: Callable[[str], bytes] | None = None
        self._loading = threading.Lock()

    def load(self) -> None:
        """Import the libraries and read the weights, once."""
        with self._loading:
            if self._run is None:
                with told(self.model, "loaded", _REMEDY), opening():
                    self._run = _read(self._package or _installed())

    def reads(self, text: str) -> bool:
        """Return whether most letters are Latin."""
        return is_mostly_latin(text)

    def embed_query(self, text: str) -> bytes:
        """Return the mean of the vectors of its tokens, scaled to length 1."""
        self.load()
        assert self._run is not None  # noqa: S101 - load raises otherwise
        with told(self.model, "used", _REMEDY):
            return self._run(text[:_MAX_CHARS])

    def embed_passages(self, texts: Sequence[str]) -> list[bytes]:
        """Return the same for each of `texts`."""
        return [self.embed_query(text) for text in texts]

    def close(self) -> None:
        """Do nothing: no other machine is asked."""


def _installed() -> Path:
    spec = find_spec("wordllama")
    if spec is None or not spec.submodule_search_locations:
        raise ImportError("the package wordllama is not installed")
    return Path(spec.submodule_search_locations[0])


def _read(package: Path) -> Callable[[str], bytes]:
    import numpy as np  # noqa: PLC0415 - for memories with vectors alone
    from safetensors.numpy import load  # noqa: PLC0415

    found = weights(package / _WEIGHTS, _WEIGHTS_SHA256)
    cut = tokenizer((package / _TOKENIZER).read_text(encoding="utf-8"))
    table = np.ascontiguousarray(load(found)["embedding.weight"])

    def run(text: str) -> bytes:
        ids = cut.encode(text, add_special_tokens=False).ids or [0]
        vector = table[ids].astype(np.float32).mean(axis=0)
        return bytes((vector / np.linalg.norm(vector)).astype(np.float32).tobytes())

    return run
