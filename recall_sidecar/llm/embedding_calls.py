"""An embedding call in the words of litellm, and which providers have embedding models: a table and the rules to read it.

Pure. Questions and passages are told apart where the provider or the model wants it: by a parameter, or by the words that
the model was trained with.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from recall_sidecar.llm.calls import UPSTREAM_TIMEOUT_S
from recall_sidecar.llm.port import ModelRef
from recall_sidecar.llm.providers import PROVIDERS, Provider, Route

__all__ = ["EMBEDDING_PROVIDERS", "EmbeddingRequest", "Purpose", "embedding_arguments"]

Purpose = Literal["query", "passage"]

# Those for chats that have embedding models too, and those that have nothing else.
EMBEDDING_PROVIDERS: Mapping[str, Provider] = {
    **{
        kind: PROVIDERS[kind]
        for kind in (
            "openai", "google", "mistral", "openrouter", "together", "fireworks", "qwen", "nvidia", "lmstudio", "vllm",
            "sglang", "llamacpp", "compatible",
        )
    },
    "ollama": replace(PROVIDERS["ollama"], prefix="ollama"),
    "voyage": Provider("voyage", ("VOYAGE_API_KEY",)),
    "cohere": Provider("cohere", ("COHERE_API_KEY",)),
    "jina": Provider("jina_ai", ("JINA_API_KEY", "JINA_AI_API_KEY")),
}  # fmt: skip

# The parameter that says what a text is, and its words for the two.
_PARAMETERS: Mapping[str, tuple[str, Mapping[Purpose, str]]] = {
    "google": ("task_type", {"query": "RETRIEVAL_QUERY", "passage": "RETRIEVAL_DOCUMENT"}),
    "voyage": ("input_type", {"query": "query", "passage": "document"}),
    "cohere": ("input_type", {"query": "search_query", "passage": "search_document"}),
    "jina": ("task", {"query": "retrieval.query", "passage": "retrieval.passage"}),
    "nvidia": ("input_type", {"query": "query", "passage": "passage"}),
}
# What stands before a text, by a pattern of the model's name, where servers hand texts on as they are.
_PREFIXES: tuple[tuple[str, Mapping[Purpose, str]], ...] = (
    (r"nomic-embed-text", {"query": "search_query: ", "passage": "search_document: "}),
    (r"^(?=.*\be5-)(?!.*(?:instruct|mistral))", {"query": "query: ", "passage": "passage: "}),
    (
        r"mxbai-embed|snowflake-arctic-embed",
        {"query": "Represent this sentence for searching relevant passages: ", "passage": ""},
    ),
)


@dataclass(frozen=True, slots=True)
class EmbeddingRequest:
    """Texts to embed, all of one purpose; `dimensions` is how many numbers are wanted, 0 as many as the model gives."""

    model: ModelRef
    texts: tuple[str, ...]
    purpose: Purpose
    dimensions: int = 0


def embedding_arguments(request: EmbeddingRequest, route: Route) -> dict[str, Any]:
    """Return the keyword arguments of `litellm.aembedding` for this call, the key left out."""
    arguments: dict[str, Any] = {
        "model": f"{route.provider.prefix}/{route.model}",
        "input": [_prefix(request.purpose, route) + text for text in request.texts],
        "encoding_format": "float",
        "timeout": UPSTREAM_TIMEOUT_S,
        "max_retries": 0,
        "num_retries": 0,
        "drop_params": True,
    }
    if route.kind in _PARAMETERS:
        name, words = _PARAMETERS[route.kind]
        arguments[name] = words[request.purpose]
    if request.dimensions:
        arguments["dimensions"] = request.dimensions
    if route.api_base:
        arguments["api_base"] = route.api_base
    if route.extra_body:
        arguments["extra_body"] = dict(route.extra_body)
    return arguments


def _prefix(purpose: Purpose, route: Route) -> str:
    if route.kind in _PARAMETERS:
        return ""
    name = route.model.lower()
    return next((words[purpose] for pattern, words in _PREFIXES if re.search(pattern, name)), "")
