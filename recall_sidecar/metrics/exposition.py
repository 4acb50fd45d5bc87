"""Families in the text formats of Prometheus and OpenMetrics.

The only importer of `prometheus_client`, and only when somebody scrapes. Its global registry is not used: nothing is
registered anywhere, the families of one scrape are what is written.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, cast

from recall_sidecar.metrics.family import Family
from recall_sidecar.metrics.times import BOUNDS_S

if TYPE_CHECKING:
    from prometheus_client.core import Metric
    from prometheus_client.registry import Collector

__all__ = ["expose"]

_BOUNDS = (*map(str, BOUNDS_S), "+Inf")


class _Scrape:
    """What the library takes for a registry: something that can be collected."""

    def __init__(self, families: Iterable[Family]) -> None:
        self._families = families

    def collect(self) -> "Iterator[Metric]":
        """Yield the families in the library's form."""
        return map(_metric, self._families)


def expose(families: Iterable[Family], accept: str) -> tuple[bytes, str]:
    """Return the families in the form that the header `accept` asks for, and its content type.

    Importing takes some tens of milliseconds the first time: call it in a thread.
    """
    from prometheus_client.exposition import choose_encoder  # noqa: PLC0415 -- needed by those who scrape alone

    encode, content_type = choose_encoder(accept)
    return encode(cast("Collector", _Scrape(families))), content_type


def _metric(family: Family) -> "Metric":
    from prometheus_client import core  # noqa: PLC0415 -- as above

    if family.kind == "histogram":
        histogram = core.HistogramMetricFamily(family.name, family.help, labels=family.labels)
        for labels, (counts, total) in cast(
            "Iterable[tuple[tuple[str, ...], tuple[tuple[int, ...], float]]]", family.samples
        ):
            histogram.add_metric(labels, list(zip(_BOUNDS, counts, strict=True)), total)
        return histogram
    kind = core.CounterMetricFamily if family.kind == "counter" else core.GaugeMetricFamily
    metric = kind(family.name, family.help, labels=family.labels)
    for labels, value in family.samples:
        metric.add_metric(labels, cast("float", value))
    return metric
