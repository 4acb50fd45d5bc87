"""Two groups are told apart by a number, at every threshold."""

import pytest

from recall_sidecar.evaluation.roc import RocPoint, auroc, roc


@pytest.mark.parametrize(
    ("worthy", "others", "area"),
    [
        pytest.param([0.9, 0.8], [0.1], 1.0, id="apart"),
        pytest.param([0.1], [0.9, 0.8], 0.0, id="the wrong way round"),
        pytest.param([0.5, 0.5], [0.5], 0.5, id="the same"),
        pytest.param([0.9, 0.3], [0.5], 0.5, id="one above, one below"),
        pytest.param([0.9, 0.5], [0.5, 0.1], 0.875, id="a draw counts half"),
    ],
)
def test_the_area(worthy: list[float], others: list[float], area: float) -> None:
    assert auroc(worthy, others) == pytest.approx(area)


def test_a_point_for_each_threshold() -> None:
    assert roc([0.9, 0.5], [0.5, 0.1]) == (
        RocPoint(float("inf"), 0.0, 0.0),
        RocPoint(0.9, 0.0, 0.5),
        RocPoint(0.5, 0.5, 1.0),
        RocPoint(0.1, 1.0, 1.0),
    )
