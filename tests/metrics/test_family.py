"""Families as values."""

from recall_sidecar.metrics.family import counter, gauge, times
from recall_sidecar.metrics.times import Times


def test_samples_stand_in_order() -> None:
    family = counter("turns", "Turns.", ("host",), {("b",): 2, ("a",): 1})

    assert family.name == "recall_sidecar_turns"
    assert family.samples == ((("a",), 1), (("b",), 2))


def test_a_value_alone_has_no_label() -> None:
    family = gauge("memory_files", "Files.", 3)

    assert (family.labels, family.samples) == ((), (((), 3.0),))


def test_a_value_for_each_of_a_label() -> None:
    family = gauge("ready", "Parts.", {"model": True, "gate": False}, "part")

    assert (family.labels, family.samples) == (("part",), ((("gate",), 0.0), (("model",), 1.0)))


def test_what_is_not_known_has_no_sample() -> None:
    assert gauge("looked", "When.", None).samples == ()


def test_times_are_counts_and_a_sum() -> None:
    each = Times()
    each.add(2.0)

    ((labels, (counts, total)),) = times("step_seconds", "Steps.", "step", {"gate": each}).samples  # type: ignore[misc]

    assert (labels, counts[-1], total) == (("gate",), 1, 0.002)
