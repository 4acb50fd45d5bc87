"""One budget per turn, on a clock that the wall clock cannot move."""

import asyncio
from datetime import UTC, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall_sidecar.deadline import DELIVERY_RESERVE_MS, Deadline, SystemClock
from recall_sidecar.testing import FakeClock


def _start(
    clock: FakeClock, *, timeout_ms: int = 15_000, host_ms: int | None = None, soft_ms: int = 4_000
) -> Deadline:
    return Deadline.start(clock, timeout_ms=timeout_ms, host_budget_ms=host_ms, soft_budget_ms=soft_ms)


@pytest.mark.parametrize(
    ("timeout_ms", "host_ms", "budget_ms"),
    [
        pytest.param(15_000, None, 14_750, id="the setting alone, less the reserve"),
        pytest.param(15_000, 5_000, 4_750, id="the host's limit is smaller"),
        pytest.param(3_000, 60_000, 2_750, id="the setting is smaller"),
        pytest.param(15_000, 500, 250, id="as much as the reserve is left"),
        pytest.param(15_000, 300, 150, id="a tiny budget keeps half of itself"),
        pytest.param(15_000, 1, 0, id="a millisecond is nothing"),
        pytest.param(15_000, 0, 0, id="nothing is left"),
        pytest.param(15_000, -40, 0, id="the host is late already"),
    ],
)
def test_the_budget_is_the_smaller_limit_less_the_reserve(
    timeout_ms: int, host_ms: int | None, budget_ms: int
) -> None:
    assert _start(FakeClock(), timeout_ms=timeout_ms, host_ms=host_ms).budget_ms == budget_ms


@given(st.integers(0, 600_000), st.none() | st.integers(-1_000, 600_000), st.integers(0, 600_000))
def test_a_budget_never_exceeds_a_limit_and_the_soft_one_never_the_hard(
    timeout_ms: int, host_ms: int | None, soft_ms: int
) -> None:
    deadline = _start(FakeClock(), timeout_ms=timeout_ms, host_ms=host_ms, soft_ms=soft_ms)

    assert 0 <= deadline.budget_ms <= timeout_ms
    assert host_ms is None or deadline.budget_ms <= max(host_ms, 0)
    assert deadline.started_at <= deadline.soft_at <= deadline.expires_at


def test_time_runs_down_to_nothing_and_stays_there() -> None:
    clock = FakeClock()
    deadline = _start(clock, timeout_ms=1_250)

    clock.advance(0.5)
    assert (deadline.remaining_s(), deadline.is_over) == (0.5, False)

    clock.advance(5)
    assert (deadline.remaining_s(), deadline.is_over) == (0.0, True)


def test_a_budget_counts_from_when_the_request_arrived() -> None:
    clock = FakeClock()
    arrived = clock.monotonic()
    clock.advance(0.5)

    deadline = Deadline.start(
        clock, timeout_ms=1_250, host_budget_ms=None, soft_budget_ms=200, started_at=arrived
    )

    assert deadline.remaining_s() == pytest.approx(0.5)
    assert deadline.soft_at < clock.monotonic()


def test_moving_the_wall_clock_moves_no_deadline() -> None:
    clock = FakeClock()
    deadline = _start(clock)

    clock.set_wall(clock.now() + timedelta(days=3))

    assert deadline.remaining_s() == pytest.approx(15 - DELIVERY_RESERVE_MS / 1000)


async def test_the_systems_clock_is_the_loops_own_and_knows_its_zone() -> None:
    clock, loop = SystemClock(), asyncio.get_running_loop()

    before, now, after = loop.time(), clock.monotonic(), loop.time()

    assert before <= now <= after
    assert clock.now().tzinfo is UTC
