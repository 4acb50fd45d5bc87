"""Curves are drawn as a picture that stands alone."""

from xml.etree import ElementTree

from benchmarks.judgement.roc_plot import drawn


def test_each_curve_is_drawn_and_named() -> None:
    picture = drawn({"a & b": [(0.0, 0.0), (0.5, 1.0), (1.0, 1.0)], "c": [(0.0, 0.0), (1.0, 1.0)]})

    root = ElementTree.fromstring(picture)  # noqa: S314 - our own picture
    names = {text.text for text in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {"a & b", "c", "recall", "false alarms"} <= names
    assert len(list(root.iter("{http://www.w3.org/2000/svg}polyline"))) == 2


def test_a_long_curve_keeps_both_ends() -> None:
    points = [(step / 5000, step / 5000) for step in range(5001)]

    line = next(ElementTree.fromstring(drawn({"x": points})).iter("{http://www.w3.org/2000/svg}polyline"))  # noqa: S314
    drawn_points = line.attrib["points"].split()
    assert (drawn_points[0], drawn_points[-1]) == ("56.0,440.0", "476.0,20.0")
    assert len(drawn_points) < 500
