"""Past turns are found in memory and on disk, and a broken disk hides no turn of memory."""

from datetime import UTC, datetime

import pytest

from recall_sidecar.errors import MemoryStoreError
from recall_sidecar.trace import Tracer
from recall_sidecar.trace_json import to_json
from recall_sidecar.turn_archive import TurnArchive
from recall_sidecar.turn_rows import RowFilter
from tests.server.page_fakes import FakeHistory
from tests.turns import turn


@pytest.fixture
def tracer() -> Tracer:
    kept = Tracer(ring_turns=10)
    kept.keep(turn(trace_id="01C", status="empty"))
    kept.keep(turn(trace_id="01D"))
    return kept


@pytest.fixture
def history() -> FakeHistory:
    return FakeHistory([to_json(turn(trace_id=name)) for name in ("01D", "01B", "01A")])


async def test_turns_of_both_places_are_listed_once(tracer: Tracer, history: FakeHistory) -> None:
    rows, problem = await TurnArchive(tracer, history).rows(RowFilter(), 3)

    assert ([row.trace_id for row in rows], problem) == (["01D", "01C", "01B"], "")


async def test_the_list_goes_on_behind_a_turn(tracer: Tracer, history: FakeHistory) -> None:
    rows, _ = await TurnArchive(tracer, history).rows(RowFilter(before="01C"), 10)

    assert [row.trace_id for row in rows] == ["01B", "01A"]


async def test_only_what_is_wanted_is_listed(tracer: Tracer, history: FakeHistory) -> None:
    rows, _ = await TurnArchive(tracer, history).rows(RowFilter(status="empty"), 10)

    assert [row.trace_id for row in rows] == ["01C"]


async def test_a_record_of_another_version_is_left_out(tracer: Tracer) -> None:
    rows, _ = await TurnArchive(tracer, FakeHistory([{"traceId": "01A"}])).rows(RowFilter(), 10)

    assert [row.trace_id for row in rows] == ["01D", "01C"]


async def test_a_broken_history_is_told(tracer: Tracer) -> None:
    archive = TurnArchive(tracer, FakeHistory(fails=MemoryStoreError("broken")))

    rows, problem = await archive.rows(RowFilter(), 10)

    assert ([row.trace_id for row in rows], problem) == (["01D", "01C"], "broken")
    assert await archive.find("01D") == to_json(turn(trace_id="01D"))
    with pytest.raises(MemoryStoreError):
        await archive.find("01A")


async def test_the_turns_of_some_hours_are_found(tracer: Tracer, history: FakeHistory) -> None:
    archive = TurnArchive(tracer, history)

    recent, _ = await archive.since(datetime(2026, 11, 30, 9, 30, tzinfo=UTC), hours=1)
    later, _ = await archive.since(datetime(2026, 11, 30, 11, tzinfo=UTC), hours=1)

    assert (len(recent), len(later)) == (4, 0)
