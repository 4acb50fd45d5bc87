"""What stays within one worker, and what is begun first."""

from typing import cast

import pytest

from tests.scheduling import FIRST, in_order, unit_of
from tests.sources import ROOT


class Item:
    """As much of a test as its place depends on."""

    def __init__(self, nodeid: str) -> None:
        self.nodeid = nodeid


def ordered(*nodeids: str) -> list[str]:
    items = [cast("pytest.Item", Item(nodeid)) for nodeid in nodeids]
    return [item.nodeid for item in in_order(items)]


@pytest.mark.parametrize(
    ("nodeid", "unit"),
    [
        pytest.param("tests/test_gate.py::test_x[a::b]", "tests/test_gate.py", id="a file"),
        pytest.param("tests/e2e/test_turn.py::test_x", "tests/e2e", id="a folder that shares a daemon"),
        pytest.param("tests/openclaw/test_recall.py::test_x", "tests/openclaw", id="or a gateway"),
        pytest.param(
            "tests/openclaw/test_install.py::test_x", "tests/openclaw/test_install.py", id="a gateway of its own"
        ),
    ],
)  # fmt: skip
def test_a_unit_is_what_shares_something_costly(nodeid: str, unit: str) -> None:
    assert unit_of(nodeid) == unit


def test_long_units_come_first_then_those_of_many_tests() -> None:
    assert ordered("tests/a.py::1", "tests/b.py::2", "tests/b.py::1", "tests/e2e/c.py::1") == [
        "tests/e2e/c.py::1",
        "tests/b.py::2",
        "tests/b.py::1",
        "tests/a.py::1",
    ]


def test_every_unit_that_is_named_is_there() -> None:
    assert [unit for unit in FIRST if not (ROOT / unit).exists()] == []
