"""The history never makes a turn wait and never fails one."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from recall_sidecar.errors import MemoryStoreError
from recall_sidecar.history import TraceHistory
from recall_sidecar.settings import TraceSettings
from recall_sidecar.testing import FakeClock
from tests.turns import turn

ON = TraceSettings(history=True)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "history.sqlite3"


class CountingClock(FakeClock):
    """A clock that knows how often it was looked at."""

    looks = 0

    def monotonic(self) -> float:
        self.looks += 1
        return super().monotonic()


@asynccontextmanager
async def _history(
    path: Path, settings: TraceSettings = ON, *, clock: FakeClock | None = None, max_waiting: int = 100
) -> AsyncIterator[TraceHistory]:
    history = TraceHistory(path, settings, clock=clock or FakeClock(), max_waiting=max_waiting)
    try:
        yield history
    finally:
        await history.aclose()


async def _ids(history: TraceHistory) -> list[str]:
    return [record["traceId"] for record in await history.recent()]


async def test_a_kept_turn_can_be_listed_and_found(path: Path) -> None:
    async with _history(path) as history:
        history.keep(turn())

        assert await _ids(history) == [turn().trace_id]
        found = await history.find("01kba")
        assert found is not None
        assert found["redacted"] is True


async def test_turns_of_a_session_can_be_listed(path: Path) -> None:
    async with _history(path) as history:
        history.keep(turn(trace_id="A", session_key="s1"))
        history.keep(turn(trace_id="B", session_key="s2"))

        assert [record["traceId"] for record in await history.recent(5, session_key="s2")] == ["B"]


async def test_words_are_kept_only_when_settings_say_so(path: Path) -> None:
    async with _history(path, TraceSettings(history=True, keep_text_days=3)) as history:
        history.keep(turn())

        assert [record["summary"] for record in await history.recent()] == ["The user likes oolong tea."]


async def test_nothing_is_written_while_the_history_is_off(path: Path) -> None:
    async with _history(path, TraceSettings()) as history:
        history.keep(turn())

        assert await history.recent() == []
        assert await history.find("01") is None
        assert await history.purge() == 0

    assert not path.parent.exists()


async def test_a_history_that_was_never_used_closes_without_a_thread(path: Path) -> None:
    before = threading.active_count()

    async with _history(path):
        assert threading.active_count() == before


async def test_the_history_can_be_turned_on_and_off_while_it_runs(path: Path) -> None:
    async with _history(path, TraceSettings()) as history:
        history.use(ON)
        history.keep(turn(trace_id="A"))
        history.use(TraceSettings())
        history.keep(turn(trace_id="B"))

        assert await _ids(history) == ["A"]


async def test_what_waits_is_written_before_the_history_closes(path: Path) -> None:
    async with _history(path) as history:
        for number in range(20):
            history.keep(turn(trace_id=f"T{number}"))

    async with _history(path) as again:
        assert len(await _ids(again)) == 20


async def test_old_turns_are_purged_even_when_the_history_is_off_by_now(path: Path) -> None:
    clock = FakeClock()
    async with _history(path, clock=clock) as history:
        history.keep(turn())
    clock.advance(timedelta(days=30).total_seconds())

    async with _history(path, TraceSettings(), clock=clock) as again:
        assert await again.purge() == 1
        assert await again.recent() == []


async def test_the_thread_purges_by_itself_every_hour(path: Path) -> None:
    clock = FakeClock()
    async with _history(path, clock=clock) as history:
        history.keep(turn(trace_id="OLD"))
        await history.recent()
        clock.advance(timedelta(days=30).total_seconds())
        history.keep(turn(trace_id="NEW", started_at=clock.now()))
        await history.recent()

        assert await _ids(history) == ["NEW"]


async def test_a_full_queue_leaves_turns_out_and_counts_them(path: Path) -> None:
    async with _history(path, max_waiting=2) as history:
        with _hold(history) as release:
            for number in range(5):
                history.keep(turn(trace_id=f"T{number}"))
            with pytest.raises(MemoryStoreError, match="closed or busy"):
                await history.recent()
            release.set()

        assert history.dropped == 3
        await _until(history._jobs.empty)
        assert sorted(await _ids(history)) == ["T0", "T1"]


async def test_a_file_that_is_no_database_fails_no_turn(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path.parent.mkdir()
    path.write_text("somebody's notes" * 100)

    async with _history(path) as history:
        history.keep(turn())
        history.keep(turn())
        with pytest.raises(MemoryStoreError):
            await history.recent()

        assert history.dropped == 2
        assert history.problem is not None
        assert "move history.sqlite3 away" in history.problem
        assert [record.getMessage() for record in caplog.records] == ["history_failed"]


async def test_the_history_goes_on_once_the_disk_is_well_again(path: Path) -> None:
    path.parent.mkdir()
    path.write_text("somebody's notes" * 100)
    async with _history(path) as history:
        history.keep(turn(trace_id="LOST"))
        await _until(lambda: history.dropped == 1)
        path.unlink()

        history.keep(turn(trace_id="KEPT"))

        assert await _ids(history) == ["KEPT"]
        assert history.problem is None


async def test_a_folder_that_cannot_be_made_fails_no_turn(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file where a folder should be")

    async with _history(tmp_path / "state" / "history.sqlite3") as history:
        history.keep(turn())

        await _until(lambda: history.dropped == 1)


async def test_a_closed_history_takes_no_turn_and_answers_no_question(path: Path) -> None:
    async with _history(path) as history:
        history.keep(turn(trace_id="A"))

    history.keep(turn(trace_id="B"))
    with pytest.raises(MemoryStoreError, match="closed or busy"):
        await history.recent()
    async with _history(path) as again:
        assert await _ids(again) == ["A"]


async def test_a_question_whose_asker_left_is_not_worked_on(path: Path) -> None:
    async with _history(path) as history:
        history.keep(turn())
        await history.recent()
        with _hold(history) as release:
            asked = asyncio.get_running_loop().create_task(_ids(history), name="asker")
            await asyncio.sleep(0)
            asked.cancel()
            await asyncio.gather(asked, return_exceptions=True)
            release.set()

        assert asked.cancelled()
        assert await _ids(history) == [turn().trace_id]


async def test_closing_gives_up_on_a_thread_that_hangs(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("recall_sidecar.history._CLOSE_TIMEOUT_S", 0.01)
    async with _history(path, max_waiting=1) as history:
        with _hold(history) as release:
            history.keep(turn())

            await history.aclose()

            release.set()
        await _until(history._jobs.empty)


async def test_an_idle_thread_still_purges(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = CountingClock()
    async with _history(path, clock=clock) as history:
        history.keep(turn())
    monkeypatch.setattr("recall_sidecar.history._PURGE_EVERY_S", 0.01)

    async with _history(path, TraceSettings(), clock=clock) as idle:
        await idle.recent()
        looked = clock.looks
        await _until(lambda: clock.looks > looked + 2)
        clock.advance(timedelta(days=30).total_seconds())

        await _until(lambda: _count(path) == 0)


class _Hold:
    """Keeps the history's thread busy until the event is set."""

    def __init__(self, history: TraceHistory) -> None:
        self._history = history
        self._busy, self._release = threading.Event(), threading.Event()

    def __enter__(self) -> threading.Event:
        def wait() -> None:
            self._busy.set()
            self._release.wait(30)

        assert self._history._submit(wait)
        assert self._busy.wait(30)
        return self._release

    def __exit__(self, *_: object) -> None:
        self._release.set()


def _hold(history: TraceHistory) -> _Hold:
    return _Hold(history)


def _count(path: Path) -> int:
    connection = sqlite3.connect(path)
    try:
        (count,) = connection.execute("SELECT count(*) FROM turns").fetchone()
        return int(count)
    finally:
        connection.close()


async def _until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not await asyncio.to_thread(holds):
            await asyncio.sleep(0.005)


async def test_what_is_made_of_turns_is_collected_beside_the_loop(path: Path) -> None:
    async with _history(path) as history:
        assert await history.collect(lambda record: record["traceId"], 5) == []
        history.keep(turn(trace_id="01A"))
        history.keep(turn(trace_id="01B"))

        taken = await history.collect(lambda record: (record["traceId"], threading.current_thread().name), 5)

    assert taken == [("01B", "trace-history"), ("01A", "trace-history")]
