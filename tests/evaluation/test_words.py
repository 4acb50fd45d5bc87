"""Figures and expectations in words."""

import pytest

from recall_sidecar.evaluation.cases import Passage
from recall_sidecar.evaluation.figures import Figure, Unit
from recall_sidecar.evaluation.intervals import Interval
from recall_sidecar.evaluation.words import bounds, expectation, shown


@pytest.mark.parametrize(
    ("name", "value", "unit", "words"),
    [
        ("recall@5", 0.8125, "share", "81.2%"),
        ("auroc", 0.8125, "share", "0.812"),
        ("p50_ms", 12.34, "ms", "12.3 ms"),
        ("calls", 1234.0, "count", "1,234"),
        ("cost", 0.01234, "dollars", "$0.0123"),
        ("cost", None, "dollars", "–"),
    ],
)
def test_a_value(name: str, value: float | None, unit: Unit, words: str) -> None:
    assert shown(Figure(name, "", value, 1, unit)) == words


def test_an_interval() -> None:
    assert bounds(Figure("a", "", 0.5, 1, interval=Interval(0.25, 0.75))) == "25.0% to 75.0%"
    assert bounds(Figure("a", "", 0.5, 1)) == ""


@pytest.mark.parametrize(
    ("expected", "words"),
    [
        (None, "not said"),
        ("something", "something"),
        ((), "nothing"),
        (
            (Passage(path="a.md", lines=(1, 2)), Passage(text="x" * 130), Passage(words="tea")),
            f"a.md:1-2; “{'x' * 120}…”; “tea”",
        ),
    ],
)
def test_an_expectation(expected: str | tuple[Passage, ...] | None, words: str) -> None:
    assert expectation(expected) == words
