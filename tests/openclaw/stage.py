"""Everything that a scenario plays on: gateway, daemon and stand-in provider, and a user in the gateway's chat."""

import contextlib
import itertools
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

from tests.e2e.calls import over_unix
from tests.e2e.installation import Daemon, Installation, stopped
from tests.openclaw.client import GatewayClient, Turn, connected
from tests.openclaw.facts import FACTS, Fact, write_workspace
from tests.openclaw.gateway import PLUGIN, Gateway, free_port
from tests.openclaw.provider import Provider, Request, serving
from tests.openclaw.sidecar import beside, load_plugin
from tests.waiting import until

__all__ = ["ELSEWHERE", "ODD", "SHARED", "Asked", "Stage", "processes_of", "staged"]

# A fact whose text would break out of a block that does not escape it.
ODD = Fact(
    "sign",
    'The sign at the orchard reads "Beware of Tom & Jerry" in 5 < 7 colours.',
    "What does the sign at the orchard read?",
)
# A fact in a folder that every chat may read.
SHARED = Fact(
    "club", "The rowing club meets at the northern pier at 19:30.", "Where does the rowing club meet?"
)
# A fact in a workspace that the daemon has no folder for.
ELSEWHERE = Fact(
    "harbour", "The harbour master of Vessby is called Torunn Aalto.", "Who is the harbour master of Vessby?"
)
# Agents stand for settings, so that scenarios of one stage do not change each other's.
AGENTS: Mapping[str, Mapping[str, Any]] = {
    "main": {},
    "asker": {"recall": {"mode": "escalate"}},
    "social": {"gate": {"allowed_chat_types": ["direct", "group"]}},
    "lender": {"model": {"name": "host"}},
    # Its workspace is known to the gateway alone, whose memory the daemon asks.
    "rememberer": {},
}


@dataclass(frozen=True)
class Asked:
    """A message that was answered, and the request in which the agent's model received it."""

    turn: Turn
    request: Request


@dataclass
class Stage:
    """What is running; `client` is the chat of the scenario that plays, `daemon` the latest that was started."""

    gateway: Gateway
    provider: Provider
    installation: Installation
    client: GatewayClient
    daemon: Daemon
    _chats: "itertools.count[int]" = field(default_factory=lambda: itertools.count(1))

    def chat(self, agent: str = "main", place: str = "webchat:direct") -> str:
        """Return the key of a session that nobody has used."""
        return f"agent:{agent}:{place}:{next(self._chats)}"

    async def ask(self, message: str, session_key: str) -> Asked:
        """Send a message, wait for the end of its turn, and find it among what the provider received."""
        before = await self.provider.count()
        turn = await self.client.turn(message, session_key)
        found = await self.provider.requests("main", after=before)
        assert found, f"no request to the main model; the chat said {turn.text!r}"
        return Asked(turn, next(request for request in found if message in request.message))

    async def traces(self, session_key: str) -> list[dict[str, Any]]:
        """Return what the daemon knows of the session's turns, newest first."""
        async with over_unix(self.installation.paths) as caller:
            answer = await caller.get("/v1/traces", params={"session": session_key})
        found: list[dict[str, Any]] = answer.body["traces"]
        return found

    async def status(self) -> dict[str, Any]:
        """Return the daemon's account of itself."""
        async with over_unix(self.installation.paths) as caller:
            return await caller.status()

    async def revive(self) -> None:
        """Start the daemon again and wait until it can recall."""
        self.daemon = self.installation.start()
        await self.installation.ready(self.daemon)

    async def settings(self, text: str) -> None:
        """Write the daemon's settings file, and wait until it has taken them over."""
        before = len(self._reloads())
        self.installation.paths.config_file.write_text(text, "utf-8")
        await until(lambda: len(self._reloads()) > before)

    def _reloads(self) -> list[dict[str, Any]]:
        return [event for event in self.daemon.events if event["event"] == "settings_changed"]

    def own_lines(self, *, since: int = 0) -> list[str]:
        """Return what the plugin wrote into the gateway's log, from the line numbered `since` on."""
        return self.gateway.log_lines(f"{PLUGIN}:", since=since)

    @property
    def log_length(self) -> int:
        """How many lines the gateway has printed, for `since`."""
        return len(self.gateway.log.splitlines())


@contextlib.asynccontextmanager
async def staged(
    folder: Path, tables: Mapping[str, Any] | None = None, config: Mapping[str, Any] | None = None
) -> AsyncIterator[Stage]:
    """Run everything until the block ends; `tables` are further settings of the daemon, `config` of the gateway."""
    async with serving(folder) as provider:
        gateway = Gateway(folder, provider.url)
        write_workspace(gateway.workspace, (*FACTS, ODD))
        write_workspace(folder / "elsewhere", (ELSEWHERE,))
        installation = beside(gateway, {**_tables(gateway), **(tables or {})})
        gateway.configure(_agents(gateway))
        load_plugin(gateway, installation)
        # The gateway asks for this before it lends the model of an agent that is not its default.
        gateway.configure({"plugins": {"entries": {PLUGIN: {"llm": {"allowAgentIdOverride": True}}}}})
        gateway.configure(config or {})
        try:
            async with installation.serving() as daemon, gateway.running(), connected(gateway) as client:
                stage = Stage(gateway, provider, installation, client, daemon)
                try:
                    yield stage
                finally:
                    await stopped(stage.daemon)
        finally:
            left = processes_of(folder)
            for process in left:
                process.kill()
    assert not left, f"left running: {[process.name() for process in left]}"


def processes_of(folder: Path) -> Sequence[psutil.Process]:
    """Return the processes that were started for that folder and still run, the provider's apart."""
    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            if any(str(folder) in value for value in process.environ().values()):
                found.append(process)
    return found


def _tables(gateway: Gateway) -> dict[str, Any]:
    """Return the daemon's settings: recall on every turn, two folders of memory, and what each agent stands for."""
    commons = gateway.folder / "commons"
    commons.mkdir()
    (commons / "club.md").write_text(f"# Club\n\n{SHARED.text}\n", "utf-8")
    folders = [
        {"path": str(gateway.workspace), "name": "notes"},
        {"path": str(commons), "name": "commons", "layout": "plain", "visibility": "shared"},
    ]
    return {
        "server": {"port": free_port()},
        "recall": {"mode": "always"},
        "memory": {
            "refresh_ms": 200,
            "folders": folders,
            # A model that loads in the background would make what is found depend on when a scenario asks.
            "embedding": {"model": "off"},
            "openclaw": {
                "enabled": True,
                "agents": ["rememberer"],
                "url": gateway.url,
                "config": str(gateway.config_file),
                "timeout_ms": 14000,
            },
        },
        "agents": {name: dict(settings) for name, settings in AGENTS.items() if settings},
    }


def _agents(gateway: Gateway) -> dict[str, Any]:
    """Return the gateway's own list of those agents."""
    entries: dict[str, dict[str, Any]] = {name: {"workspace": str(gateway.workspace)} for name in AGENTS}
    entries["rememberer"] = {
        "workspace": str(gateway.folder / "elsewhere"),
        "memory": {"search": {"rememberAcrossConversations": True, "sources": ["memory", "sessions"]}},
    }
    defaults = {"heartbeat": {"agentId": "main"}, "systemAgent": {"agentId": "main"}}
    return {"agents": {"ownership": "explicit", "defaults": defaults, "entries": entries}}
