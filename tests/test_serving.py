"""The daemon within this process: start, serve, work beside, stop."""

import asyncio
import contextlib
import gc
import logging
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import ClientError, ClientSession, UnixConnector

from recall_sidecar import listening
from recall_sidecar.errors import MemoryStoreError
from recall_sidecar.serving import Job, Parts, serve
from recall_sidecar.settings.tables import ServerSettings
from tests.server.fakes import FULL, House, turn_body
from tests.waiting import until

TURN = "/v1/hooks/before_prompt_build"


@pytest.fixture(autouse=True)
def thaw() -> Iterator[None]:
    """Give the collector back what a daemon in this process took from it."""
    yield
    gc.unfreeze()


class Closing:
    """Counts how often the parts were closed."""

    def __init__(self) -> None:
        self.count = 0

    async def __call__(self) -> None:
        self.count += 1


@asynccontextmanager
async def serving(
    house: House, tmp_path: Path, *jobs: Job, closing: Closing | None = None
) -> AsyncIterator[tuple[int, Parts, asyncio.Task[None]]]:
    """Serve fakes on a free port and a Unix socket until the block ends."""
    path = tmp_path / "run" / "s"
    sockets = (
        await asyncio.to_thread(listening.bind_unix, path),
        await asyncio.to_thread(listening.bind_tcp, 0),
    )
    port = sockets[1].getsockname()[1]
    parts = Parts(services=house.services(port, str(path)), jobs=jobs, aclose=closing or Closing())
    ready = asyncio.Event()
    task = asyncio.get_running_loop().create_task(serve(parts, sockets, ready=ready.set))
    await ready.wait()
    try:
        yield port, parts, task
    finally:
        parts.services.instance.stopping.set()
        await task


@pytest.fixture
def house() -> House:
    """Return the daemon's fakes."""
    return House()


async def test_the_collector_works_once_the_daemon_serves(house: House, tmp_path: Path) -> None:
    gc.disable()
    async with serving(house, tmp_path):
        assert gc.isenabled()


async def test_both_sockets_answer(house: House, tmp_path: Path) -> None:
    async with serving(house, tmp_path) as (port, parts, _):
        connector = UnixConnector(parts.services.instance.socket)
        async with ClientSession() as tcp, ClientSession(connector=connector) as unix:
            async with tcp.get(f"http://127.0.0.1:{port}/healthz") as answer:
                assert answer.status == 200
            async with unix.get("http://localhost/healthz") as answer:
                assert answer.status == 200


async def test_nothing_is_left_after_a_stop(house: House, tmp_path: Path) -> None:
    before = asyncio.all_tasks()
    closing = Closing()

    async def forever() -> None:
        await asyncio.Event().wait()

    async with (
        serving(house, tmp_path, Job(name="model", first=forever), closing=closing) as (port, _, _),
        ClientSession(headers=FULL) as session,
    ):
        async with session.post(f"http://127.0.0.1:{port}{TURN}", json=turn_body()) as answer:
            assert answer.status == 200
        following = await session.get(f"http://127.0.0.1:{port}/v1/traces/stream")

    following.close()
    assert asyncio.all_tasks() == before
    assert closing.count == 1
    with pytest.raises(ConnectionRefusedError):
        await asyncio.open_connection("127.0.0.1", port)


async def test_a_turn_in_flight_is_answered_before_the_end(house: House, tmp_path: Path) -> None:
    house.pipeline.gate = asyncio.Event()
    async with serving(house, tmp_path) as (port, parts, task), ClientSession(headers=FULL) as session:
        turn = asyncio.get_running_loop().create_task(
            session.post(f"http://127.0.0.1:{port}{TURN}", json=turn_body())
        )
        await house.pipeline.entered.wait()

        parts.services.instance.stopping.set()
        await until(lambda: not _accepts(port))
        assert not task.done()
        house.pipeline.gate.set()

        async with await turn as answer:
            assert answer.status == 200
        await task


def _accepts(port: int) -> bool:
    with socket.socket() as probe:
        probe.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            try:
                probe.connect(("127.0.0.1", port))
            except ConnectionRefusedError:
                return False
        return probe.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR) == 0


async def test_a_turn_that_outlives_the_grace_is_cancelled(tmp_path: Path) -> None:
    house = House(limits=ServerSettings(shutdown_ms=20))
    house.pipeline.gate = asyncio.Event()
    async with serving(house, tmp_path) as (port, parts, task), ClientSession(headers=FULL) as session:
        turn = asyncio.get_running_loop().create_task(
            session.post(f"http://127.0.0.1:{port}{TURN}", json=turn_body())
        )
        await house.pipeline.entered.wait()

        parts.services.instance.stopping.set()
        await task

        assert house.pipeline.cancelled == 1
        with pytest.raises(ClientError):
            await turn


async def test_health_answers_while_the_parts_still_open(house: House, tmp_path: Path) -> None:
    opened = asyncio.Event()

    async def slow_opening() -> None:
        await opened.wait()

    async with (
        serving(house, tmp_path, Job(name="memory", first=slow_opening)) as (port, _, _),
        ClientSession() as session,
    ):
        async with session.get(f"http://127.0.0.1:{port}/healthz") as answer:
            assert answer.status == 200
        opened.set()


async def test_a_job_does_its_first_work_once_and_then_the_other_again(house: House, tmp_path: Path) -> None:
    done: list[str] = []

    async def first() -> None:
        done.append("first")

    async def again() -> None:
        done.append("again")

    job = Job(name="memory", first=first, again=again, every_s=lambda: 0.0)
    async with serving(house, tmp_path, job):
        await until(lambda: len(done) >= 4)

    assert done[:4] == ["first", "again", "again", "again"]


async def test_a_job_without_a_first_work_only_repeats(house: House, tmp_path: Path) -> None:
    done: list[str] = []

    async def poll() -> None:
        done.append("poll")

    async with serving(house, tmp_path, Job(name="settings", again=poll, every_s=lambda: 0.0)):
        await until(lambda: len(done) >= 2)

    assert set(done) == {"poll"}


async def test_a_job_that_is_due_does_not_wait_for_its_interval(house: House, tmp_path: Path) -> None:
    done: list[str] = []

    async def refresh() -> None:
        done.append("refresh")

    job = Job(name="memory", again=refresh, every_s=lambda: 3600.0)
    async with serving(house, tmp_path, job):
        for times in (1, 2):
            job.due.set()
            await until(lambda times=times: len(done) == times)  # type: ignore[misc]


async def test_a_job_that_becomes_due_while_it_is_done_is_done_once_more(
    house: House, tmp_path: Path
) -> None:
    done: list[str] = []

    async def refresh() -> None:
        done.append("refresh")
        if len(done) == 1:
            job.due.set()

    job = Job(name="memory", again=refresh, every_s=lambda: 3600.0)
    async with serving(house, tmp_path, job):
        job.due.set()
        await until(lambda: len(done) == 2)


async def test_a_job_that_fails_is_tried_again_and_said_once(
    house: House, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    tries: list[int] = []

    async def fail() -> None:
        tries.append(1)
        if len(tries) == 5:
            message = "disk full"
            raise OSError(message)
        message = "the index is locked"
        raise MemoryStoreError(message)

    with caplog.at_level(logging.WARNING, "recall_sidecar"):
        async with serving(house, tmp_path, Job(name="memory", first=fail, again=fail, every_s=lambda: 0.0)):
            await until(lambda: len(tries) >= 6)

    said = [record.__dict__["error"] for record in caplog.records]
    assert said[:3] == [
        "MemoryStoreError: the index is locked",
        "OSError: disk full",
        "MemoryStoreError: the index is locked",
    ]
    assert caplog.records[0].__dict__["job"] == "memory"


async def test_what_was_there_at_the_start_is_not_walked_by_the_collector(
    house: House, tmp_path: Path
) -> None:
    gc.unfreeze()

    async with serving(house, tmp_path):
        assert gc.get_freeze_count() > 1000
