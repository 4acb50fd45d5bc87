import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable

import pytest

from recall_sidecar.memory.worker import Cancelled, Worker
from recall_sidecar.tasks import TaskSet

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"


@pytest.fixture
async def worker() -> AsyncIterator[Worker]:
    found = Worker("test-worker", lambda: sqlite3.connect(":memory:", check_same_thread=False))
    yield found
    await found.aclose()


def endless(started: threading.Event) -> Callable[[sqlite3.Connection, Cancelled], object]:
    def job(connection: sqlite3.Connection, _: Cancelled) -> object:
        started.set()
        return connection.execute(ENDLESS).fetchone()

    return job


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not condition():
            await asyncio.sleep(0)


async def test_a_job_runs_in_the_worker_s_thread(worker: Worker) -> None:
    name = await worker.run(lambda *_: threading.current_thread().name)

    assert name.startswith("test-worker")


async def test_an_error_reaches_the_caller(worker: Worker) -> None:
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        await worker.run(lambda connection, _: connection.execute("SELECT * FROM missing"))


async def test_a_transaction_left_open_is_rolled_back(worker: Worker) -> None:
    await worker.run(lambda connection, _: connection.execute("CREATE TABLE t(x)"))

    def fails(connection: sqlite3.Connection, _: Cancelled) -> None:
        connection.execute("INSERT INTO t VALUES (1)")
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await worker.run(fails)
    count = await worker.run(lambda connection, _: connection.execute("SELECT count(*) FROM t").fetchone())

    assert count == (0,)


async def test_a_cancelled_caller_interrupts_its_statement(worker: Worker) -> None:
    started = threading.Event()
    waiting = TaskSet().start(worker.run(endless(started)), name="endless")
    await until(started.is_set)

    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting

    assert await worker.run(lambda *_: "free") == "free"


async def test_a_statement_that_begins_after_its_caller_left_ends_too(worker: Worker) -> None:
    started = threading.Event()

    def late(connection: sqlite3.Connection, cancelled: Cancelled) -> None:
        started.set()
        cancelled.wait(20)
        connection.interrupt()  # lost: no statement runs
        endless(threading.Event())(connection, cancelled)

    waiting = TaskSet().start(worker.run(late), name="late")
    await until(started.is_set)

    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting

    assert await worker.run(lambda *_: "free") == "free"


async def test_a_caller_cancelled_in_the_queue_leaves_the_running_job_alone(worker: Worker) -> None:
    go_on = threading.Event()
    started = threading.Event()

    def slow(connection: sqlite3.Connection, _: Cancelled) -> int:
        started.set()
        go_on.wait(20)
        return int(connection.execute("SELECT 42").fetchone()[0])

    async with asyncio.TaskGroup() as group:
        running = group.create_task(worker.run(slow))
        await until(started.is_set)
        queued = group.create_task(worker.run(lambda *_: 0))
        await until(lambda: worker.load == 2)
        queued.cancel()
        go_on.set()

    assert running.result() == 42


async def test_an_interrupt_that_arrives_late_does_not_hurt_the_next_job(worker: Worker) -> None:
    attempts = []

    def struck_once(connection: sqlite3.Connection, _: Cancelled) -> int:
        attempts.append(1)
        if len(attempts) == 1:
            error = sqlite3.OperationalError("interrupted")
            error.sqlite_errorcode = sqlite3.SQLITE_INTERRUPT
            raise error
        return int(connection.execute("SELECT 7").fetchone()[0])

    assert await worker.run(struck_once) == 7


async def test_closing_interrupts_what_runs_and_ends_the_thread() -> None:
    before = threading.active_count()
    worker = Worker("test-worker", lambda: sqlite3.connect(":memory:", check_same_thread=False))
    started = threading.Event()
    waiting = TaskSet().start(worker.run(endless(started)), name="endless")
    await until(started.is_set)

    await worker.aclose()

    with pytest.raises(sqlite3.OperationalError, match="interrupted"):
        await waiting
    assert threading.active_count() == before


async def test_closing_a_worker_that_did_nothing_is_fine() -> None:
    before = threading.active_count()

    await Worker("idle", lambda: sqlite3.connect(":memory:")).aclose()

    assert threading.active_count() == before


async def test_work_apart_needs_no_connection() -> None:
    def refuse() -> sqlite3.Connection:
        raise AssertionError

    worker = Worker("apart", refuse)
    try:
        assert await worker.apart(lambda: 5) == 5
    finally:
        await worker.aclose()
