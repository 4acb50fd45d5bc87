"""A real OpenClaw gateway in a folder of its own: its config, its process, its log.

Nothing of the user's is read: home, state and config lie in the folder, and the environment is the test's own.
"""

import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aiohttp import ClientError, ClientSession

from recall_sidecar.settings.load import process_environment
from tests.openclaw.packages import Packages
from tests.waiting import until

__all__ = ["GATEWAY_TOKEN", "PLUGIN", "PROVIDER_KEY", "Gateway", "free_port", "merged"]

# Secrets that must never be seen outside of the gateway's own folder; made to be found.
GATEWAY_TOKEN = "gateway-secret-4Zc8RkQ1vN"
PROVIDER_KEY = "provider-secret-Yt5WmX72dL"
PLUGIN = "recall-sidecar"
_KEPT = ("PATH", "LANG", "LC_ALL", "TMPDIR")
_READY = "[gateway] ready"


def free_port() -> int:
    """Return a port of 127.0.0.1 that nobody listens on."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        port: int = held.getsockname()[1]
        return port


def merged(base: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return `base` with `changes` laid over it; an object is merged, None takes a key away."""
    result = dict(base)
    for key, value in changes.items():
        if value is None:
            result.pop(key, None)
        elif isinstance(value, Mapping) and isinstance(result.get(key), Mapping):
            result[key] = merged(result[key], value)
        else:
            result[key] = dict(value) if isinstance(value, Mapping) else value
    return result


@dataclass
class Gateway:
    """The gateway of one folder; `provider_url` is where its model `mock/mock-1` is served."""

    folder: Path
    provider_url: str
    port: int = field(default_factory=free_port)
    packages: Packages = field(default_factory=Packages.discover)
    variables: dict[str, str] = field(default_factory=dict)
    process: subprocess.Popen[bytes] | None = None

    def __post_init__(self) -> None:
        for folder in (self.home, self.state, self.workspace):
            folder.mkdir(parents=True, exist_ok=True)

    @property
    def home(self) -> Path:
        """The home folder of whoever runs it."""
        return self.folder / "gateway-home"

    @property
    def state(self) -> Path:
        """Its state folder."""
        return self.folder / "gateway-state"

    @property
    def config_file(self) -> Path:
        """Its config."""
        return self.state / "openclaw.json"

    @property
    def workspace(self) -> Path:
        """The workspace of its agents, which holds their memory."""
        return self.folder / "workspace"

    @property
    def log_file(self) -> Path:
        """Everything that it printed, over all of its lives."""
        return self.folder / "gateway.log"

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def environment(self) -> dict[str, str]:
        """The whole environment of the gateway and of every `openclaw` command."""
        kept = {name: value for name, value in process_environment().items() if name in _KEPT}
        return {
            **kept,
            "PATH": f"{self.packages.programs}{os.pathsep}{kept.get('PATH', '')}",
            "HOME": str(self.home),
            "OPENCLAW_STATE_DIR": str(self.state),
            "OPENCLAW_CONFIG_PATH": str(self.config_file),
            "NO_COLOR": "1",
            **self.variables,
        }

    @property
    def log(self) -> str:
        """What it has printed so far."""
        return self.log_file.read_text("utf-8", errors="replace") if self.log_file.exists() else ""

    def log_lines(self, *words: str, since: int = 0) -> list[str]:
        """Return the printed lines that hold every one of these words, from the line numbered `since` on."""
        return [line for line in self.log.splitlines()[since:] if all(word in line for word in words)]

    @property
    def config(self) -> dict[str, Any]:
        """Its config as it stands in the file."""
        found: dict[str, Any] = json.loads(self.config_file.read_text("utf-8"))
        return found

    def configure(self, changes: Mapping[str, Any]) -> None:
        """Lay `changes` over the config, or over the one that every test begins with; see `merged`."""
        base = self.config if self.config_file.exists() else self._first_config()
        self._write(merged(base, changes))

    def _write(self, config: Mapping[str, Any]) -> None:
        part = self.config_file.with_suffix(".part")
        part.write_text(json.dumps(config, indent=2), "utf-8")
        part.replace(self.config_file)

    async def changed(self, changes: Mapping[str, Any]) -> None:
        """As `configure`, and wait until the running gateway has taken the change up."""
        await self._taken_up(lambda: self.configure(changes))

    @contextlib.asynccontextmanager
    async def with_config(self, changes: Mapping[str, Any]) -> AsyncIterator[None]:
        """Run with `changes` laid over the config, and put the file back as it was when the block ends."""
        before = self.config
        await self.changed(changes)
        try:
            yield
        finally:
            await self._taken_up(lambda: self._write(before))

    async def _taken_up(self, write: Callable[[], None]) -> None:
        since = len(self.log.splitlines())
        write()
        await until(lambda: bool(self.log_lines("[reload]", "applied", since=since)), within_s=30)

    def load_plugin(self, folder: Path, settings: Mapping[str, Any], **entry: Any) -> None:  # noqa: ANN401
        """Have the plugin in `folder` loaded from where it lies, with the consent it needs."""
        made = {
            "enabled": True,
            "hooks": {"allowConversationAccess": True},
            "config": dict(settings),
            **entry,
        }
        self.configure({"plugins": {"load": {"paths": [str(folder)]}, "entries": {PLUGIN: made}}})

    def start(self) -> None:
        """Start it, and do not wait for it."""
        with self.log_file.open("ab") as log:
            self.process = subprocess.Popen(
                ["openclaw", "gateway", "run"],
                cwd=self.home,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    async def ready(self, *, since: int = 0) -> None:
        """Wait until it takes turns; `since` is the number of the log line where this life of it begins."""
        async with ClientSession() as session, asyncio.timeout(120):
            while not (self.log_lines(_READY, since=since) and await self._answers(session)):
                assert self.process is not None, "start it first"
                assert self.process.poll() is None, self.log[-4000:]
                await asyncio.sleep(0.1)

    async def stop(self) -> None:
        """End it and everything that it started."""
        if self.process is None:
            return
        process, self.process = self.process, None
        for order in (signal.SIGTERM, signal.SIGKILL):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, order)
            with contextlib.suppress(TimeoutError):
                await until(lambda: process.poll() is not None, within_s=20)
        process.wait()

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator["Gateway"]:
        """Run it until the block ends; it takes turns when the block begins."""
        since = len(self.log.splitlines())
        self.start()
        try:
            await self.ready(since=since)
            yield self
        finally:
            await self.stop()

    async def cli(self, *words: str, within_s: float = 90.0) -> subprocess.CompletedProcess[str]:
        """Run an `openclaw` command to its end."""
        return await asyncio.to_thread(
            subprocess.run,
            ["openclaw", *words],
            cwd=self.home,
            env={**self.environment, "OPENCLAW_GATEWAY_TOKEN": GATEWAY_TOKEN},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=within_s,
            check=False,
        )

    async def _answers(self, session: ClientSession) -> bool:
        try:
            async with session.get(f"{self.url}/readyz") as reply:
                return reply.status == 200
        except ClientError:
            return False

    def _first_config(self) -> dict[str, Any]:
        model = {
            "id": "mock-1",
            "name": "Mock 1",
            "reasoning": False,
            "input": ["text"],
            "cost": {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0},
            "contextWindow": 200_000,
            "maxTokens": 4096,
        }
        provider = {
            "baseUrl": f"{self.provider_url}/v1",
            "apiKey": PROVIDER_KEY,
            "api": "openai-completions",
            "models": [model],
        }
        return {
            "gateway": {
                "mode": "local",
                "bind": "loopback",
                "port": self.port,
                "auth": {"mode": "token", "token": GATEWAY_TOKEN},
            },
            "logging": {"file": str(self.folder / "gateway.jsonl"), "level": "info"},
            "update": {"checkOnStart": False},
            # All tools stand in the request; the search for tools would hide most of them from a local provider.
            "tools": {"toolSearch": False},
            "memory": {"search": {"provider": "none", "rememberAcrossConversations": False}},
            "agents": {
                "defaults": {
                    "workspace": str(self.workspace),
                    "skipBootstrap": True,
                    "model": {"primary": "mock/mock-1"},
                    "heartbeat": {"every": "0m"},
                }
            },
            "models": {"mode": "merge", "providers": {"mock": provider}},
            "plugins": {"entries": {"active-memory": {"enabled": False}}},
        }
