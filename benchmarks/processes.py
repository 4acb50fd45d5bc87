"""The processes of a run: the daemon, the bare echo, the scripted provider and the empty loop."""

import contextlib
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.wire import KeptAlive
from recall_sidecar.paths import Paths
from recall_sidecar.pidfile import read_note

__all__ = ["ROOT", "Daemon", "daemon", "echo", "idle_loop", "provider", "wait_for"]

ROOT = Path(__file__).parents[1]
_WITHIN_S = 120.0


def wait_for(condition: Callable[[], bool], *, step_s: float = 0.001, within_s: float = _WITHIN_S) -> float:
    """Return when `condition` came to hold, in monotonic seconds; `TimeoutError` when it did not."""
    until = time.monotonic() + within_s
    while not condition():
        if time.monotonic() > until:
            message = "a process of the benchmark did not get ready"
            raise TimeoutError(message)
        time.sleep(step_s)
    return time.monotonic()


@dataclass
class Daemon:
    """A running daemon: where it is, and when (monotonic seconds) it was started and answered."""

    home: Path
    process: subprocess.Popen[bytes]
    started_at: float
    port: int = 0
    token: str = ""
    listening_s: float = 0.0
    answering_s: float = 0.0

    def connect(self) -> KeptAlive:
        """Return a connection that may do everything."""
        return KeptAlive(self.port, self.token)

    def ready_parts(self) -> dict[str, bool]:
        """Return which parts say that they are ready."""
        with self.connect() as connection:
            parts = json.loads(connection.get("/readyz"))["parts"]
        return {name: part["ready"] for name, part in parts.items()}

    def wait_until_ready(self, *parts: str, step_s: float = 0.02) -> float:
        """Return how many seconds after its start the daemon had these parts ready."""
        return (
            wait_for(lambda: all(self.ready_parts().get(part) for part in parts), step_s=step_s)
            - self.started_at
        )


@contextlib.contextmanager
def daemon(home: Path, *, ticks: Path | None = None) -> Iterator[Daemon]:
    """Run the daemon of `home` on a free port; with `ticks` a ticker reports there when the daemon has ended."""
    command = (
        [sys.executable, "-m", "recall_sidecar", "serve", "--port", "0"]
        if ticks is None
        else [sys.executable, "-m", "benchmarks.ticking", str(ticks), str(home)]
    )
    paths = Paths.below(home)
    paths.pid_file.unlink(missing_ok=True)
    with (home / "daemon.log").open("ab") as log:
        begun = time.monotonic()
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={"PATH": "/usr/bin:/bin", "HOME": str(home), "RECALL_SIDECAR_HOME": str(home)},
            stdout=log,
            stderr=log,
        )
    running = Daemon(home, process, begun)
    try:
        wait_for(lambda: _announced(running, paths))
        with contextlib.closing(KeptAlive(running.port)) as connection:
            running.listening_s = time.monotonic() - begun
            connection.get("/healthz")
        running.answering_s = time.monotonic() - begun
        running.token = paths.token_file.read_text(encoding="utf-8").strip()
        yield running
    finally:
        process.terminate()
        process.wait(30)


def _announced(running: Daemon, paths: Paths) -> bool:
    if running.process.poll() is not None:
        message = f"the daemon ended: {(running.home / 'daemon.log').read_text(encoding='utf-8')[-2000:]}"
        raise RuntimeError(message)
    note = read_note(paths)
    running.port = (note.port if note else None) or 0
    return running.port != 0


@contextlib.contextmanager
def echo() -> Iterator[KeptAlive]:
    """Run the bare server and give a connection to it."""
    command = [sys.executable, "-m", "benchmarks.echo"]
    with _ending(subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE)) as process:
        assert process.stdout is not None  # noqa: S101 -- we asked for the pipe
        with KeptAlive(int(process.stdout.readline())) as connection:
            yield connection


@contextlib.contextmanager
def provider(folder: Path, script: list[dict[str, Any]]) -> Iterator[int]:
    """Run the scripted provider and give its port."""
    port_file = folder / "provider.port"
    port_file.unlink(missing_ok=True)
    script_file = folder / "script.json"
    script_file.write_text(json.dumps(script), encoding="utf-8")
    files = ["--port-file", str(port_file), "--script", str(script_file)]
    command = [sys.executable, "-m", "tests.provider", *files]
    with _ending(subprocess.Popen(command, cwd=ROOT)):
        wait_for(port_file.exists)
        yield int(port_file.read_text(encoding="utf-8"))


@contextlib.contextmanager
def idle_loop(report: Path) -> Iterator[None]:
    """Run a loop that only ticks, to see what the machine alone does to one."""
    command = [sys.executable, "-m", "benchmarks.ticking", str(report)]
    with _ending(subprocess.Popen(command, cwd=ROOT)):
        yield


@contextlib.contextmanager
def _ending(process: subprocess.Popen[bytes]) -> Iterator[subprocess.Popen[bytes]]:
    try:
        yield process
    finally:
        process.terminate()
        process.wait(30)
        if process.stdout is not None:
            process.stdout.close()
