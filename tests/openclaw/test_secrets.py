"""What the gateway holds stays with the gateway: its keys, its sessions, its files."""

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.openclaw.facts import fact
from tests.openclaw.gateway import GATEWAY_TOKEN, PLUGIN, PROVIDER_KEY
from tests.openclaw.packages import needed
from tests.openclaw.sidecar import DAEMON_KEY, PLUGIN_FOLDER
from tests.openclaw.stage import ELSEWHERE, Stage
from tests.waiting import until

pytestmark = [needed(), pytest.mark.asyncio(loop_scope="package")]

RENT = fact("rent")
SECRETS = (GATEWAY_TOKEN, PROVIDER_KEY)


@dataclass
class Tap:
    """A socket in front of the daemon's that keeps what the plugin sends."""

    socket_file: Path
    behind: Path
    sent: bytearray = field(default_factory=bytearray)
    _open: list[asyncio.StreamWriter] = field(default_factory=list)

    @contextlib.asynccontextmanager
    async def listening(self) -> AsyncIterator["Tap"]:
        """Pass everything on until the block ends."""
        self.socket_file.parent.mkdir(mode=0o700)
        async with await asyncio.start_unix_server(self._serve, self.socket_file) as server:
            self.socket_file.chmod(0o600)
            yield self
            server.close()
            for writer in self._open:
                writer.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open.append(writer)
        from_daemon, to_daemon = await asyncio.open_unix_connection(self.behind)
        async with asyncio.TaskGroup() as both:
            both.create_task(self._pass(reader, to_daemon, keep=True), name="to the daemon")
            both.create_task(self._pass(from_daemon, writer, keep=False), name="from the daemon")

    async def _pass(self, source: asyncio.StreamReader, target: asyncio.StreamWriter, *, keep: bool) -> None:
        with contextlib.suppress(ConnectionError):
            while data := await source.read(65_536):
                if keep:
                    self.sent += data
                target.write(data)
                await target.drain()
        target.close()


async def _everything(stage: Stage) -> None:
    """Have turns with and without the lent model, the gateway's memory and commands, whose context holds the config."""
    for agent, message in (
        ("main", RENT.question),
        ("lender", RENT.question),
        ("rememberer", ELSEWHERE.question),
    ):
        chat = stage.chat(agent)
        await stage.ask(message, chat)
        for command in ("/recall status", "/recall why", "/active-memory help"):
            await stage.client.turn(command, chat)


async def test_the_plugin_sends_no_key_no_path_and_no_mark_of_authority(stage: Stage) -> None:
    tap = Tap(stage.gateway.folder / "tap" / "recall.sock", stage.installation.paths.socket_file)

    async with tap.listening():
        config = {"socketPath": str(tap.socket_file)}
        async with stage.gateway.with_config({"plugins": {"entries": {PLUGIN: {"config": config}}}}):
            await _everything(stage)
            # Tool calls, ends of turns and new sessions are told too.
            chat = stage.chat()
            await stage.client.turn('[[tool:memory_search {"query": "rent"}]]', chat)
            await stage.client.turn("/new", chat)
            await until(lambda: b"/v1/hooks/before_reset" in tap.sent)

    sent = tap.sent.decode("utf-8")
    assert RENT.question in sent
    assert "POST /v1/hooks/agent_end" in sent
    assert "POST /v1/hooks/after_tool_call" in sent
    assert "POST /v1/hooks/before_reset" in sent
    assert "POST /v1/hooks/session_end" in sent
    assert "POST /v1/commands" in sent
    assert [secret for secret in SECRETS if secret in sent] == []
    assert str(stage.gateway.folder) not in sent
    assert "fingerprint" not in sent
    assert re.search(r"\b[0-9a-f]{64}\b", sent) is None


async def test_the_gateways_keys_are_in_no_file_of_ours_and_ours_in_none_of_its_logs(stage: Stage) -> None:
    await _everything(stage)

    own = [*(stage.gateway.folder / "home").rglob("*"), *stage.gateway.folder.glob("daemon-*.log")]
    files = [file for file in own if file.is_file()]
    assert stage.installation.paths.index_file in files
    for secret in SECRETS:
        assert [file.name for file in files if secret.encode() in file.read_bytes()] == []
    token = stage.installation.paths.token_file.read_text("utf-8").strip()
    for secret in (*SECRETS, DAEMON_KEY, token):
        assert secret not in stage.gateway.log
        assert secret not in (stage.gateway.folder / "gateway.jsonl").read_text("utf-8")


async def test_each_call_of_a_model_carries_the_key_of_its_own_and_no_other(stage: Stage) -> None:
    before = await stage.provider.count()

    await _everything(stage)

    seen = await stage.provider.requests(after=before)
    assert {request.key for request in seen if request.kind == "main"} == {PROVIDER_KEY}
    assert {request.key for request in seen if request.kind == "ours"} == {DAEMON_KEY, PROVIDER_KEY}
    for secret in (*SECRETS, DAEMON_KEY):
        assert [request.number for request in seen if secret in str(request.body)] == []


async def test_the_plugin_writes_no_file_by_itself() -> None:
    # So sessions are written by the gateway alone: the daemon is told no path of theirs, and the plugin has no pen.
    writes = re.compile(
        r"\b(?:writeFile|appendFile|createWriteStream|copyFile|rename|unlink|rm|mkdir|truncate)\w*\(|O_WRONLY|O_RDWR|O_CREAT"
    )

    found = {file.name: writes.findall(file.read_text("utf-8")) for file in PLUGIN_FOLDER.glob("*.js")}

    assert found
    assert {name: hits for name, hits in found.items() if hits} == {}
