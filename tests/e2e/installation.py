"""An installation of its own for a test, and the program run in it as a process.

The program is started as `python -m recall_sidecar` from this checkout, in a working folder and with an environment
that the test knows whole.
"""

import asyncio
import contextlib
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
import tomli_w
from aiohttp import ClientConnectionError

from recall_sidecar.paths import Paths
from recall_sidecar.settings.load import process_environment
from tests.e2e.calls import Caller, over_unix
from tests.waiting import until

__all__ = ["ROOT", "Daemon", "Installation"]

ROOT = Path(__file__).parents[2]
PROGRAM = (sys.executable, "-m", "recall_sidecar")
# What the test run itself needs of the machine; everything else about the environment is the test's own.
_KEPT = ("PATH", "LANG", "LC_ALL", "TMPDIR")
_KEPT_PREFIX = "COVERAGE_"


@dataclass
class Daemon:
    """A `recall-sidecar serve` that was started; its log is a file, so that it never waits for a reader."""

    process: subprocess.Popen[bytes]
    log_file: Path

    @property
    def pid(self) -> int:
        """Process id of the daemon."""
        return self.process.pid

    @property
    def log(self) -> str:
        """What it has written so far."""
        return self.log_file.read_text("utf-8")

    @property
    def events(self) -> list[dict[str, Any]]:
        """Its log as JSON, line by line."""
        return [json.loads(line) for line in self.log.splitlines() if line.startswith("{")]

    @property
    def worker(self) -> psutil.Process | None:
        """The model worker, None while there is none."""
        return self._child("recall_sidecar.llm.worker")

    @property
    def embedder(self) -> psutil.Process | None:
        """The process of the embedding model, None while there is none."""
        return self._child("recall_sidecar.memory.embedding.child")

    def _child(self, module: str) -> psutil.Process | None:
        with contextlib.suppress(psutil.NoSuchProcess):
            for child in psutil.Process(self.pid).children():
                with contextlib.suppress(psutil.NoSuchProcess, psutil.ZombieProcess):
                    if module in child.cmdline():
                        return child
        return None

    async def ended(self, *, within_s: float = 30.0) -> int:
        """Wait until it has ended and return its exit code."""
        await until(lambda: self.process.poll() is not None, within_s=within_s)
        return self.process.wait()


@dataclass
class Installation:
    """A home folder, a working folder beside it, and a memory workspace."""

    folder: Path
    variables: dict[str, str] = field(default_factory=dict)
    _started: int = 0

    def __post_init__(self) -> None:
        for folder in (self.work, self.memory, self.paths.config_dir):
            folder.mkdir(parents=True, exist_ok=True)

    @property
    def paths(self) -> Paths:
        """The folders of the installation."""
        return Paths.below(self.folder / "home")

    @property
    def work(self) -> Path:
        """The folder every process is started in, and the user's home as far as they can tell."""
        return self.folder / "work"

    @property
    def memory(self) -> Path:
        """The memory workspace."""
        return self.folder / "workspace"

    @property
    def environment(self) -> dict[str, str]:
        """The whole environment of every process that is started here."""
        kept = {
            name: value
            for name, value in process_environment().items()
            if name in _KEPT or name.startswith(_KEPT_PREFIX)
        }
        return {
            **kept,
            "HOME": str(self.work),
            "PYTHONPATH": str(ROOT),
            "RECALL_SIDECAR_HOME": str(self.folder / "home"),
            **self.variables,
        }

    def note(self, name: str, text: str) -> Path:
        """Write a memory file."""
        file = self.memory / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
        return file

    def configure(self, tables: Mapping[str, Any]) -> None:
        """Write the settings: `tables` over a free port and this workspace, whose words alone are searched.

        With a model that loads in the background what is found would depend on when a scenario asks.
        """
        folders = [{"path": str(self.memory), "name": "notes"}]
        tree = {
            "server": {"port": 0},
            "memory": {"refresh_ms": 200, "folders": folders, "embedding": {"model": "off"}},
            **tables,
        }
        self.paths.config_file.write_text(tomli_w.dumps(tree), "utf-8")

    async def run(
        self, *words: str, stdin: str = "", within_s: float = 60.0
    ) -> subprocess.CompletedProcess[str]:
        """Run a command to its end; the loop stays free for a provider that it may need."""
        return await asyncio.to_thread(
            subprocess.run,
            [*PROGRAM, *words],
            input=stdin,
            cwd=self.work,
            env=self.environment,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=within_s,
            check=False,
        )

    def popen(self, *words: str, **options: Any) -> subprocess.Popen[bytes]:  # noqa: ANN401 -- as Popen takes them
        """Start a command."""
        return subprocess.Popen([*PROGRAM, *words], cwd=self.work, env=self.environment, **options)

    def start(self, *flags: str) -> Daemon:
        """Start `serve`, and do not wait for it."""
        self._started += 1
        log_file = self.folder / f"daemon-{self._started}.log"
        with log_file.open("wb") as log:
            return Daemon(
                self.popen("serve", *flags, stdout=log, stderr=log, stdin=subprocess.DEVNULL), log_file
            )

    @contextlib.asynccontextmanager
    async def serving(self, *flags: str) -> AsyncIterator[Daemon]:
        """Run `serve` until the block ends; it is ready when the block begins."""
        daemon = self.start(*flags)
        try:
            await self.ready(daemon)
            yield daemon
        finally:
            await stopped(daemon)

    async def ready(self, daemon: Daemon) -> None:
        """Wait until `/readyz` says that every part can be used."""
        await until(lambda: self.paths.socket_file.exists() or daemon.process.poll() is not None)
        async with over_unix(self.paths) as caller:
            while not await _is_ready(caller):
                assert daemon.process.poll() is None, daemon.log
                await asyncio.sleep(0.1)


async def _is_ready(caller: Caller) -> bool:
    try:
        return (await caller.get("/readyz")).status == 200
    except ClientConnectionError:
        return False


async def stopped(daemon: Daemon) -> None:
    """End a daemon in order, or by force when it does not."""
    if daemon.process.poll() is None:
        daemon.process.terminate()
    try:
        await daemon.ended(within_s=15)
    finally:
        if daemon.process.poll() is None:
            daemon.process.kill()
        daemon.process.wait()
