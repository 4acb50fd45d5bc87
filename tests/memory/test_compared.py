"""What was read of vectors tells how near they are to the question and to each other."""

import numpy as np
import pytest
from numpy.typing import NDArray

from recall_sidecar.memory.compared import Compared, Vectored

EAST, NORTH, NORTH_EAST = (1.0, 0.0), (0.0, 1.0), (0.8, 0.6)


def same(cosines: NDArray[np.float64]) -> NDArray[np.float64]:
    return cosines


def lot(**vectors: tuple[float, float]) -> Vectored:
    """Passages by their numbers, `n2=EAST`; the question lies in the east."""
    ids = np.array([int(name[1:]) for name in vectors])
    matrix = np.array([*vectors.values()], np.float32)
    return Vectored(ids, matrix, matrix[:, 0].astype(np.float64))


COMPARED = Compared((lot(n2=EAST, n5=NORTH),), same).joined(Compared((lot(n3=NORTH_EAST),), same))


def test_a_passage_without_a_vector_has_no_cosine() -> None:
    found = COMPARED.cosines_of(np.array([1, 2, 3, 5]))

    assert found.tolist() == pytest.approx([np.nan, 1.0, 0.8, 0.0], nan_ok=True)


def test_pairs_are_in_the_order_that_is_asked_for() -> None:
    found = COMPARED.between([5, 3, 9, 2])

    assert found == {
        (5, 3): pytest.approx(0.6),
        (5, 2): pytest.approx(0.0),
        (3, 2): pytest.approx(0.8),
    }


@pytest.mark.parametrize("passages", [[], [2], [7, 9]], ids=["none", "one", "without vectors"])
def test_there_is_no_pair(passages: list[int]) -> None:
    assert COMPARED.between(passages) == {}


def test_without_vectors_nothing_is_near() -> None:
    assert Compared().between([2, 3]) == {}
    assert np.isnan(Compared().cosines_of(np.array([2]))).all()


def test_cosines_are_scaled() -> None:
    halved = Compared((lot(n2=EAST, n3=NORTH_EAST),), lambda cosines: cosines / 2)
    assert halved.between([2, 3]) == {(2, 3): pytest.approx(0.4)}
