"""The fakes that people test with: what the contract suites cannot say about them."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from recall_sidecar.errors import MemoryStoreError, ModelUnreachable
from recall_sidecar.llm.port import Finished, ModelRef, ModelRequest, TextDelta, ToolCalls, UserText
from recall_sidecar.memory.port import SearchQuery, Viewer
from recall_sidecar.testing import FakeClock, MemoryFixture, ScriptedModel, calls, says

NOW = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
MAIN = Viewer("main")
REQUEST = ModelRequest(ModelRef("mock", "fast"), "system", (UserText("?"),))


def test_a_clock_stands_still_until_it_is_moved() -> None:
    clock = FakeClock(NOW)
    begun = clock.monotonic()

    assert (clock.monotonic(), clock.now()) == (begun, NOW)

    clock.advance(2.5)

    assert (clock.monotonic() - begun, clock.now()) == (2.5, NOW + timedelta(seconds=2.5))


def test_the_wall_clock_moves_alone() -> None:
    clock = FakeClock(NOW)
    begun = clock.monotonic()

    clock.set_wall(NOW - timedelta(hours=1))

    assert (clock.monotonic(), clock.now()) == (begun, NOW - timedelta(hours=1))


@pytest.mark.parametrize(
    ("pieces", "texts"),
    [
        pytest.param(1, ["seven words"], id="in one piece"),
        pytest.param(3, ["seve", "n wo", "rds"], id="in three pieces"),
        pytest.param(99, list("seven words"), id="never in more pieces than it has characters"),
    ],
)
def test_a_reply_is_said_in_as_many_pieces_as_asked_for(pieces: int, texts: list[str]) -> None:
    script = says("seven words", pieces=pieces)

    assert [step.text for step in script if isinstance(step, TextDelta)] == texts
    assert isinstance(script[-1], Finished)


async def test_a_model_follows_its_script_and_keeps_what_it_was_asked() -> None:
    model = ScriptedModel()
    model.enqueue(calls("memory_search", query="tea"), says("NONE"))

    async with model.stream(REQUEST) as chunks:
        first = [chunk async for chunk in chunks]
    async with model.stream(REQUEST) as chunks:
        second = [chunk async for chunk in chunks]

    assert [type(chunk) for chunk in first] == [ToolCalls, Finished]
    assert [type(chunk) for chunk in second] == [TextDelta, Finished]
    assert model.requests == [REQUEST, REQUEST]


async def test_a_model_counts_the_streams_that_are_open() -> None:
    model = ScriptedModel()
    model.enqueue(says("NONE"))

    async with model.stream(REQUEST):
        assert model.open_streams == 1

    assert model.open_streams == 0


async def test_a_step_may_be_an_error() -> None:
    model = ScriptedModel()
    model.enqueue([TextDelta("half"), 0.0, ModelUnreachable("cut")])
    async with model.stream(REQUEST) as chunks:
        assert await anext(chunks) == TextDelta("half")
        with pytest.raises(ModelUnreachable):
            await anext(chunks)


async def test_a_call_without_a_script_is_a_mistake_of_the_test() -> None:
    with pytest.raises(AssertionError, match="once more"):
        async with ScriptedModel().stream(REQUEST):
            pass


async def test_a_memory_finds_by_the_share_of_words_best_first() -> None:
    memory = MemoryFixture()
    memory.add("Mara likes green tea.")
    memory.add("Mara sails.", path="memory/sea.md")
    memory.add("Nothing of the kind.", path="memory/x.md")

    result = await memory.search(SearchQuery("does Mara like tea", MAIN, NOW))

    assert [(hit.rank, hit.passage.path, hit.score) for hit in result.hits] == [
        (1, "MEMORY.md", 0.5),
        (2, "memory/sea.md", 0.25),
    ]
    assert all(sum(part.value for part in hit.parts) == hit.score for hit in result.hits)


async def test_a_memory_counts_what_is_below_the_floor() -> None:
    memory = MemoryFixture()
    memory.add("Mara sails.")

    result = await memory.search(SearchQuery("does Mara like tea", MAIN, NOW, min_score=0.5))

    assert (result.hits, result.below_floor) == ((), 1)


async def test_a_memory_fails_and_waits_as_it_is_told() -> None:
    memory = MemoryFixture(fails=MemoryStoreError("locked"))

    with pytest.raises(MemoryStoreError):
        await memory.search(SearchQuery("tea", MAIN, NOW))

    assert [query.text for query in memory.searches] == ["tea"]

    slow = asyncio.get_running_loop().create_task(
        MemoryFixture(delay_s=60.0).search(SearchQuery("tea", MAIN, NOW))
    )
    await asyncio.sleep(0)
    assert not slow.done()
    slow.cancel()
    with pytest.raises(asyncio.CancelledError):
        await slow


async def test_an_empty_query_finds_nothing() -> None:
    memory = MemoryFixture()
    memory.add("Mara sails.")

    assert (await memory.search(SearchQuery("", MAIN, NOW))).hits == ()


async def test_a_new_passage_is_a_new_revision() -> None:
    memory = MemoryFixture()
    before = memory.revision("main")

    memory.add("Mara sails.")

    assert memory.revision("main") != before
    assert (await memory.status()).passages == (await memory.refresh()).passages == 1


async def test_a_memory_reads_the_passages_of_a_path() -> None:
    memory = MemoryFixture()
    memory.add("One.", path="a.md")
    memory.add("Two.", path="a.md")

    found = await memory.read("a.md", MAIN)

    assert found is not None
    assert (found.text, found.from_line, found.to_line) == ("One.\nTwo.", 1, 2)
    assert await memory.read("b.md", MAIN) is None
