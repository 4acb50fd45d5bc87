"""The daemon's life: start, serve, stop, in this process and as one of its own."""

import asyncio
import contextlib
import gc
import logging
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import ClientError, ClientSession, UnixConnector

from recall_sidecar import daemon, listening
from recall_sidecar.client import DaemonClient
from recall_sidecar.daemon import COULD_NOT_START, Job, Parts
from recall_sidecar.errors import DaemonError, MemoryStoreError
from recall_sidecar.paths import Paths
from recall_sidecar.pidfile import StateLock, read_note
from recall_sidecar.settings.tables import ServerSettings
from tests.server.fakes import FULL, House, turn_body
from tests.waiting import until

TURN = "/v1/hooks/before_prompt_build"
ROOT = Path(__file__).parents[1]


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
    task = asyncio.get_running_loop().create_task(daemon.serve(parts, sockets, ready=ready.set))
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


SCRIPT = """
import asyncio, os, sys
from pathlib import Path

from recall_sidecar import daemon
from recall_sidecar.errors import DaemonError, MemoryStoreError
from recall_sidecar.paths import Paths
from recall_sidecar.settings.tables import ServerSettings
from tests.server.fakes import House

home, port, mode = sys.argv[1:]
house = House(limits=ServerSettings(port=max(int(port), 0), tcp=int(port) >= 0))

def say(word):
    print(word, flush=True)

async def reload():
    say("reloaded")
    return ()

async def aclose():
    say("closed")

def build(instance):
    if mode == "broken":
        raise MemoryStoreError("the index has a newer schema; update recall-sidecar")
    if mode == "hangs":
        house.pipeline.gate = asyncio.Event()
    services = house.services_of(instance)
    object.__setattr__(services, "reload", reload)
    say("built")
    return daemon.Parts(services=services, aclose=aclose)

sys.exit(daemon.run(Paths.below(Path(home)), house.limits, build, environment=os.environ))
"""


@contextlib.contextmanager
def process(paths: Paths, *, port: int = 0, mode: str = "") -> Iterator[subprocess.Popen[str]]:
    """Run a daemon over fakes as a process of its own; port -1 means no TCP."""
    command = [sys.executable, "-c", SCRIPT, str(paths.state_dir.parent), str(port), mode]
    with subprocess.Popen(
        command,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        try:
            yield running
        finally:
            if running.poll() is None:
                running.terminate()
                running.communicate(timeout=30)


def client_of(paths: Paths, running: subprocess.Popen[str]) -> DaemonClient:
    """Return a client of the process, once its sockets are there."""
    assert running.stdout is not None
    assert running.stdout.readline() == "built\n", running.communicate()
    client = DaemonClient.find(paths)
    assert client is not None
    return client


def finished(running: subprocess.Popen[str]) -> tuple[int, str, str]:
    """Wait for the process and return its exit code and what it said."""
    out, err = running.communicate(timeout=30)
    return running.returncode, out, err


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_daemon_in_order(paths: Paths, number: signal.Signals) -> None:
    with process(paths) as running:
        client = client_of(paths, running)
        assert client.get("/healthz") == {"status": "ok"}
        note = read_note(paths)
        assert note is not None
        assert (note.pid, note.socket) == (running.pid, str(paths.socket_file))

        running.send_signal(number)

        assert finished(running) == (0, "closed\n", "")
    assert not paths.socket_file.exists()
    assert not paths.pid_file.exists()
    assert DaemonClient.find(paths) is None


def test_a_daemon_can_be_reached_by_tcp_with_proof(paths: Paths) -> None:
    with process(paths) as running:
        client_of(paths, running).get("/healthz")
        paths.socket_file.rename(paths.runtime_dir / "hidden")

        client = DaemonClient.find(paths)

        assert client is not None
        assert client.socket_file is None
        assert client.get("/v1/status")["pid"] == running.pid


def test_a_daemon_without_tcp_has_no_port(paths: Paths) -> None:
    with process(paths, port=-1) as running:
        assert client_of(paths, running).get("/v1/status")["port"] is None


def test_a_second_signal_ends_it_at_once(paths: Paths) -> None:
    with process(paths, mode="hangs") as running:
        client = client_of(paths, running)
        turn = threading.Thread(target=_post, args=(client,))
        turn.start()
        while client.get("/v1/status")["turnsInFlight"] == 0:
            pass
        running.send_signal(signal.SIGTERM)
        while DaemonClient.find(paths) is not None:
            pass

        running.send_signal(signal.SIGTERM)

        assert finished(running)[:2] == (128 + signal.SIGTERM, "")
        turn.join()


def _post(client: DaemonClient) -> None:
    with contextlib.suppress(DaemonError):
        client.post(TURN, turn_body())


def test_a_hangup_reads_the_settings_anew(paths: Paths) -> None:
    with process(paths) as running:
        client_of(paths, running).get("/healthz")

        running.send_signal(signal.SIGHUP)

        assert running.stdout is not None
        assert running.stdout.readline() == "reloaded\n"


def test_a_second_daemon_could_not_start_and_says_who_runs(paths: Paths) -> None:
    with process(paths) as first:
        client_of(paths, first).get("/healthz")

        with process(paths) as second:
            code, _, said = finished(second)

    assert code == COULD_NOT_START
    assert f"pid {first.pid}" in said
    assert said.count("\n") == 1


def test_a_killed_daemon_does_not_stand_in_the_way_of_the_next(paths: Paths) -> None:
    with process(paths) as first:
        client_of(paths, first)
        first.kill()
        first.wait()
        assert paths.socket_file.exists()

        with process(paths) as second:
            assert client_of(paths, second).get("/v1/status")["pid"] == second.pid


@pytest.mark.parametrize("guilty", ["port", "token", "build"])
def test_a_start_that_fails_says_why_and_leaves_nothing(paths: Paths, guilty: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1] if guilty == "port" else 0
        if guilty == "token":
            paths.state_dir.mkdir(parents=True)
            paths.token_file.write_text("x" * 43)
            paths.token_file.chmod(0o644)
        with process(paths, port=port, mode="broken" if guilty == "build" else "") as running:
            code, _, said = finished(running)

    assert code == COULD_NOT_START
    assert {"port": f"port {port}", "token": "chmod 600", "build": "newer schema"}[guilty] in said
    assert not paths.socket_file.exists()
    assert not paths.pid_file.exists()
    with StateLock(paths):
        pass


def test_the_service_manager_is_told(paths: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(30)

        with process(paths) as running:
            assert manager.recv(100) == b"READY=1"
            running.terminate()
            assert manager.recv(100) == b"STOPPING=1"


def test_a_service_manager_that_is_gone_does_no_harm(
    paths: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "gone"))

    with process(paths) as running:
        assert client_of(paths, running).get("/healthz") == {"status": "ok"}


def test_the_daemon_does_not_load_a_model_library() -> None:
    code = "import sys, recall_sidecar.daemon; sys.exit('litellm' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
