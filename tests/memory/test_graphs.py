"""Graphs grow in the background, are kept beside the index, and are thrown away when they belong to another."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest

from recall_sidecar.memory.graphs import Graphs
from recall_sidecar.memory.loose import Loose
from recall_sidecar.memory.schema import COUNTER_BITS, id_range

SIZE = 16
FROM = 40
SCOPE, OTHER = (id_range(1, visibility)[0] >> COUNTER_BITS for visibility in ("private", "shared"))
Make = Callable[..., Graphs]


def block(serials: Sequence[int], scope: int = SCOPE, seed: int = 1) -> Loose:
    made = np.random.default_rng(seed).standard_normal((len(serials), SIZE))
    matrix = np.asarray(made / np.linalg.norm(made, axis=1, keepdims=True), np.float32)
    return Loose(np.array(serials), (scope << COUNTER_BITS) + np.array(serials), matrix)


def stored(*blocks: Loose) -> Callable[[Sequence[int]], Mapping[int, bytes]]:
    rows = {
        int(serial): vector.tobytes()
        for each in blocks
        for serial, vector in zip(each.serials, each.matrix, strict=True)
    }
    return lambda serials: {serial: rows[serial] for serial in serials if serial in rows}


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    made: list[Graphs] = []

    def make_(model: str = "model", file: Path | None = tmp_path / "index") -> Graphs:
        made.append(Graphs(file, model, SIZE, FROM))
        return made[-1]

    yield make_
    for graphs in made:
        graphs.close()
        graphs.join()


def kept(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_enough_of_one_scope_makes_a_graph_of_it(make: Make, tmp_path: Path) -> None:
    graphs = make()

    graphs.grown((block(range(1, 41)), block(range(41, 60), OTHER)))
    graphs.settle()

    assert graphs.marks == {SCOPE: 40}
    assert [name.startswith(f"index.near-{SCOPE}-40-") for name in kept(tmp_path)] == [True]


def test_too_little_of_each_scope_stays_loose(make: Make) -> None:
    graphs = make()

    assert graphs.grown((block(range(1, 30)), block(range(30, 60), OTHER))) == {}


def test_without_an_index_file_there_is_no_graph(make: Make) -> None:
    graphs = make(file=None)

    assert graphs.grown((block(range(1, 100)),)) == {}
    assert graphs.load(stored()) == {}
    graphs.forget()


def test_a_graph_takes_up_what_came_since_when_it_is_enough(make: Make, tmp_path: Path) -> None:
    graphs = make()
    first, few, more = block(range(1, 41)), block(range(41, 45)), block(range(45, 90))
    graphs.grown((first,))
    graphs.settle()

    graphs.grown((few,))
    graphs.settle()
    assert graphs.marks == {SCOPE: 40}

    graphs.grown((few, more))
    graphs.settle()
    assert graphs.marks == {SCOPE: 89}
    assert len(kept(tmp_path)) == 1


def test_what_was_looked_at_is_not_looked_at_again(make: Make) -> None:
    graphs = make()
    loose = (block(range(1, 50)),)
    graphs.grown(loose)
    graphs.settle()
    before = graphs.marks

    assert {scope: graph.mark for scope, graph in graphs.grown(loose).items()} == before


def test_a_graph_that_was_kept_is_taken_over(make: Make) -> None:
    rows = block(range(1, 61))
    first = make()
    first.grown((rows,))
    first.settle()

    second = make()

    assert second.load(stored(rows)) == {SCOPE: 60}


@pytest.mark.parametrize(
    "held",
    [
        pytest.param([block(range(1, 61), seed=2)], id="other vectors under the same serials"),
        pytest.param([], id="nothing"),
        pytest.param([block(range(1, 11))], id="few of them"),
    ],
)
def test_a_graph_of_another_index_is_thrown_away(make: Make, tmp_path: Path, held: list[Loose]) -> None:
    first = make()
    first.grown((block(range(1, 61)),))
    first.settle()

    assert make().load(stored(*held)) == {}
    assert kept(tmp_path) == []


def test_a_graph_of_another_model_is_left_alone(make: Make, tmp_path: Path) -> None:
    rows = block(range(1, 61))
    first = make()
    first.grown((rows,))
    first.settle()

    assert make("another").load(stored(rows)) == {}
    assert len(kept(tmp_path)) == 1


@pytest.mark.parametrize("name", ["index.near-{scope}-60-{space}", "index.near-x-y-{space}"])
def test_a_file_that_is_no_graph_does_no_harm(make: Make, tmp_path: Path, name: str) -> None:
    graphs = make()
    space = graphs._space
    (tmp_path / name.format(scope=SCOPE, space=space)).write_bytes(b"no graph")

    assert graphs.load(stored()) == {}


def test_what_was_being_written_when_all_ended_is_cleared_away(make: Make, tmp_path: Path) -> None:
    (tmp_path / f"index.near-{SCOPE}-60-0.partial").write_bytes(b"half")

    make().load(stored())

    assert kept(tmp_path) == []


def test_what_is_forgotten_is_gone_from_the_disk(make: Make, tmp_path: Path) -> None:
    graphs = make()
    graphs.grown((block(range(1, 61)),))
    graphs.settle()
    other = make("another")
    other.grown((block(range(1, 61)),))
    other.settle()

    graphs.forget()

    assert (graphs.marks, kept(tmp_path)) == ({}, [])


def test_a_graph_that_cannot_be_kept_answers_nevertheless(
    make: Make, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    graphs = make(file=tmp_path / "gone" / "index")

    graphs.grown((block(range(1, 61)),))
    graphs.settle()

    assert graphs.marks == {SCOPE: 60}
    assert [record.message for record in caplog.records] == ["memory_graph_not_kept"]


def test_nothing_grows_after_the_end(make: Make) -> None:
    graphs = make()
    graphs.close()

    assert graphs.grown((block(range(1, 61)),)) == {}


def test_growing_that_was_given_up_keeps_nothing(make: Make, tmp_path: Path) -> None:
    graphs = make()
    graphs.grown((block(range(1, 4001)),))
    graphs.close()
    graphs.join()

    assert kept(tmp_path) == []
