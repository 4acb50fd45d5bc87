"""A model on another machine as the memory's threads meet it: its space is learned, and nonsense is no vector."""

import asyncio
import math
from array import array
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from recall_sidecar.embeddings.remote import RemoteEmbedder
from recall_sidecar.embeddings.service import EmbeddingService
from recall_sidecar.errors import ModelRefused
from recall_sidecar.llm.embedding_calls import EmbeddingRequest
from recall_sidecar.llm.embedding_replies import Embeddings
from recall_sidecar.llm.port import ModelState, Usage
from recall_sidecar.llm.spend import SpendLedger
from recall_sidecar.memory.embedding import EmbeddingFailed
from recall_sidecar.settings import EmbeddingSettings, ModelSettings
from recall_sidecar.testing import FakeClock
from tests.embedding_server import numbers
from tests.waiting import until


class Client:
    """Means concepts, in vectors of `dimension` numbers; `change` makes something else of them."""

    state: ModelState = "ready"

    def __init__(self) -> None:
        self.dimension = 12
        self.change: Callable[[list[float]], list[float]] = list
        self.asked: list[EmbeddingRequest] = []
        self.hangs = False
        self.most_chars = 0
        self.refused = ""
        self.cancelled = asyncio.Event()

    async def embed(self, request: EmbeddingRequest) -> Embeddings:
        self.asked.append(request)
        if self.hangs:
            try:
                await asyncio.Event().wait()
            finally:
                self.cancelled.set()
        if self.refused and any(self.refused in text for text in request.texts):
            raise ModelRefused("openai/m: BadRequestError, HTTP 400", status=400)
        if self.most_chars and any(len(text) > self.most_chars for text in request.texts):
            raise ModelRefused("openai/m: BadRequestError, HTTP 400", status=400)
        made = [self.change(numbers(text, self.dimension)) for text in request.texts]
        return Embeddings(tuple(array("f", one).tobytes() for one in made), Usage())


@pytest.fixture
async def client() -> Client:
    return Client()


@pytest.fixture
async def remote(client: Client, tmp_path: Path) -> AsyncIterator[Callable[[int], RemoteEmbedder]]:
    clock = FakeClock()
    spend = SpendLedger(tmp_path / "spend.json", clock, {}, save_after_s=3600)

    def make(dimensions: int = 0) -> RemoteEmbedder:
        settings = EmbeddingSettings(model="openai/m", dimensions=dimensions)
        service = EmbeddingService(settings, client, mask=str, spend=spend, limits=ModelSettings, clock=clock)
        return RemoteEmbedder(service, dimensions)

    yield make
    await spend.aclose()


async def test_the_space_is_learned_when_it_is_loaded_and_only_then(
    remote: Callable[..., RemoteEmbedder], client: Client
) -> None:
    embedder = remote()

    await asyncio.to_thread(embedder.load)
    await asyncio.to_thread(embedder.load)

    assert (embedder.model, embedder.dimension) == ("openai/m@12", 12)
    assert [request.purpose for request in client.asked] == ["query", "passage"]
    # Unrelated texts have no concept in common, and an answer nearly all.
    assert embedder.scale.of(0.0) == pytest.approx(0.045, abs=0.05)


async def test_vectors_get_length_1_and_long_texts_are_cut(
    remote: Callable[..., RemoteEmbedder], client: Client
) -> None:
    embedder = remote()
    await asyncio.to_thread(embedder.load)

    query = await asyncio.to_thread(embedder.embed_query, "oolong tea and coffee")
    (passage,) = await asyncio.to_thread(embedder.embed_passages, ["tea " * 9000])

    assert [math.hypot(*array("f", vector)) for vector in (query, passage)] == pytest.approx([1, 1])
    assert [request.purpose for request in client.asked[2:]] == ["query", "passage"]
    assert len(client.asked[-1].texts[0]) == 4096


async def test_a_passage_that_is_too_long_keeps_no_other_from_its_vector(
    remote: Callable[..., RemoteEmbedder], client: Client
) -> None:
    embedder = remote()
    await asyncio.to_thread(embedder.load)
    client.most_chars = 500

    vectors = await asyncio.to_thread(embedder.embed_passages, ["tea", "cello", "tea " * 300, "Lisbon"])

    assert len(vectors) == 4
    assert [request.texts for request in client.asked[2:]] == [
        ("tea", "cello", "tea " * 300, "Lisbon"), ("tea", "cello"), ("tea " * 300, "Lisbon"), ("tea " * 300,),
        ("tea " * 150,), ("tea " * 75,), ("Lisbon",),
    ]  # fmt: skip


async def test_a_passage_that_is_never_taken_keeps_no_other_from_its_vector(
    remote: Callable[..., RemoteEmbedder], client: Client
) -> None:
    embedder = remote()
    await asyncio.to_thread(embedder.load)
    client.refused = "poison"

    vectors = await asyncio.to_thread(embedder.embed_passages, ["tea", "poison", "cello"])
    alone = await asyncio.to_thread(embedder.embed_passages, ["poison"])

    assert [len(vector) // 4 for vector in (*vectors, *alone)] == [12, 0, 12, 0]


async def test_a_batch_that_comes_back_in_two_sizes_is_not_taken(
    remote: Callable[..., RemoteEmbedder], client: Client
) -> None:
    embedder = remote()
    await asyncio.to_thread(embedder.load)
    client.refused = "poison"
    client.change = lambda values: [*values, 0.0] if client.asked[-1].texts == ("cello",) else values

    with pytest.raises(EmbeddingFailed, match="vectors of 13 numbers now, of 12 before"):
        await asyncio.to_thread(embedder.embed_passages, ["tea", "poison", "cello"])


async def test_a_service_that_takes_no_text_at_all_rests(
    remote: Callable[..., RemoteEmbedder], client: Client
) -> None:
    embedder = remote()
    await asyncio.to_thread(embedder.load)
    client.most_chars = 1

    with pytest.raises(EmbeddingFailed, match=r"HTTP 400.*left alone for 5 s"):
        await asyncio.to_thread(embedder.embed_passages, ["tea", "cello"])
    asked = len(client.asked)
    with pytest.raises(EmbeddingFailed, match="HTTP 400"):
        await asyncio.to_thread(embedder.embed_query, "tea")

    assert len(client.asked) == asked


@pytest.mark.parametrize(
    ("change", "told"),
    [
        pytest.param(lambda _: [math.nan] * 12, "no direction", id="no numbers"),
        pytest.param(lambda _: [math.inf] * 12, "no direction", id="beyond all numbers"),
        pytest.param(lambda _: [0.0] * 12, "no direction", id="zeros"),
        pytest.param(lambda _: [1.0] * 12, "does not tell an answer", id="the same for every text"),
    ],
)
async def test_nonsense_is_no_vector(
    remote: Callable[..., RemoteEmbedder],
    client: Client,
    change: Callable[[list[float]], list[float]],
    told: str,
) -> None:
    client.change = change

    with pytest.raises(EmbeddingFailed, match=told):
        await asyncio.to_thread(remote().load)


async def test_a_service_that_refuses_our_sentences_rests(
    remote: Callable[..., RemoteEmbedder], client: Client
) -> None:
    client.most_chars = 1

    with pytest.raises(EmbeddingFailed, match=r"HTTP 400.*left alone for 5 s"):
        await asyncio.to_thread(remote().load)


async def test_another_size_than_settings_want_is_told_with_both(
    remote: Callable[..., RemoteEmbedder],
) -> None:
    with pytest.raises(EmbeddingFailed, match=r"vectors of 12 numbers and memory.embedding.dimensions is 16"):
        await asyncio.to_thread(remote(16).load)


async def test_i_098_a_service_that_changes_its_size_begins_another_space(
    remote: Callable[..., RemoteEmbedder], client: Client
) -> None:
    embedder = remote()
    await asyncio.to_thread(embedder.load)
    client.dimension = 24

    with pytest.raises(EmbeddingFailed, match="vectors of 24 numbers now, of 12 before"):
        await asyncio.to_thread(embedder.embed_query, "tea")
    embedder._service.ask_again()
    await asyncio.to_thread(embedder.load)

    assert (embedder.model, embedder.dimension) == ("openai/m@24", 24)


async def test_questions_and_passages_of_different_sizes_are_refused(
    remote: Callable[..., RemoteEmbedder], client: Client
) -> None:
    def longer(values: list[float]) -> list[float]:
        return values if len(client.asked) == 1 else [*values, 0.0]

    client.change = longer

    with pytest.raises(EmbeddingFailed, match="questions vectors of 12 numbers and passages of 13"):
        await asyncio.to_thread(remote().load)


async def test_closing_ends_what_waits_and_what_comes_after(
    remote: Callable[..., RemoteEmbedder], client: Client
) -> None:
    embedder = remote()
    client.hangs = True
    loading = asyncio.get_running_loop().run_in_executor(None, embedder.load)
    await until(lambda: bool(client.asked))

    embedder.close()

    with pytest.raises(EmbeddingFailed, match="not used any more"):
        await loading
    await client.cancelled.wait()
    with pytest.raises(EmbeddingFailed, match="not used any more"):
        await asyncio.to_thread(embedder.embed_query, "tea")


async def test_it_reads_every_script(remote: Callable[..., RemoteEmbedder]) -> None:
    assert (remote().reads("猫"), remote().reads("12 !")) == (True, False)
