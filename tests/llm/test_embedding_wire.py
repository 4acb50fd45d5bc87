"""Embedding calls through the real model worker: what reaches a service, and what each of its failures becomes."""

import asyncio
import os
import signal
from array import array
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import pytest
import pytest_asyncio

from recall_sidecar.errors import ModelError, ModelRefused, ModelReplyInvalid, ModelTimeout, ModelUnreachable
from recall_sidecar.llm.client import LiteLLMClient
from recall_sidecar.llm.embedding_calls import EmbeddingRequest
from recall_sidecar.llm.port import ModelRef
from recall_sidecar.llm.supervisor import Timing
from recall_sidecar.settings import ProviderSettings
from tests.embedding_server import EmbeddingServer, Trouble, numbers
from tests.waiting import until

pytestmark = pytest.mark.asyncio(loop_scope="module")

QUICK = Timing(ping_every_s=0.2, pong_within_s=2.0, first_wait_s=0.05)
OPENAI = "openai/text-embedding-3-small"
SECRET = "the words of the passage"


@dataclass
class Pair:
    client: LiteLLMClient
    server: EmbeddingServer


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared() -> AsyncIterator[Pair]:
    async with EmbeddingServer() as server:
        keyed = {
            name: ProviderSettings(api_base=server.url + path, api_key_env="KEY")
            for name, path in {"openai": "/v1", "voyage": "/v1", "mistral": "/v1", "jina": "/v1"}.items()
        }
        plain = {
            "ollama": ProviderSettings(api_base=server.url), "house": ProviderSettings(api_base=server.url + "/v1"),
        }  # fmt: skip
        client = LiteLLMClient({**keyed, **plain}, {"KEY": "sk-embed"}, timing=QUICK)
        await client.start()
        try:
            yield Pair(client, server)
        finally:
            await client.aclose()


@pytest_asyncio.fixture(loop_scope="module")
async def pair(shared: Pair) -> Pair:
    await until(lambda: shared.client.state == "ready", within_s=90)
    shared.server.fresh()
    return shared


def request(model: str = OPENAI, texts: tuple[str, ...] = (SECRET, "cello"), **more: Any) -> EmbeddingRequest:  # noqa: ANN401
    provider, _, name = model.partition("/")
    return EmbeddingRequest(ModelRef(provider, name), texts, "passage", **more)


async def test_each_text_gets_its_vector_and_the_call_its_price(pair: Pair) -> None:
    made = await pair.client.embed(request())

    assert [array("f", vector).tolist() for vector in made.vectors] == [
        numbers(SECRET, 16),
        numbers("cello", 16),
    ]
    assert made.usage.input_tokens == 2
    assert made.usage.cost == pytest.approx(2 * 0.02 / 1e6)


@pytest.mark.parametrize(
    ("model", "path", "fields"),
    [
        pytest.param(OPENAI, "/v1/embeddings", {"model": "text-embedding-3-small", "dimensions": 512}, id="openai"),
        pytest.param("voyage/voyage-3.5", "/v1/embeddings", {"input_type": "document", "output_dimension": 512}, id="voyage"),
        pytest.param("jina/jina-embeddings-v3", "/v1/embeddings", {"task": "retrieval.passage", "dimensions": 512}, id="jina"),
        pytest.param("house/bge-m3", "/v1/embeddings", {"model": "bge-m3", "dimensions": 512}, id="a server of one's own"),
    ],
)  # fmt: skip
async def test_a_service_is_asked_in_its_own_words(
    pair: Pair, model: str, path: str, fields: dict[str, object]
) -> None:
    await pair.client.embed(request(model, dimensions=512))

    (seen,) = pair.server.seen
    assert seen["path"] == path
    assert fields.items() <= seen.items()
    assert seen["input"] == [SECRET, "cello"]
    key = pair.server.headers[0].get("Authorization")
    assert "sk-embed" not in (key or "") if model.startswith("house") else key == "Bearer sk-embed"


async def test_ollama_is_asked_where_it_embeds(pair: Pair) -> None:
    pair.server.trouble = [
        Trouble(body=lambda _: {"embeddings": [[1.0, 0.0], [0.0, 1.0]], "prompt_eval_count": 4})
    ]

    made = await pair.client.embed(request("ollama/nomic-embed-text"))

    assert pair.server.seen[0]["path"] == "/api/embed"
    assert pair.server.texts == [f"search_document: {SECRET}", "search_document: cello"]
    assert len(made.vectors) == 2
    assert not made.usage.cost


@pytest.mark.parametrize(
    ("trouble", "error", "told"),
    [
        pytest.param(Trouble(401), ModelRefused, "refuses the key: check KEY", id="a wrong key"),
        pytest.param(Trouble(404), ModelRefused, "check memory.embedding.model and api_base", id="an unknown model"),
        pytest.param(Trouble(429), ModelRefused, "rate limit or quota", id="no quota"),
        pytest.param(Trouble(500), ModelUnreachable, "HTTP 500", id="a fault"),
        pytest.param(Trouble(503), ModelUnreachable, "HTTP 503", id="too busy"),
        pytest.param(Trouble(body=lambda whole: {**whole, "data": whole["data"][:1]}), ModelReplyInvalid, "1 vectors", id="half"),
        pytest.param(Trouble(body=lambda whole: {**whole, "data": []}), ModelError, "text-embedding-3-small", id="an empty list"),
        pytest.param(Trouble(body=lambda _: {"object": "list"}), ModelError, "text-embedding-3-small", id="no list"),
        pytest.param(Trouble(body=lambda _: "no"), ModelError, "text-embedding-3-small", id="no object"),
    ],
)  # fmt: skip
async def test_a_failure_is_told_by_its_class_once_and_without_texts(
    pair: Pair, trouble: Trouble, error: type[ModelError], told: str
) -> None:
    pair.server.always = trouble

    with pytest.raises(error, match=told) as caught:
        await pair.client.embed(request())

    assert len(pair.server.seen) == 1
    assert SECRET not in str(caught.value)


async def test_how_long_to_wait_is_passed_on(pair: Pair) -> None:
    pair.server.trouble = [Trouble(429, headers={"Retry-After": "37"})]

    with pytest.raises(ModelRefused) as caught:
        await pair.client.embed(request())

    assert caught.value.retry_after_s == 37


@pytest.mark.parametrize("status", [400, 413, 422])
async def test_a_text_that_is_refused_is_told_by_its_status(pair: Pair, status: int) -> None:
    pair.server.trouble = [Trouble(status)]

    with pytest.raises(ModelRefused) as caught:
        await pair.client.embed(request())

    assert caught.value.status == status
    assert len(pair.server.seen) == 1


async def test_leaving_early_ends_the_call(pair: Pair) -> None:
    pair.server.always = Trouble(until=asyncio.Event())

    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.5):
            await pair.client.embed(request())

    async with asyncio.timeout(20):
        await pair.server.hung_up.wait()


async def test_a_worker_that_is_killed_ends_the_call_and_comes_back(pair: Pair) -> None:
    pair.server.trouble = [Trouble(until=asyncio.Event())]

    async with asyncio.TaskGroup() as group:
        waiting = group.create_task(_failure(pair))
        await until(lambda: bool(pair.server.seen))
        pid = pair.client.describe()["pid"]
        os.kill(pid, signal.SIGKILL)
    await until(lambda: pair.client.state == "ready", within_s=90)

    assert "worker ended during the call" in str(waiting.result())
    assert len((await pair.client.embed(request())).vectors) == 2


async def test_nobody_listening_is_unreachable(pair: Pair) -> None:
    pair.client.reconfigure({"gone": ProviderSettings(api_base="http://127.0.0.1:9/v1")})
    try:
        failure = await _failure(pair, "gone/bge-m3")
    finally:
        restored = {
            name: ProviderSettings(api_base=pair.server.url + "/v1", api_key_env="KEY")
            for name in ("openai",)
        }
        pair.client.reconfigure(restored)

    assert isinstance(failure, ModelUnreachable | ModelTimeout)


async def _failure(pair: Pair, model: str = OPENAI) -> ModelError:
    with pytest.raises(ModelError) as caught:
        await pair.client.embed(request(model))
    return caught.value
