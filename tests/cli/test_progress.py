import pytest

from recall_sidecar.cli.progress import embedding, reading


@pytest.mark.parametrize(
    ("memory", "shown"),
    [
        pytest.param({}, "Indexing: waiting for its turn", id="a daemon that says nothing of it"),
        pytest.param({"reading": None}, "Indexing: waiting for its turn", id="not begun"),
        pytest.param(
            {"reading": {"folder": "/n", "files": 0, "filesOf": 0, "passages": 0, "elapsedMs": 5}},
            "Indexing: [........................] 0 of 0 files, 0 passages",
            id="nothing listed yet",
        ),
        pytest.param(
            {"reading": {"folder": "/n", "files": 500, "filesOf": 2000, "passages": 1234, "elapsedMs": 4000}},
            "Indexing: [######..................] 500 of 2,000 files, 1,234 passages, 125 files/s, 12s left",
            id="a quarter",
        ),
    ],
)
def test_how_far_the_files_are_read(memory: dict[str, object], shown: str) -> None:
    assert reading(memory) == shown


@pytest.mark.parametrize(
    ("vectors", "first", "elapsed_s", "shown"),
    [
        (0, 0, 0.2, "Embedding: [........................] 0 of 100 passages"),
        (60, 20, 4.0, "Embedding: [##############..........] 60 of 100 passages, 10 passages/s, 4s left"),
        (120, 0, 4.0, "Embedding: [########################] 120 of 100 passages, 30 passages/s, 0ms left"),
    ],
)
def test_how_many_passages_have_a_vector(vectors: int, first: int, elapsed_s: float, shown: str) -> None:
    assert embedding({"meanings": {"embedded": vectors, "passages": 100}}, first, elapsed_s) == shown
