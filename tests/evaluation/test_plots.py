"""Plots are SVG that XML readers take, and nothing where nothing was measured."""

from typing import Any
from xml.etree import ElementTree as ET

import pytest

from recall_sidecar.evaluation.figures import Measured, measure
from recall_sidecar.evaluation.plots import latency_plot, recall_plot, roc_plot
from tests.evaluation.turns import judged

SILENT: dict[str, Any] = {
    "status": "empty",
    "block": "",
    "summary": "",
    "trust": None,
    "hits": (),
    "elapsed_ms": 3.0,
}
RUN = measure(
    (
        judged({"expect": [{"text": "oolong"}]}),
        judged({"expect": [{"text": "violin"}]}, elapsed_ms=0.0),
        judged({"expect": "nothing"}, **SILENT),
    )
)


@pytest.mark.parametrize("plot", [roc_plot, recall_plot, latency_plot])
def test_a_plot_is_well_formed_and_fetches_nothing(plot: Any) -> None:  # noqa: ANN401
    drawn = plot(RUN)

    figure = ET.fromstring(drawn)  # noqa: S314 -- our own text
    assert figure.tag == "figure"
    assert "href" not in drawn
    assert "style=" not in drawn
    assert plot(measure(())) == ""


def _points(measured: Measured) -> list[str]:
    return roc_plot(measured).split('points="')[1].split('"')[0].split()


def test_the_curve_goes_from_one_corner_to_the_other() -> None:
    assert (_points(RUN)[0], _points(RUN)[-1]) == ("48.0,216.0", "344.0,16.0")


def test_times_that_are_all_the_same_have_a_plot() -> None:
    assert latency_plot(measure((judged({}, elapsed_ms=10.0),))).count("<rect") == 1
