"""What becomes of finished turns."""

import asyncio
from pathlib import Path

import pytest

from recall_sidecar.observation import Observation
from recall_sidecar.settings import TraceSettings
from recall_sidecar.testing import FakeClock
from tests.telemetry.collector import collector
from tests.turns import turn


def _observed(folder: Path, *, history: bool, **environment: str) -> Observation:
    settings = TraceSettings(history=history, ring_turns=10)
    return Observation(folder / "history.sqlite3", settings, environment, FakeClock())


async def test_a_turn_is_kept_counted_and_written(tmp_path: Path) -> None:
    observed = _observed(tmp_path, history=True)

    observed.tracer.keep(turn())

    assert len(observed.tracer.recent()) == 1
    assert sum(observed.tally.turns.values()) == 1
    assert len(await observed.history.recent()) == 1
    assert observed.left_out() == {"history": 0, "telemetry": 0}
    await observed.aclose()


async def test_a_turn_is_sent_where_the_environment_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", "1")
    async with collector() as there:
        observed = _observed(tmp_path, history=False, OTEL_EXPORTER_OTLP_ENDPOINT=there.url)

        observed.tracer.keep(turn())
        async with asyncio.timeout(20):
            await there.arrived.wait()
        await observed.aclose()

        assert there.named("recall").name == "recall"


async def test_changed_settings_reach_the_parts(tmp_path: Path) -> None:
    observed = _observed(tmp_path, history=False)
    for number in range(3):
        observed.tracer.keep(turn(trace_id=str(number)))

    observed.use(TraceSettings(history=True, ring_turns=2))
    observed.tracer.keep(turn(trace_id="last"))

    assert [each.trace_id for each in observed.tracer.recent()] == ["last", "2"]
    assert len(await observed.history.recent()) == 1
    await observed.aclose()
