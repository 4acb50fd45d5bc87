"""A graph finds what is nearest, nearly always, and is the same after it was kept in a file."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from recall_sidecar.memory.graph import Graph

SIZE = 32


def vectors(count: int) -> NDArray[np.float32]:
    rng = np.random.default_rng(1)
    centres = rng.standard_normal((max(count // 20, 1), SIZE))
    made = centres[rng.integers(0, len(centres), count)] + rng.standard_normal((count, SIZE))
    return np.asarray(made / np.linalg.norm(made, axis=1, keepdims=True), np.float32)


def grown(made: NDArray[np.float32]) -> Graph:
    graph = Graph(SIZE)
    assert graph.add(np.arange(1, len(made) + 1), made, lambda: False)
    return graph


def test_nearly_all_of_the_ten_nearest_are_found() -> None:
    made = vectors(2000)
    graph = grown(made)
    queries = made[::40]

    shares = []
    for query in queries:
        exact = np.argsort(-(made @ query))[:10] + 1
        shares.append(len({*exact.tolist()} & {*graph.nearest(query, 40)[0].tolist()}) / 10)

    assert np.mean(shares) >= 0.95


def test_the_nearest_come_with_their_cosines() -> None:
    made = vectors(50)

    serials, cosines = grown(made).nearest(made[6], 3)

    assert serials[0] == 7
    assert cosines[0] == pytest.approx(1, abs=0.01)
    assert sorted(cosines, reverse=True) == list(cosines)


def test_an_empty_graph_finds_nothing() -> None:
    assert len(Graph(SIZE).nearest(vectors(1)[0], 5)[0]) == 0


def test_growing_ends_when_it_is_cancelled() -> None:
    graph = Graph(SIZE)
    asked = iter([False, True])

    assert not graph.add(np.arange(1, 101), vectors(100), lambda: next(asked))
    assert graph.mark == len(graph) == 16


def test_a_graph_in_a_file_is_the_same(tmp_path: Path) -> None:
    made = vectors(100)
    graph = grown(made)
    graph.save(tmp_path / "graph")

    loaded = Graph.load(tmp_path / "graph", SIZE, 100)

    assert (len(loaded), loaded.mark) == (100, 100)
    assert loaded.nearest(made[3], 5)[0].tolist() == graph.nearest(made[3], 5)[0].tolist()
    assert loaded.add(np.array([101]), made[:1], lambda: False)
    assert [file.name for file in tmp_path.iterdir()] == ["graph"]
    assert (tmp_path / "graph").stat().st_mode & 0o077 == 0


def test_what_it_keeps_of_a_vector_is_nearly_the_vector() -> None:
    made = vectors(10)

    kept = grown(made).vectors(np.array([2, 999]))

    assert kept[0] @ made[1] / np.linalg.norm(kept[0]) > 0.99
    assert np.isnan(kept[1]).all()


def test_some_serials_are_spread_over_all() -> None:
    some = grown(vectors(100)).some_serials(10)

    assert 10 <= len(some) <= 20
    assert {*some.tolist()} <= {*range(1, 101)}


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda whole: whole[: len(whole) // 2], id="cut off"),
        pytest.param(lambda _: b"no graph" * 99, id="something else"),
        pytest.param(lambda _: b"", id="empty"),
    ],
)
def test_a_damaged_file_is_told(tmp_path: Path, damage: "type[bytes]") -> None:
    file = tmp_path / "graph"
    grown(vectors(100)).save(file)
    file.write_bytes(damage(file.read_bytes()))

    with pytest.raises(OSError, match=r"\w"):
        Graph.load(file, SIZE, 100)


def test_vectors_of_another_length_are_told(tmp_path: Path) -> None:
    grown(vectors(10)).save(tmp_path / "graph")

    with pytest.raises(OSError, match="length"):
        Graph.load(tmp_path / "graph", SIZE * 2, 10)


def test_a_folder_that_is_gone_is_told(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        grown(vectors(10)).save(tmp_path / "gone" / "graph")
