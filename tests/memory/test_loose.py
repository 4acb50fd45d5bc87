"""Loose vectors are compared one by one, and leave when a graph has them."""

import numpy as np
import pytest

from recall_sidecar.memory.loose import Loose, nearest
from recall_sidecar.memory.schema import id_range

HERE, THERE = id_range(1, "private")[0], id_range(2, "private")[0]
EAST, NORTH = [1.0, 0.0], [0.0, 1.0]
QUERY = np.array(EAST, np.float32)
EVERYWHERE = [(0, 1 << 62)]


def block(*rows: tuple[int, int, list[float]]) -> Loose:
    values = b"".join(np.array(vector, np.float32).tobytes() for _, _, vector in rows)
    return Loose.of([row[0] for row in rows], [row[1] for row in rows], values, 2)


BLOCK = block((1, HERE + 1, NORTH), (2, THERE + 1, EAST), (3, HERE + 2, EAST))


def test_the_nearest_of_every_block_are_found() -> None:
    found = nearest([BLOCK, block((4, HERE + 3, EAST))], QUERY, EVERYWHERE, 2)

    assert sorted(found) == [(1.0, 2), (1.0, 3), (1.0, 4)]


def test_what_is_outside_the_ranges_is_not_found() -> None:
    assert sorted(nearest([BLOCK], QUERY, [id_range(1)], 9)) == [(0.0, 1), (1.0, 3)]


def test_nothing_is_near_where_there_is_nothing() -> None:
    assert nearest([block()], QUERY, EVERYWHERE, 3) == []


def test_blocks_are_joined_in_order() -> None:
    both = BLOCK.joined(block((4, HERE + 3, EAST)))

    assert both.serials.tolist() == [1, 2, 3, 4]
    assert (len(both), both.matrix.shape) == (4, (4, 2))


def test_the_rows_of_a_scope_behind_a_serial() -> None:
    scope = int(BLOCK.scopes[0])

    assert BLOCK.of_scope(scope, 0).serials.tolist() == [1, 3]
    assert BLOCK.of_scope(scope, 1).serials.tolist() == [3]


@pytest.mark.parametrize(
    ("mark", "left"),
    [
        pytest.param(3, [2], id="the graph has them all"),
        pytest.param(2, [1, 2, 3], id="the graph has one of them"),
    ],
)
def test_a_scope_leaves_when_its_graph_has_all_of_it(mark: int, left: list[int]) -> None:
    assert BLOCK.without({int(BLOCK.scopes[0]): mark, 99: 7}).serials.tolist() == left
