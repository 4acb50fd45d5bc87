"""Section J of the public reports, and I-020: an embedding service that fails, changes its vectors, or costs.

Real worker, real HTTP; only the clock is a fake.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio

from recall_sidecar.embeddings.choice import EmbedderChoice
from recall_sidecar.llm.client import LiteLLMClient
from recall_sidecar.llm.spend import SpendLedger
from recall_sidecar.masking import SecretMasker
from recall_sidecar.memory.port import SearchQuery, SearchResult, Viewer
from recall_sidecar.settings import EmbeddingSettings, ModelSettings, ProviderSettings
from recall_sidecar.testing import FakeClock, says
from tests.cases.world import World
from tests.embedding_server import EmbeddingServer, Trouble
from tests.waiting import until

pytestmark = pytest.mark.asyncio(loop_scope="module")

OPENAI = "openai/text-embedding-3-small"
NOTE = "# Jonas\n\nJonas drinks oolong tea and no coffee.\n\n# Mira\n\nMira is a cellist.\n"
NO_QUOTA = Trouble(429, body=lambda _: {"error": {"message": "You exceeded your current quota", "code": "insufficient_quota"}})  # fmt: skip


@dataclass
class Service:
    """The service, the client that reaches it, and a world whose memory uses it."""

    server: EmbeddingServer
    client: LiteLLMClient
    world: World
    clock: FakeClock
    spend: SpendLedger

    async def start(self, model: str = OPENAI) -> None:
        self.world.embedders = EmbedderChoice(
            self.client,
            mask=SecretMasker().mask,
            spend=self.spend,
            limits=ModelSettings,
            clock=self.clock,
            downloads=self.world.home,
            environment={},
        )
        await self.world.start({"memory.embedding.model": model, "memory.embedding.query_timeout_ms": 20_000})
        await self.world.memory.embedded()

    async def search(self, text: str) -> SearchResult:
        return await self.world.memory.search(SearchQuery(text, Viewer("main"), self.clock.now()))

    async def found(self, text: str) -> list[str]:
        return [hit.passage.heading for hit in (await self.search(text)).hits]

    async def problems(self) -> str:
        return "\n".join((await self.world.memory.status()).problems)

    async def look_again(self) -> None:
        await self.world.memory.refresh()
        await self.world.memory.embedded()

    async def vectors(self) -> set[tuple[str, int]]:
        def read() -> set[tuple[str, int]]:
            connection = sqlite3.connect(self.world.home / "state" / "memory.sqlite3")
            rows = connection.execute("SELECT model, length(value) / 4 FROM vector").fetchall()
            connection.close()
            return {*rows}

        return await asyncio.to_thread(read)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def upstream() -> AsyncIterator[tuple[EmbeddingServer, LiteLLMClient]]:
    async with EmbeddingServer() as server:
        providers = {
            "openai": ProviderSettings(api_base=f"{server.url}/v1", api_key_env="KEY"),
            "house": ProviderSettings(api_base=f"{server.url}/v1"),
        }
        client = LiteLLMClient(providers, {"KEY": "sk-embed"})
        await client.start()
        try:
            await until(lambda: client.state == "ready", within_s=90)
            yield server, client
        finally:
            await client.aclose()


@pytest_asyncio.fixture(loop_scope="module")
async def service(upstream: tuple[EmbeddingServer, LiteLLMClient], tmp_path: Path) -> AsyncIterator[Service]:
    server, client = upstream
    workspace = tmp_path / "workspace"
    workspace.mkdir()
    clock = FakeClock()
    world = World(tmp_path / "home", workspace, clock=clock)
    world.write("MEMORY.md", NOTE)
    spend = SpendLedger(tmp_path / "spend.json", clock, {}, save_after_s=3600)
    yield Service(server.fresh(), client, world, clock, spend)
    await world.aclose()
    await spend.aclose()


async def test_a_service_finds_meanings(service: Service) -> None:
    await service.start()

    result = await service.search("Which beverage shall I order?")

    assert [hit.passage.heading for hit in result.hits] == ["Jonas"]
    assert result.warning is None
    status = await service.world.memory.status()
    assert status.meanings is not None
    assert status.meanings.line == f"{OPENAI}@16 (16 numbers), 2 of 2 passages"
    assert service.spend.totals().embeddings == 4


async def test_no_secret_reaches_it(service: Service) -> None:
    service.world.write("memory/router.md", "# Router\n\nThe admin password is hunter2butlonger!\n")
    await service.start()
    await service.search("the admin password is hunter2butlonger! Is it right?")

    assert "removed]" in "".join(service.server.texts)
    assert "hunter2" not in "".join(service.server.texts)


async def test_what_was_embedded_is_not_paid_for_again(service: Service) -> None:
    await service.start()
    sent = len(service.server.texts)
    service.world.write("MEMORY.md", f"{NOTE}\n# Anna\n\nAnna is allergic to nuts.\n")

    await service.look_again()

    assert service.server.texts[sent:] == ["Anna: Anna is allergic to nuts."]


async def test_a_question_is_embedded_once_however_often_it_is_searched(service: Service) -> None:
    await service.start()
    sent = len(service.server.seen)

    for _ in range(5):
        await service.search("Which beverage shall I order?")

    assert len(service.server.seen) == sent + 1


async def test_i_088_no_quota_is_no_crash_and_no_storm_and_is_plain_to_see(service: Service) -> None:
    service.server.always = NO_QUOTA
    await service.start()
    service.world.model.enqueue(says("[1] Jonas drinks oolong tea."))

    answered = await service.world.turn("what tea does Jonas drink?")
    for number in range(240):
        service.clock.advance(30)
        await service.look_again()
        await service.search(f"oolong {number}")

    assert answered.said == ("ok", None)
    # Two hours, and some 500 occasions to ask.
    assert len(service.server.seen) < 15
    result = await service.search("oolong")
    assert [hit.passage.heading for hit in result.hits] == ["Jonas"]
    for told in (result.warning, await service.problems()):
        assert told is not None
        assert "429" in told
        assert "quota" in told
        assert "words decide alone" in told


async def test_i_088_it_goes_on_by_itself_once_there_is_quota(service: Service) -> None:
    service.server.trouble = [NO_QUOTA]
    await service.start()
    assert "429" in await service.problems()
    service.clock.advance(5)

    await service.look_again()

    assert await service.found("Which beverage shall I order?") == ["Jonas"]
    assert await service.problems() == ""


@pytest.mark.parametrize(
    ("trouble", "told"),
    [
        pytest.param(Trouble(401), "refuses the key: check KEY", id="a wrong key"),
        pytest.param(Trouble(500), "HTTP 500", id="a fault"),
        pytest.param(Trouble(body=lambda whole: {**whole, "data": whole["data"][:3]}), "3 vectors of", id="half an answer"),
        pytest.param(
            Trouble(body=lambda whole: {**whole, "data": [{"index": i, "embedding": [float("nan")] * 16} for i in range(8)]}),
            "text-embedding-3-small",
            id="no numbers",
        ),
    ],
)  # fmt: skip
async def test_i_088_whatever_it_says_words_go_on(service: Service, trouble: Trouble, told: str) -> None:
    service.server.always = trouble

    await service.start()

    assert await service.found("oolong") == ["Jonas"]
    assert told in await service.problems()
    assert await service.vectors() == set()


async def test_i_020_both_entrances_share_one_rest(service: Service) -> None:
    await service.start()
    service.server.always = NO_QUOTA
    sent = len(service.server.seen)

    first = await service.search("Which beverage?")
    service.world.write("memory/more.md", "The car has a new garage.")
    await service.look_again()
    other = await service.search("Which instrument?")

    assert len(service.server.seen) == sent + 1
    assert first.warning == other.warning
    assert "429" in (first.warning or "")


async def test_i_020_a_store_that_cannot_be_written_is_no_fault_of_the_service(service: Service) -> None:
    await service.start()
    index = service.world.home / "state" / "memory.sqlite3"
    service.world.write("memory/more.md", "The car has a new garage.")
    await service.world.memory.refresh()
    lock = await asyncio.to_thread(sqlite3.connect, index, check_same_thread=False)
    await asyncio.to_thread(lock.execute, "BEGIN IMMEDIATE")
    await service.world.memory.embedded()

    found = await service.found("Which beverage shall I order?")
    await asyncio.to_thread(lock.close)

    assert found == ["Jonas"]
    assert await service.problems() == ""


async def test_i_098_a_model_of_another_size_is_one_clear_line_while_words_go_on(service: Service) -> None:
    service.server.dimension = 768
    await service.start()
    service.server.dimension = 1024
    held = asyncio.Event()
    # Its two first calls learn what its vectors are like; the third is for the passages.
    service.server.trouble = [Trouble(), Trouble(), Trouble(until=held)]
    memory = service.world.memory
    embedding = EmbeddingSettings(model="house/bge-m3", query_timeout_ms=20_000)
    memory.use(service.world.settings.base.memory.model_copy(update={"embedding": embedding}))

    before = len(service.server.seen)
    await memory.refresh()
    await until(lambda: len(service.server.seen) == before + 3)
    between = await memory.status()
    words = await service.found("oolong")
    held.set()
    await memory.embedded()

    assert between.meanings is not None
    assert between.meanings.line == (
        "house/bge-m3@1024 (1024 numbers), 0 of 2 passages; the others are found by their words until the vectors of "
        f"{OPENAI}@768 (768 numbers) are replaced"
    )
    assert words[0] == "Jonas"
    assert await service.vectors() == {("house/bge-m3@1024", 1024)}
    assert await service.found("Which beverage shall I order?") == ["Jonas"]
    assert await service.problems() == ""


async def test_i_098_a_service_that_changes_its_vectors_says_both_sizes_and_mends_itself(
    service: Service,
) -> None:
    service.server.dimension = 768
    await service.start()
    service.server.dimension = 1024

    result = await service.search("Which tea?")
    service.clock.advance(5)
    # No note has changed, and nobody waits for what that brings about.
    await service.world.memory.refresh()
    await until(lambda: service.server.texts[-1].startswith("Jonas"))
    await service.world.memory.embedded()

    assert [hit.passage.heading for hit in result.hits] == ["Jonas"]
    assert "vectors of 1024 numbers now, of 768 before" in (result.warning or "")
    assert await service.vectors() == {(f"{OPENAI}@1024", 1024)}
    assert await service.found("Which beverage shall I order?") == ["Jonas"]
