"""What a run needs: both gateways with their own copies of the same facts, one model provider, our daemon."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.gateways.sides import Ours, Peer, Side
from tests.openclaw.client import connected
from tests.openclaw.facts import write_workspace
from tests.openclaw.gateway import Gateway
from tests.openclaw.provider import Provider, serving
from tests.openclaw.sidecar import beside, load_plugin

__all__ = ["Rig", "rig"]

_STOPWATCH = Path(__file__).with_name("stopwatch")
_STOPWATCH_ID = "recall-stopwatch"
_ACTIVE_MEMORY: Mapping[str, Any] = {
    "enabled": True,
    "mode": "always",
    "agents": ["main"],
    "allowedChatTypes": ["direct", "explicit"],
    "queryMode": "recent",
    "logging": True,
}
_RECALL: Mapping[str, Any] = {
    "gate": {"allowed_chat_types": ["direct", "explicit"]},
    "query": {"mode": "recent"},
    "recall": {"mode": "always"},
}


@dataclass(frozen=True, slots=True)
class Rig:
    """Both sides, ready for turns."""

    provider: Provider
    peer: Peer
    ours: Ours

    @property
    def sides(self) -> tuple[Side, Side]:
        """Both, the peer first."""
        return self.peer, self.ours


@contextlib.asynccontextmanager
async def rig(folder: Path) -> AsyncIterator[Rig]:
    """Start everything in `folder`, wait until it is ready, and end it with the block."""
    async with contextlib.AsyncExitStack() as stack:
        provider = await stack.enter_async_context(serving(folder))
        peer, ours = (_gateway(folder / name, provider) for name in ("peer", "ours"))
        peer.configure(
            {"plugins": {"entries": {"active-memory": {"enabled": True, "config": _ACTIVE_MEMORY}}}}
        )
        installation = beside(ours, _RECALL)
        load_plugin(ours, installation)
        for gateway in (peer, ours):
            _add_stopwatch(gateway)
        daemon = await stack.enter_async_context(installation.serving())
        async with asyncio.TaskGroup() as starting:
            for gateway in (peer, ours):
                _ = starting.create_task(stack.enter_async_context(gateway.running()))
        _indexed = await peer.cli("memory", "index")
        assert _indexed.returncode == 0, _indexed.stderr  # noqa: S101 -- else the peer finds nothing
        clients = [await stack.enter_async_context(connected(gateway)) for gateway in (peer, ours)]
        yield Rig(
            provider,
            Peer(peer, clients[0], provider, _marks_file(peer)),
            Ours(ours, clients[1], provider, _marks_file(ours), installation, daemon),
        )


def _gateway(folder: Path, provider: Provider) -> Gateway:
    folder.mkdir()
    gateway = Gateway(folder, provider.url)
    write_workspace(gateway.workspace)
    return gateway


def _marks_file(gateway: Gateway) -> Path:
    return gateway.folder / "stopwatch.jsonl"


def _add_stopwatch(gateway: Gateway) -> None:
    plugins = gateway.config["plugins"] if gateway.config_file.exists() else {}
    paths = plugins.get("load", {}).get("paths", [])
    entry = {
        "enabled": True,
        "hooks": {"allowConversationAccess": True},
        "config": {"file": str(_marks_file(gateway))},
    }
    gateway.configure(
        {"plugins": {"load": {"paths": [*paths, str(_STOPWATCH)]}, "entries": {_STOPWATCH_ID: entry}}}
    )
