"""The baselines find what they plainly must."""

from pathlib import Path

from benchmarks.quality.baselines import Remembering, dense, fts5
from benchmarks.quality.sets import Document, load
from tests.memory.concepts import ConceptEmbedder


def documents(data: Path) -> tuple[Document, ...]:
    return load(data / "small").haystacks[0].documents


def test_words_rank_documents(data: Path) -> None:
    rank = fts5(documents(data))

    assert rank("Does he play the cello?") == ["d2"]
    assert rank("?") == []


def test_stop_words_are_asked_for_only_when_there_is_nothing_else(data: Path) -> None:
    rank = fts5(documents(data))

    assert rank("the yacht") == []
    assert set(rank("the")) == {"d2", "d3"}


def test_meanings_rank_documents(data: Path) -> None:
    assert dense(documents(data), ConceptEmbedder())("Which beverage?")[0] == "d1"


def test_nothing_is_embedded_twice() -> None:
    embedder = ConceptEmbedder()
    remembering = Remembering(embedder)
    remembering.load()

    assert remembering.embed_query("tea") == remembering.embed_query("tea")
    assert remembering.embed_passages(["cello", "cello"]) == remembering.embed_passages(["cello"]) * 2
    assert embedder.embedded == ["tea", "cello"]
    assert (remembering.model, remembering.dimension, remembering.reads("tea")) == ("concepts-1", 4, True)
