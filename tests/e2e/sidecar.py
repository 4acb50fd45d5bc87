"""A daemon with its real model worker before a scripted provider: what most scenarios need."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from recall_sidecar.paths import Paths
from tests.e2e.installation import Daemon, Installation
from tests.e2e.watched import WatchedFiles
from tests.provider import ScriptedProvider

__all__ = ["ELSEWHERE", "GONE", "KEY", "KEY_NAME", "MODEL", "NOTES", "SLOTS", "Sidecar", "running"]

KEY_NAME = "SCRIPTED_KEY"
KEY = "key-of-the-scripted-provider-7Q2w"
MODEL = "scripted/judge-1"
# A model of a provider at whose address nobody listens.
GONE = "gone/judge-1"
# A model that is not on this machine; its name resolves nowhere.
ELSEWHERE = "elsewhere/judge-1"
SLOTS = 24
NOTES = {
    "MEMORY.md": "# People\n\n- Mara prefers oolong tea in the afternoon.\n",
    "memory/2026-11-02.md": "# Backups\n\nThe nightly backup script moved to ~/bin/nightly.sh.\n",
}


@dataclass
class Sidecar:
    """What runs: the installation, its daemon, and the provider its worker speaks to."""

    installation: Installation
    daemon: Daemon
    provider: ScriptedProvider
    outside: "Outside"
    env_files: WatchedFiles

    @property
    def paths(self) -> Paths:
        """The folders of the installation."""
        return self.installation.paths


@dataclass
class Outside:
    """The proxy that the environment names: whatever a process wants of another machine arrives here and is refused."""

    asked: list[str] = field(default_factory=list)
    port: int = 0

    @contextlib.asynccontextmanager
    async def listening(self) -> AsyncIterator[None]:
        """Listen until the block ends."""
        async with await asyncio.start_server(self._refuse, "127.0.0.1", 0) as server:
            self.port = server.sockets[0].getsockname()[1]
            yield

    async def _refuse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.asked.append((await reader.readline()).decode("latin-1").strip())
        writer.write(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")
        writer.close()

    @property
    def variables(self) -> dict[str, str]:
        """What tells programs to go through here."""
        proxy = f"http://127.0.0.1:{self.port}"
        return {
            "HTTP_PROXY": proxy,
            "HTTPS_PROXY": proxy,
            "ALL_PROXY": proxy,
            "NO_PROXY": "127.0.0.1,localhost",
        }


@contextlib.asynccontextmanager
async def running(folder: Path, tables: Mapping[str, Any]) -> AsyncIterator[Sidecar]:
    """Run a daemon over `NOTES`; `tables` are settings beside the model's."""
    outside = Outside()
    async with outside.listening(), ScriptedProvider() as provider:
        installation = Installation(folder, {KEY_NAME: KEY, **outside.variables})
        for name, text in NOTES.items():
            installation.note(name, text)
        # The port is held by a socket that does not listen, so that nobody else can take it meanwhile.
        with socket.socket() as silent:
            silent.bind(("127.0.0.1", 0))
            installation.configure({"model": _model(provider.url, silent.getsockname()[1]), **tables})
            with WatchedFiles.watching(_env_files(installation)) as env_files:
                async with installation.serving() as daemon:
                    yield Sidecar(installation, daemon, provider, outside, env_files)


def _env_files(installation: Installation) -> list[Path]:
    """Write a `.env` file wherever a library might look for one, and return them."""
    folders = (installation.work, installation.memory, installation.paths.config_dir)
    for folder in folders:
        (folder / ".env").write_text("RECALL_SIDECAR_GATE__ENABLED=false\n", "utf-8")
    return [folder / ".env" for folder in folders]


def _model(url: str, silent_port: int) -> dict[str, Any]:
    """Return a `[model]` table with the scripted provider, spoken to as OpenAI would be."""
    bases = {
        "scripted": f"{url}/v1",
        "gone": f"http://127.0.0.1:{silent_port}/v1",
        "elsewhere": "https://models.invalid/v1",
    }
    providers = {
        name: {"kind": "openai", "api_base": base, "api_key_env": KEY_NAME} for name, base in bases.items()
    }
    return {"name": MODEL, "max_calls_per_hour": 0, "providers": providers}
