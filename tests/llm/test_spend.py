"""Calls and cost are counted over sliding windows, held against limits, and kept over a restart."""

import asyncio
import json
from datetime import timedelta
from pathlib import Path

import pytest

from recall_sidecar.llm.port import Usage
from recall_sidecar.llm.spend import SpendLedger
from recall_sidecar.settings import ModelSettings
from recall_sidecar.testing import FakeClock
from tests.waiting import until

TWO_AN_HOUR = ModelSettings(max_calls_per_hour=2)
A_DOLLAR_A_DAY = ModelSettings(max_calls_per_hour=0, max_cost_per_day=1.0)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "state" / "spend.json"


async def ledger(file: Path, clock: FakeClock, *, save_after_s: float = 3600) -> SpendLedger:
    return await asyncio.to_thread(SpendLedger.load, file, clock, save_after_s=save_after_s)


async def test_calls_beyond_the_hourly_limit_are_refused_with_the_setting(file: Path) -> None:
    spend = await ledger(file, FakeClock())

    admitted = [spend.admit(TWO_AN_HOUR) for _ in range(3)]

    assert admitted[:2] == [None, None]
    assert admitted[2] == "2 model calls in the last hour, model.max_calls_per_hour is 2"
    assert spend.totals().calls == 2
    await spend.aclose()


async def test_the_hour_slides(file: Path) -> None:
    clock = FakeClock()
    spend = await ledger(file, clock)
    spend.admit(TWO_AN_HOUR)
    clock.advance(30 * 60)
    spend.admit(TWO_AN_HOUR)

    clock.advance(30 * 60)

    assert spend.admit(TWO_AN_HOUR) is None
    assert spend.admit(TWO_AN_HOUR) is not None
    await spend.aclose()


async def test_cost_beyond_the_daily_limit_is_refused_until_it_is_a_day_old(file: Path) -> None:
    clock = FakeClock()
    spend = await ledger(file, clock)
    spend.record(Usage(cost=1.25))

    assert (
        spend.limit_reached(A_DOLLAR_A_DAY) == "$1.2500 in the last 24 hours, model.max_cost_per_day is 1.0"
    )
    clock.advance(24 * 3600)
    assert spend.limit_reached(A_DOLLAR_A_DAY) is None
    await spend.aclose()


async def test_zero_is_no_limit(file: Path) -> None:
    spend = await ledger(file, FakeClock())
    free = ModelSettings(max_calls_per_hour=0, max_cost_per_day=0)

    assert {spend.admit(free) for _ in range(1000)} == {None}
    await spend.aclose()


async def test_totals_add_up_tokens_cost_and_calls_without_a_price(file: Path) -> None:
    spend = await ledger(file, FakeClock())
    spend.admit(TWO_AN_HOUR)
    spend.record(Usage(input_tokens=100, output_tokens=10, cost=0.25))
    spend.record(Usage(input_tokens=50, output_tokens=5))

    totals = spend.totals()

    assert (totals.calls, totals.input_tokens, totals.output_tokens) == (1, 150, 15)
    assert (totals.cost, totals.unpriced) == (0.25, 1)
    await spend.aclose()


async def test_a_restart_forgets_nothing(file: Path) -> None:
    clock = FakeClock()
    first = await ledger(file, clock)
    first.admit(TWO_AN_HOUR)
    first.admit(TWO_AN_HOUR)
    first.record(Usage(input_tokens=9, cost=0.5))
    await first.aclose()

    second = await ledger(file, clock)

    assert second.admit(TWO_AN_HOUR) is not None
    assert second.totals() == first.totals()
    assert file.stat().st_mode & 0o777 == 0o600
    await second.aclose()


async def test_a_change_is_written_soon_without_being_asked(file: Path) -> None:
    spend = await ledger(file, FakeClock(), save_after_s=0.0)

    spend.admit(TWO_AN_HOUR)
    await until(file.exists)

    assert (await ledger(file, FakeClock())).totals().calls == 1
    await spend.aclose()


@pytest.mark.parametrize(
    "content",
    ["", "{", "[]", '{"minutes": {"x": 1}}', '{"minutes": {"1": {"calls": "many"}}}', '{"minutes": []}'],
)
async def test_a_ledger_that_cannot_be_read_counts_as_empty_and_is_reported(
    file: Path, content: str, caplog: pytest.LogCaptureFixture
) -> None:
    file.parent.mkdir()
    file.write_text(content, encoding="utf-8")

    spend = await ledger(file, FakeClock())

    assert spend.totals().calls == 0
    assert [record.message for record in caplog.records] == ["spend_unreadable"]


async def test_a_half_written_file_of_a_crash_does_not_stand_in_the_way(file: Path) -> None:
    file.parent.mkdir()
    file.with_name("spend.json.new").write_text("{", encoding="utf-8")
    spend = await ledger(file, FakeClock())
    spend.admit(TWO_AN_HOUR)

    await spend.aclose()

    assert (await ledger(file, FakeClock())).totals().calls == 1


async def test_a_folder_that_cannot_be_written_is_reported_and_counting_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "state").write_text("not a folder", encoding="utf-8")
    spend = await ledger(tmp_path / "state" / "spend.json", FakeClock())
    spend.admit(TWO_AN_HOUR)

    await spend.aclose()

    assert [record.message for record in caplog.records] == ["spend_unreadable", "spend_not_written"]
    assert spend.totals().calls == 1


async def test_calls_dated_ahead_by_a_wrong_clock_count_as_now_and_then_pass(file: Path) -> None:
    clock = FakeClock()
    now = clock.now()
    spend = await ledger(file, clock)
    clock.set_wall(now + timedelta(days=4000))
    spend.admit(TWO_AN_HOUR)
    spend.admit(TWO_AN_HOUR)

    clock.set_wall(now)
    at_once = spend.admit(TWO_AN_HOUR)
    clock.advance(3600)

    assert at_once is not None
    assert spend.admit(TWO_AN_HOUR) is None
    await spend.aclose()


async def test_embedding_calls_are_limited_apart_and_cost_together(file: Path) -> None:
    spend = await ledger(file, FakeClock())

    admitted = [spend.admit_embedding(TWO_AN_HOUR) for _ in range(3)]
    spend.record(Usage(cost=2.0))

    assert admitted == [None, None, "2 embedding calls in the last hour, model.max_calls_per_hour is 2"]
    assert spend.admit(TWO_AN_HOUR) is None
    assert "max_cost_per_day" in (spend.admit_embedding(A_DOLLAR_A_DAY) or "")
    assert (spend.totals().calls, spend.totals().embeddings) == (1, 2)
    await spend.aclose()


async def test_a_ledger_from_before_embeddings_were_counted_is_read(file: Path) -> None:
    clock = FakeClock()
    minute = int(clock.now().timestamp() // 60)
    old = {"calls": 3, "input_tokens": 1, "output_tokens": 1, "cost": 0.5, "unpriced": 0}
    file.parent.mkdir()
    file.write_text(json.dumps({"version": 1, "minutes": {str(minute): old}}))

    spend = await ledger(file, clock)

    assert (spend.totals().calls, spend.totals().embeddings) == (3, 0)
    await spend.aclose()
