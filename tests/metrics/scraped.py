"""A scrape of a daemon in which everything has happened once, so that each family has its samples."""

from datetime import UTC, datetime

from prometheus_client import Metric
from prometheus_client.parser import text_string_to_metric_families

from recall_sidecar.breaker import BreakerState
from recall_sidecar.memory.port import IndexProgress, MeaningStatus, MemoryStatus
from tests.metrics.test_tally import CALL
from tests.server.fakes import FULL, Served
from tests.turns import turn

__all__ = ["labels_of", "scrape"]


async def _status() -> MemoryStatus:
    return MemoryStatus(
        ready=True,
        refreshed_at=datetime(2026, 11, 30, 9, tzinfo=UTC),
        reading=IndexProgress("notes", 1, 2, 3, 4.0),
        meanings=MeaningStatus("minilm", 384, 1, 2, 0, "1 of 2"),
    )


async def scrape(daemon: Served) -> tuple[Metric, ...]:
    """Return the families of a daemon that has seen turns of every kind."""
    house, tally = daemon.house, daemon.house.observed.tally
    house.memory.status = _status  # type: ignore[method-assign]
    house.breakers.append(BreakerState("main", "openai/gpt-5-mini", "open", 3, 1000))
    tally.keep(turn())
    tally.keep(turn(status="skipped", reason="sender", cache="none"))
    tally.model_call(CALL)
    tally.model_call(type(CALL)("ollama/x", "name", 1.0, None, 0, 0, None, "stop"))
    async with daemon.session.get(daemon.url("/metrics"), headers=FULL) as response:
        return tuple(text_string_to_metric_families(await response.text()))


def labels_of(families: tuple[Metric, ...]) -> dict[str, set[str]]:
    """Return the labels of every series by its name, as queries write it."""
    found: dict[str, set[str]] = {}
    for family in families:
        for sample in family.samples:
            found.setdefault(sample.name, set()).update(sample.labels)
    return found
