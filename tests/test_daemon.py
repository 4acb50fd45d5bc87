"""The daemon as a process of its own: signals, a second one, a start that fails."""

import contextlib
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from recall_sidecar.client import DaemonClient
from recall_sidecar.daemon import COULD_NOT_START
from recall_sidecar.errors import DaemonError
from recall_sidecar.paths import Paths
from recall_sidecar.pidfile import StateLock, read_note
from tests.server.fakes import turn_body

TURN = "/v1/hooks/before_prompt_build"
ROOT = Path(__file__).parents[1]
SCRIPT = """
import asyncio, os, signal, sys
from pathlib import Path

from recall_sidecar import daemon, serving
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
    if mode == "early":
        os.kill(os.getpid(), signal.SIGTERM)
    if mode == "broken":
        raise MemoryStoreError("the index has a newer schema; update recall-sidecar")
    if mode == "hangs":
        house.pipeline.gate = asyncio.Event()
    services = house.services_of(instance)
    object.__setattr__(services, "reload", reload)
    say("built")
    return serving.Parts(services=services, aclose=aclose)

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


def test_a_signal_while_the_daemon_is_being_built_leaves_nothing_behind(paths: Paths) -> None:
    with process(paths, mode="early") as running:
        assert finished(running) == (0, "", "")

    assert not paths.socket_file.exists()
    assert not paths.pid_file.exists()


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
