"""Embedding calls in litellm's words: which provider, which parameters, and questions told from passages."""

import pytest

from recall_sidecar.llm.embedding_calls import (
    EMBEDDING_PROVIDERS,
    EmbeddingRequest,
    Purpose,
    embedding_arguments,
)
from recall_sidecar.llm.port import ModelRef
from recall_sidecar.llm.providers import Obstacle, Route, route
from recall_sidecar.settings import ProviderSettings

OWN = {
    "house": ProviderSettings(api_base="http://127.0.0.1:9/v1", extra_body={"truncate": True}),
    "work": ProviderSettings(kind="openai", api_base="https://models.example/v1", api_key_env="WORK_KEY"),
}


def way(model: str) -> Route:
    provider, _, name = model.partition("/")
    found = route(ModelRef(provider, name), OWN, EMBEDDING_PROVIDERS)
    assert isinstance(found, Route)
    return found


def arguments(model: str, purpose: Purpose = "query", dimensions: int = 0) -> dict[str, object]:
    found = way(model)
    ref = ModelRef(found.name, found.model)
    return embedding_arguments(EmbeddingRequest(ref, ("tea", "cello"), purpose, dimensions), found)


@pytest.mark.parametrize(
    ("model", "named"),
    [
        ("openai/text-embedding-3-small", "openai/text-embedding-3-small"),
        ("gemini/gemini-embedding-001", "gemini/gemini-embedding-001"),
        ("voyage/voyage-3.5", "voyage/voyage-3.5"),
        ("cohere/embed-v4.0", "cohere/embed-v4.0"),
        ("jina/jina-embeddings-v3", "jina_ai/jina-embeddings-v3"),
        ("ollama/bge-m3", "ollama/bge-m3"),
        ("lmstudio/bge-m3", "hosted_vllm/bge-m3"),
        ("openrouter/openai/text-embedding-3-small", "openrouter/openai/text-embedding-3-small"),
        ("house/bge-m3", "hosted_vllm/bge-m3"),
        ("work/embed", "openai/embed"),
    ],
)
def test_a_model_is_named_as_litellm_wants_it(model: str, named: str) -> None:
    assert arguments(model)["model"] == named


@pytest.mark.parametrize(
    ("model", "parameter", "question", "passage"),
    [
        ("google/gemini-embedding-001", "task_type", "RETRIEVAL_QUERY", "RETRIEVAL_DOCUMENT"),
        ("voyage/voyage-3.5", "input_type", "query", "document"),
        ("cohere/embed-v4.0", "input_type", "search_query", "search_document"),
        ("jina/jina-embeddings-v3", "task", "retrieval.query", "retrieval.passage"),
        ("nvidia/nvidia/nv-embedqa-e5-v5", "input_type", "query", "passage"),
    ],
)
def test_questions_and_passages_are_told_apart_by_a_parameter(
    model: str, parameter: str, question: str, passage: str
) -> None:
    asked = arguments(model, "query")

    assert (asked[parameter], asked["input"]) == (question, ["tea", "cello"])
    assert arguments(model, "passage")[parameter] == passage


@pytest.mark.parametrize(
    ("model", "question", "passage"),
    [
        pytest.param("ollama/nomic-embed-text:v1.5", "search_query: tea", "search_document: tea", id="nomic"),
        pytest.param("vllm/intfloat/multilingual-e5-large", "query: tea", "passage: tea", id="e5"),
        pytest.param("vllm/intfloat/multilingual-e5-large-instruct", "tea", "tea", id="e5 by instruction"),
        pytest.param(
            "ollama/mxbai-embed-large", "Represent this sentence for searching relevant passages: tea", "tea", id="mxbai"
        ),
        pytest.param("ollama/bge-m3", "tea", "tea", id="no words of its own"),
        pytest.param("openai/text-embedding-3-small", "tea", "tea", id="openai"),
    ],
)  # fmt: skip
def test_or_by_the_words_that_the_model_was_trained_with(model: str, question: str, passage: str) -> None:
    first = [arguments(model, purpose)["input"] for purpose in ("query", "passage")]

    assert [texts[0] for texts in first if isinstance(texts, list)] == [question, passage]


def test_nothing_is_retried_and_sizes_go_along_when_they_are_wanted() -> None:
    plain, sized = arguments("openai/text-embedding-3-small"), arguments("openai/x", dimensions=512)

    assert (plain["max_retries"], plain["num_retries"], plain["encoding_format"]) == (0, 0, "float")
    assert ("dimensions" in plain, sized["dimensions"]) == (False, 512)


def test_addresses_and_fields_of_ones_own_go_along() -> None:
    own = arguments("house/bge-m3")

    assert (own["api_base"], own["extra_body"]) == ("http://127.0.0.1:9/v1", {"truncate": True})
    assert "api_base" not in arguments("openai/x")


@pytest.mark.parametrize(
    ("model", "told"),
    [
        pytest.param("anthropic/claude", "has no embedding models", id="a provider of chats alone"),
        pytest.param("nobody/x", "is not a known provider", id="an unknown one"),
        pytest.param("azure/x", "gateway with api_base", id="one with many credentials"),
    ],
)
def test_what_cannot_be_reached_is_told(model: str, told: str) -> None:
    provider, _, name = model.partition("/")

    found = route(ModelRef(provider, name), OWN, EMBEDDING_PROVIDERS)

    assert isinstance(found, Obstacle)
    assert told in found.reason


def test_an_unknown_kind_names_those_that_embed() -> None:
    found = route(ModelRef("mine", "x"), {"mine": ProviderSettings(kind="odd")}, EMBEDDING_PROVIDERS)

    assert isinstance(found, Obstacle)
    assert "voyage" in found.reason
    assert "anthropic" not in found.reason
