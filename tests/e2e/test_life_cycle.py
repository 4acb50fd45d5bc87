"""Start, stop, kill and start again."""

import asyncio
import contextlib
import os
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ServerDisconnectedError

from recall_sidecar import __version__
from tests.e2e.calls import Answer, over_unix, port_of
from tests.e2e.installation import Daemon, Installation
from tests.e2e.sidecar import running
from tests.provider import Hang, Reply, Say, Step, Until
from tests.waiting import until

pytestmark = pytest.mark.asyncio(loop_scope="package")

NO_MODEL: dict[str, Any] = {"model": {"use_turn_model": False}}


@pytest.fixture
def installation(tmp_path: Path) -> Installation:
    made = Installation(tmp_path)
    made.note("MEMORY.md", "- Mara prefers oolong tea in the afternoon.\n")
    made.configure(NO_MODEL)
    return made


async def test_the_console_script_is_installed() -> None:
    script = Path(sys.executable).with_name("recall-sidecar")

    done = subprocess.run([script, "--version"], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout, done.stderr) == (0, f"recall-sidecar {__version__}\n", "")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_ends_an_idle_daemon_and_its_files(
    installation: Installation, number: signal.Signals
) -> None:
    async with installation.serving() as daemon:
        assert installation.paths.pid_file.exists()
        daemon.process.send_signal(number)
        code = await daemon.ended()

    assert code == 0
    assert not installation.paths.socket_file.exists()
    assert not installation.paths.pid_file.exists()
    assert [event["event"] for event in daemon.events] == ["listening", "stopping"]


async def test_what_the_daemon_makes_is_readable_by_its_user_alone(installation: Installation) -> None:
    async with installation.serving():
        home = installation.folder / "home"
        made = [*(home / "state").rglob("*"), *(home / "run").rglob("*")]
        modes = {file.name: stat.S_IMODE(file.lstat().st_mode) for file in made}

    assert {"token", "hook-token", "daemon.json", "recall.sock"} <= set(modes)
    assert {name: oct(mode) for name, mode in modes.items() if mode & 0o077} == {}


async def test_a_second_daemon_names_the_first(installation: Installation) -> None:
    async with installation.serving() as first:
        second = await installation.run("serve")
        port = port_of(installation.paths)

        assert second.returncode == 3
        assert f"pid {first.pid}" in second.stderr
        assert f"127.0.0.1:{port}" in second.stderr
        async with over_unix(installation.paths) as host:
            assert (await host.status())["pid"] == first.pid


async def test_a_port_that_is_taken_is_named_with_its_owner(installation: Installation) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        done = await installation.run("serve", "--port", str(port))

    assert done.returncode == 3
    assert f"port {port}" in done.stderr
    assert f"(pid {os.getpid()})" in done.stderr
    assert not installation.paths.socket_file.exists()


async def test_bad_settings_end_the_start_with_every_problem(installation: Installation) -> None:
    installation.paths.config_file.write_text('[gate]\nenabled = 3\n[recall]\nmode = "sometimes"\n', "utf-8")

    done = await installation.run("serve")

    assert done.returncode == 2
    assert "gate.enabled (config.toml:2)" in done.stderr
    assert "recall.mode (config.toml:4)" in done.stderr
    assert "Traceback" not in done.stderr


async def test_a_killed_daemon_leaves_nothing_in_the_way(installation: Installation) -> None:
    async with installation.serving() as first:
        first.process.kill()
        await first.ended()
        assert installation.paths.socket_file.exists()
        assert installation.paths.pid_file.exists()

        while_dead = await installation.run("status")
        async with installation.serving() as second, over_unix(installation.paths) as host:
            state = await host.status()
            answer = await host.turn()

    assert while_dead.returncode == 1
    assert "no daemon runs" in while_dead.stderr
    assert state["pid"] == second.pid
    assert answer.ending == (200, "ok", "no_model")


async def test_a_switch_survives_a_kill(installation: Installation) -> None:
    session = "agent:main:telegram:direct:42"
    async with installation.serving() as first, over_unix(installation.paths) as host:
        await host.post("/v1/commands", {"v": 1, "text": "/active-memory off", "sessionKey": session})
        first.process.kill()
        await first.ended()

    async with installation.serving(), over_unix(installation.paths) as host:
        assert (await host.turn(sessionKey=session)).ending == (200, "skipped", "session_off")


async def test_without_tcp_only_the_socket_answers(installation: Installation) -> None:
    async with installation.serving("--no-tcp"), over_unix(installation.paths) as host:
        state = await host.status()

        assert state["port"] is None
        assert (await host.get("/healthz")).body == {"status": "ok"}


async def test_a_process_that_took_over_the_port_is_told_nothing(installation: Installation) -> None:
    async with installation.serving():
        note = installation.paths.pid_file.read_text("utf-8")
        port = port_of(installation.paths)
    heard: list[bytes] = []

    async def pretend(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.append(await reader.readuntil(b"\r\n\r\n"))
        writer.write(b'HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\n{"proof":"x"}')
        writer.close()

    async with await asyncio.start_server(pretend, "127.0.0.1", port):
        # A note that was left over, with the pid of a process that is alive.
        installation.paths.pid_file.write_text(
            note.replace(note.split('"pid": ')[1].split(",")[0], str(os.getpid()))
        )
        done = await installation.run("recall", "Which tea does Mara prefer?")

    token = installation.paths.token_file.read_bytes().strip()
    assert done.returncode == 1
    assert "not this installation's daemon" in done.stderr
    assert len(heard) == 1
    assert token not in heard[0]
    assert b"Mara" not in heard[0]


@contextlib.asynccontextmanager
async def in_flight(
    folder: Path, shutdown_ms: int, *steps: Step
) -> AsyncIterator[tuple[Daemon, asyncio.Task[Answer]]]:
    """Give a daemon, with its worker, that answers a turn which the provider has already."""
    tables = {"server": {"port": 0, "shutdown_ms": shutdown_ms}}
    async with running(folder, tables) as sidecar, over_unix(sidecar.paths) as host:
        sidecar.provider.enqueue(Reply(steps))
        turn = asyncio.get_running_loop().create_task(host.turn())
        await sidecar.provider.request()
        yield sidecar.daemon, turn
        turn.cancel()
        await asyncio.wait({turn})


async def stopping(daemon: Daemon) -> None:
    """Send SIGTERM and wait until it has been heard."""
    daemon.process.terminate()
    await until(lambda: '"stopping"' in daemon.log)


async def test_a_turn_in_flight_is_finished_before_the_end(tmp_path: Path) -> None:
    released = asyncio.Event()
    async with in_flight(tmp_path, 30_000, Until(released), Say("[1] Mara prefers oolong tea.")) as (
        daemon,
        turn,
    ):
        worker = daemon.worker
        await stopping(daemon)
        released.set()
        answer = await turn
        code = await daemon.ended()

    assert answer.ending == (200, "ok", None)
    assert "oolong" in answer.body["prependContext"]
    assert code == 0
    assert worker is not None
    assert not worker.is_running()


async def test_a_turn_that_hangs_is_cancelled_in_time(tmp_path: Path) -> None:
    async with in_flight(tmp_path, 400, Hang()) as (daemon, turn):
        await stopping(daemon)
        with pytest.raises(ServerDisconnectedError):
            await turn
        code = await daemon.ended(within_s=10)

    assert code == 0
    assert not Installation(tmp_path).paths.socket_file.exists()


async def test_a_second_sigterm_ends_at_once(tmp_path: Path) -> None:
    async with in_flight(tmp_path, 60_000, Hang()) as (daemon, _):
        worker = daemon.worker
        await stopping(daemon)
        daemon.process.terminate()
        code = await daemon.ended(within_s=10)

    assert code == 128 + signal.SIGTERM
    assert worker is not None
    # It ends by itself once nobody holds the other end of its socket.
    await until(lambda: not worker.is_running())
