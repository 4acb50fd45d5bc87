"""Passages get their vectors in the background, whatever happens to them meanwhile."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from recall_sidecar.memory import schema
from recall_sidecar.memory.backlog import Backlog, embedded_text, forget_spares, missing, progress_of
from recall_sidecar.memory.embedded import EmbeddingProgress, Space
from tests.memory.concepts import ConceptEmbedder


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "index.sqlite3"


@pytest.fixture
def index(file: Path) -> Iterator[sqlite3.Connection]:
    connection = schema.connect_writer(file)
    connection.execute("INSERT INTO folder(id, key) VALUES (1, 'key')")
    yield connection
    connection.close()


Made = Callable[[ConceptEmbedder], Backlog]


@pytest.fixture
def backlog(file: Path) -> Iterator[Made]:
    made: list[Backlog] = []

    def make(embedder: ConceptEmbedder) -> Backlog:
        made.append(Backlog(embedder, lambda: schema.connect_writer(file)))
        return made[-1]

    yield make
    for each in made:
        each.close()
        each.join()


def say(index: sqlite3.Connection, passage: int, text: str) -> None:
    index.execute(
        "INSERT INTO passage(id, file_id, from_line, to_line, heading, text) VALUES (?, 1, 1, 1, '', ?)",
        (passage, text),
    )


def work(backlog: Backlog, mark: object = None) -> None:
    future = backlog.wake(mark)
    assert future is not None
    future.result()


def models(index: sqlite3.Connection) -> dict[int, str]:
    return dict(index.execute("SELECT passage_id, model FROM vector").fetchall())


def test_every_passage_gets_a_vector_the_newest_first(index: sqlite3.Connection, backlog: Made) -> None:
    embedder = ConceptEmbedder()
    for number in range(1, 41):
        say(index, number, f"tea {number}")

    work(backlog(embedder))

    assert len(models(index)) == 40
    assert embedder.embedded == [f"tea {number}" for number in range(40, 0, -1)]


def test_what_has_its_vector_is_left_alone(index: sqlite3.Connection, backlog: Made) -> None:
    embedder = ConceptEmbedder()
    say(index, 1, "tea")
    worker = backlog(embedder)
    work(worker)
    say(index, 2, "cello")

    work(worker)

    assert embedder.embedded == ["tea", "cello"]


def test_vectors_of_another_model_are_replaced(index: sqlite3.Connection, backlog: Made) -> None:
    say(index, 1, "tea")
    work(backlog(ConceptEmbedder("old")))

    work(backlog(ConceptEmbedder("new")))

    assert models(index) == {1: "new"}


def test_a_passage_that_the_model_cannot_read_is_not_asked_about_again(
    index: sqlite3.Connection, backlog: Made
) -> None:
    embedder = ConceptEmbedder()
    say(index, 1, "我家的猫叫咪咪")

    work(backlog(embedder))

    assert embedder.embedded == []
    assert missing(index, embedder.model, 5) == []


def test_a_passage_that_changes_while_it_is_embedded_does_not_get_the_old_vector(
    index: sqlite3.Connection, backlog: Made
) -> None:
    class Slow(ConceptEmbedder):
        def embed(self, text: str) -> bytes:
            if not self.embedded:
                index.execute("DELETE FROM passage")
                say(index, 1, "cello")
            return super().embed(text)

    embedder = Slow()
    say(index, 1, "tea")
    worker = backlog(embedder)

    work(worker)
    work(worker)

    assert embedder.embedded == ["tea", "cello"]
    assert index.execute("SELECT value FROM vector").fetchall() == [(ConceptEmbedder().embed("cello"),)]


def test_nothing_is_loaded_for_a_memory_with_nothing_in_it(index: sqlite3.Connection, backlog: Made) -> None:
    embedder = ConceptEmbedder()
    embedder.broken = "it was loaded"
    worker = backlog(embedder)

    work(worker)

    assert (worker.is_ready, worker.problem) == (False, "")


def test_a_model_that_fails_is_a_problem_until_it_works(index: sqlite3.Connection, backlog: Made) -> None:
    embedder = ConceptEmbedder()
    embedder.broken = "The model is not there."
    say(index, 1, "tea")
    worker = backlog(embedder)
    work(worker, "mark")
    told = worker.problem
    embedder.broken = ""

    work(worker, "mark")

    assert (told, worker.problem, worker.is_ready) == ("The model is not there.", "", True)
    assert models(index) == {1: "concepts-1"}


def test_a_passage_that_the_model_never_takes_is_not_asked_about_again(
    index: sqlite3.Connection, backlog: Made
) -> None:
    class Choosy(ConceptEmbedder):
        def embed_passages(self, texts: Sequence[str]) -> list[bytes]:
            return [b"" if "poison" in text else self.embed(text) for text in texts]

    say(index, 1, "tea")
    say(index, 2, "poison")
    embedder = Choosy()
    made = backlog(embedder)

    work(made)
    work(made)

    assert embedder.embedded == ["tea"]
    assert index.execute("SELECT passage_id FROM vector WHERE value IS NULL").fetchall() == [(2,)]
    assert made.progress is not None
    assert (made.progress.embedded, made.progress.unread) == (2, 1)


def test_the_same_mark_is_not_worked_off_twice(index: sqlite3.Connection, backlog: Made) -> None:
    worker = backlog(ConceptEmbedder())
    work(worker, "mark")

    assert worker.wake("mark") is None
    assert worker.wake("another") is not None


def test_the_same_mark_is_worked_off_again_when_the_model_has_another_space(
    index: sqlite3.Connection, backlog: Made
) -> None:
    embedder = ConceptEmbedder("model@4")
    say(index, 1, "tea")
    worker = backlog(embedder)
    work(worker, "mark")
    embedder.model = "model@8"

    work(worker, "mark")

    assert models(index) == {1: "model@8"}


def test_it_stops_between_two_texts_when_it_is_closed(index: sqlite3.Connection, backlog: Made) -> None:
    class Closing(ConceptEmbedder):
        def embed(self, text: str) -> bytes:
            worker.close()
            return super().embed(text)

    embedder = Closing()
    for number in (1, 2, 3):
        say(index, number, "tea")
    worker = backlog(embedder)

    work(worker)

    assert len(embedder.embedded) == 1
    assert worker.wake() is None


@pytest.mark.parametrize(
    ("heading", "text", "expected"),
    [
        pytest.param("", "Tea.", "Tea.", id="no heading"),
        pytest.param(
            "House", "## House\nGreen tiles.", "House: Green tiles.", id="its own heading is said once"
        ),
        pytest.param("House > Kitchen", "## Kitchen\nGreen.", "House > Kitchen: Green.", id="below another"),
        pytest.param(
            "House > Kitchen", "- Green.", "House > Kitchen: - Green.", id="a later passage of a section"
        ),
        pytest.param("House", "# House", "House", id="a heading alone"),
    ],
)
def test_headings_stand_before_what_they_head(heading: str, text: str, expected: str) -> None:
    assert embedded_text(heading, text) == expected


def test_a_lock_that_somebody_else_holds_is_waited_for_until_the_next_time(
    index: sqlite3.Connection, backlog: Made
) -> None:
    say(index, 1, "tea")
    worker = backlog(ConceptEmbedder())
    index.execute("BEGIN IMMEDIATE")
    work(worker, "mark")
    told = (worker.problem, models(index))
    index.execute("ROLLBACK")

    work(worker, "mark")

    assert told == ("", {})
    assert models(index) == {1: "concepts-1"}


def test_an_index_that_cannot_be_used_is_a_problem(index: sqlite3.Connection, backlog: Made) -> None:
    index.execute("DROP TABLE vector")
    say(index, 1, "tea")
    worker = backlog(ConceptEmbedder())

    work(worker)

    assert worker.problem == "Passages get no new vectors: no such table: vector."


def test_a_passage_that_says_what_another_said_takes_over_its_vector(
    index: sqlite3.Connection, backlog: Made
) -> None:
    embedder = ConceptEmbedder()
    say(index, 1, "tea")
    say(index, 2, "cello")
    worker = backlog(embedder)
    work(worker)
    index.execute("DELETE FROM passage")
    say(index, 3, "cello")
    say(index, 4, "Lisbon")

    work(worker)

    assert embedder.embedded == ["cello", "tea", "Lisbon"]
    assert index.execute("SELECT value FROM vector WHERE passage_id = 3").fetchone()[0] == embedder.embed(
        "cello"
    )


def test_nothing_is_left_of_what_is_gone_once_all_have_their_vectors(
    index: sqlite3.Connection, backlog: Made
) -> None:
    say(index, 1, "tea")
    say(index, 2, "cello")
    worker = backlog(ConceptEmbedder())
    work(worker)
    index.execute("DELETE FROM passage WHERE id = 1")

    work(worker)

    assert index.execute("SELECT count(*) FROM spare_vector").fetchone() == (0,)
    assert index.execute("SELECT passage_id FROM vector").fetchall() == [(2,)]


def test_another_model_takes_over_nothing(index: sqlite3.Connection, backlog: Made) -> None:
    say(index, 1, "tea")
    work(backlog(ConceptEmbedder("old")))
    index.execute("DELETE FROM passage")
    say(index, 2, "tea")
    embedder = ConceptEmbedder("new")

    work(backlog(embedder))

    assert embedder.embedded == ["tea"]


def test_passages_go_out_in_batches_of_the_models_own_size_and_each_text_once(
    index: sqlite3.Connection, backlog: Made
) -> None:
    sent: list[list[str]] = []

    class Batching(ConceptEmbedder):
        batch = 64

        def embed_passages(self, texts: Sequence[str]) -> list[bytes]:
            sent.append([*texts])
            return super().embed_passages(texts)

    for number in range(1, 101):
        say(index, number, f"tea {number // 2}")

    work(backlog(Batching()))

    assert [len(texts) for texts in sent] == [33, 19]
    assert len(models(index)) == 100


def test_how_far_it_is_is_known_on_the_way(index: sqlite3.Connection, backlog: Made) -> None:
    seen: list[tuple[int, int, int]] = []

    class Watched(ConceptEmbedder):
        def embed_passages(self, texts: Sequence[str]) -> list[bytes]:
            progress = worker.progress
            assert progress is not None
            seen.append((progress.embedded, progress.passages, progress.unread))
            return super().embed_passages(texts)

    for number, text in enumerate(("tea", "我家的猫叫咪咪", "cello"), 1):
        say(index, number, text)
    worker = backlog(Watched())

    work(worker)

    assert seen == [(0, 3, 0), (2, 3, 1)]
    assert worker.progress == EmbeddingProgress(Space("concepts-1", 4), 3, 3, 1)


def test_vectors_that_are_still_another_models_are_counted_by_their_space(
    index: sqlite3.Connection, backlog: Made
) -> None:
    say(index, 1, "tea")
    work(backlog(ConceptEmbedder("old")))

    assert progress_of(index, Space("new", 8)).former == ((Space("old", 4), 1),)
    assert progress_of(index, Space("new", 8)).embedded == 0


def test_spares_are_forgotten_without_a_lock_when_there_are_none(
    index: sqlite3.Connection, file: Path
) -> None:
    other = schema.connect_writer(file)
    index.execute("BEGIN IMMEDIATE")

    forget_spares(other)

    index.execute("ROLLBACK")
    other.close()
