"""A family of metrics as values: its name, kind, help and labels, and the samples it has now."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from recall_sidecar.metrics.times import Times

__all__ = ["Family", "Kind", "Number", "counter", "gauge", "times"]

Kind = Literal["counter", "gauge", "histogram"]
Number: TypeAlias = float | tuple[tuple[int, ...], float]
_PREFIX = "recall_sidecar_"


@dataclass(frozen=True, slots=True)
class Family:
    """One metric. A sample is the values of its labels and a number; of a histogram the cumulated counts and the sum."""

    name: str
    kind: Kind
    help: str
    labels: tuple[str, ...]
    samples: tuple[tuple[tuple[str, ...], Number], ...]


def counter(name: str, says: str, labels: tuple[str, ...], counts: Mapping[tuple[str, ...], float]) -> Family:
    """Return a family of numbers that only grow; its name ends in `_total` when it is exposed."""
    return Family(_PREFIX + name, "counter", says, labels, tuple(sorted(counts.items())))


def gauge(
    name: str, says: str, value: float | Mapping[str, float] | None, label: str | None = None
) -> Family:
    """Return a family of present values: one for each value of `label`, or just one; None is not known and has no sample."""
    samples: tuple[tuple[tuple[str, ...], float], ...]
    if isinstance(value, Mapping):
        samples = tuple(((key,), float(number)) for key, number in sorted(value.items()))
    else:
        samples = () if value is None else (((), float(value)),)
    return Family(_PREFIX + name, "gauge", says, (label,) if label else (), samples)


def times(name: str, says: str, label: str, kinds: Mapping[str, Times]) -> Family:
    """Return a family of histograms of seconds, one for each value of `label`."""
    samples = tuple(((kind,), (each.cumulated(), each.total_s)) for kind, each in sorted(kinds.items()))
    return Family(_PREFIX + name, "histogram", says, (label,), samples)
