"""Models of fastembed, with a stand-in that has the library's own shape: its calls give generators of arrays."""

import math
import sys
from array import array
from pathlib import Path

import pytest

from recall_sidecar.memory.embedding import EmbeddingFailed
from recall_sidecar.memory.embedding.fastembed import FastEmbed

# As fastembed 0.9 has it: what a model is called, where its files are kept, and how many threads it may take.
_LIBRARY = """
import numpy as np
from tests.embedding_server import numbers

made = []

class TextEmbedding:
    def __init__(self, model_name="BAAI/bge-small-en-v1.5", cache_dir=None, threads=None, providers=None, **kwargs):
        made.append((model_name, cache_dir, threads))
        if model_name == "nobody/nothing":
            raise ValueError(f"Model {model_name} is not supported in TextEmbedding.")

    def query_embed(self, query, **kwargs):
        for text in [query] if isinstance(query, str) else query:
            yield np.array(numbers(text, 12), np.float32) * 2

    def passage_embed(self, texts, **kwargs):
        yield from self.query_embed(texts)
"""


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    package = tmp_path / "packages" / "fastembed"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(_LIBRARY, encoding="utf-8")
    monkeypatch.syspath_prepend(package.parent)
    monkeypatch.delitem(sys.modules, "fastembed", raising=False)
    return tmp_path / "models"


def test_its_space_is_known_once_it_is_loaded(library: Path) -> None:
    embedder = FastEmbed("BAAI/bge-small-en-v1.5", library)
    before = embedder.dimension

    embedder.load()
    embedder.load()

    import fastembed  # noqa: PLC0415 - the stand-in, which is there now

    assert fastembed.made == [("BAAI/bge-small-en-v1.5", str(library), 1)]
    assert (before, embedder.dimension, embedder.model) == (0, 12, "fastembed/BAAI/bge-small-en-v1.5")
    assert embedder.scale.of(0.0) == pytest.approx(0.045, abs=0.05)


def test_vectors_have_length_1(library: Path) -> None:
    embedder = FastEmbed("BAAI/bge-small-en-v1.5", library)

    vectors = [embedder.embed_query("tea " * 9000), *embedder.embed_passages(["tea", "cello and tea"])]

    assert [math.hypot(*array("f", vector)) for vector in vectors] == pytest.approx([1, 1, 1])
    assert (embedder.reads("猫"), embedder.reads("12")) == (True, False)


def test_a_library_that_fails_on_a_text_is_told_without_the_text(library: Path) -> None:
    embedder = FastEmbed("BAAI/bge-small-en-v1.5", library)
    embedder.load()

    def fail(_: object) -> list[object]:
        raise RuntimeError("my secret note")

    embedder._library.query_embed = embedder._library.passage_embed = fail

    for ask in (lambda: embedder.embed_query("tea"), lambda: embedder.embed_passages(["tea"])):
        with pytest.raises(EmbeddingFailed, match=r"cannot be used \(RuntimeError\)"):
            ask()


def test_a_model_that_cannot_be_had_is_told_with_the_remedy(library: Path) -> None:
    with pytest.raises(
        EmbeddingFailed, match=r"nobody/nothing cannot be loaded \(ValueError\).*\[fastembed\]"
    ):
        FastEmbed("nobody/nothing", library).load()


def test_a_library_that_is_not_there_is_told_with_the_remedy(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "fastembed", None)

    with pytest.raises(EmbeddingFailed, match=r"pip install \"recall-sidecar\[fastembed\]\""):
        FastEmbed("x", tmp_path).load()
