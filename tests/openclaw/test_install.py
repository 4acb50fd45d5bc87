"""A user installs with one command, and takes it back with one; the gateway works before, between and after."""

import contextlib
import shutil
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
import pytest_asyncio

from recall_sidecar.block import TAG
from tests.e2e.installation import ROOT, Installation
from tests.openclaw.client import MAIN, connected
from tests.openclaw.facts import fact, write_workspace
from tests.openclaw.gateway import GATEWAY_TOKEN, PLUGIN, PROVIDER_KEY, Gateway
from tests.openclaw.packages import needed
from tests.openclaw.provider import Provider, Request, serving
from tests.openclaw.stage import processes_of
from tests.waiting import until

pytestmark = [needed(), pytest.mark.asyncio(loop_scope="module")]

RENT, TEA, TRAIN = fact("rent"), fact("tea"), fact("train")
BUNDLED = {"enabled": True, "config": {"enabled": True, "mode": "always", "agents": ["main"]}}
INSTALL = ("install", "openclaw", "--yes")


@dataclass
class House:
    """A user's machine: a gateway with its bundled memory plugin switched on, and our program beside it."""

    gateway: Gateway
    provider: Provider
    installation: Installation

    async def ask(self, message: str) -> Request:
        """Send a message in the main session and return what the agent's model received."""
        before = await self.provider.count()
        async with connected(self.gateway) as client:
            turn = await client.turn(message, MAIN)
        assert turn.state == "final", turn
        found = await self.provider.requests("main", after=before)
        return next(request for request in found if message in request.message)

    async def program(self, *words: str) -> str:
        """Run our command and return what it said; it must succeed and print no secret."""
        done = await self.installation.run(*words, within_s=170)
        said = done.stdout + done.stderr
        assert done.returncode == 0, said
        assert GATEWAY_TOKEN not in said
        assert PROVIDER_KEY not in said
        return said

    @contextlib.asynccontextmanager
    async def exchange(self) -> AsyncIterator[None]:
        """Wait, when the block ends, until the running gateway has switched the bundled plugin off or on."""
        since = len(self.gateway.log.splitlines())
        yield
        words = ("[reload]", "applied", "plugins.entries.active-memory.enabled")
        await until(lambda: bool(self.gateway.log_lines(*words, since=since)))

    def entries(self) -> Mapping[str, Any]:
        """Return what the gateway's config says of plugins."""
        found: Mapping[str, Any] = self.gateway.config["plugins"]["entries"]
        return found


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    folder = tmp_path_factory.mktemp("install")
    package = folder / "package"
    # A copy, so that it can vanish as `pip uninstall` makes it vanish.
    for name in ("recall_sidecar", "prompt_styles", "config"):
        shutil.copytree(ROOT / name, package / name, ignore=shutil.ignore_patterns("__pycache__"))
    async with serving(folder) as provider:
        gateway = Gateway(folder, provider.url)
        write_workspace(gateway.workspace)
        gateway.configure({"plugins": {"entries": {"active-memory": BUNDLED}}})
        variables = {**gateway.environment, "PYTHONPATH": str(package)}
        installation = Installation(folder, variables)
        try:
            async with gateway.running():
                yield House(gateway, provider, installation)
        finally:
            for process in processes_of(folder):
                process.kill()


async def test_before_anything_is_installed_the_bundled_plugin_recalls(house: House) -> None:
    before = await house.provider.count()

    request = await house.ask(RENT.question)

    assert RENT.text in request.message
    assert await house.provider.requests("peer", after=before)


async def test_a_dry_run_changes_nothing(house: House) -> None:
    before = house.gateway.config_file.read_bytes()

    said = await house.program("install", "openclaw", "--dry-run")

    assert "Nothing was changed" in said
    assert house.gateway.config_file.read_bytes() == before
    assert not house.installation.paths.config_file.exists()


async def test_installing_takes_the_bundled_plugins_place_while_the_gateway_runs(house: House) -> None:
    async with house.exchange():
        await house.program(*INSTALL)
    before = await house.provider.count()

    async with house.installation.serving():
        request = await house.ask(TEA.question)
        async with connected(house.gateway) as client:
            status = await client.turn("/recall status", MAIN)

    assert request.message.count(f"<{TAG}>") == 1
    assert TEA.text in request.message
    assert await house.provider.requests("peer", after=before) == []
    assert status.text.startswith("Active Memory: on for this session.")
    entries = house.entries()
    assert entries["active-memory"]["enabled"] is False
    assert entries["active-memory"]["config"] == BUNDLED["config"]
    assert entries[PLUGIN]["hooks"]["allowConversationAccess"] is True
    assert entries[PLUGIN]["config"]["socketPath"] == str(house.installation.paths.socket_file)


async def test_installing_again_finds_nothing_to_do(house: House) -> None:
    before = house.gateway.config_file.read_bytes()

    said = await house.program(*INSTALL)

    assert "Nothing to do." in said
    assert house.gateway.config_file.read_bytes() == before


async def test_a_package_that_vanished_without_uninstalling_leaves_a_gateway_that_works(house: House) -> None:
    package = house.gateway.folder / "package"
    await house.gateway.stop()
    package.rename(package.with_name("gone"))
    since = len(house.gateway.log.splitlines())
    house.gateway.start()
    await house.gateway.ready(since=since)

    requests = [await house.ask(asked.question) for asked in (RENT, TEA)]

    package.with_name("gone").rename(package)
    assert [request for request in requests if TAG in request.message] == []
    (line,) = house.gateway.log_lines(f"{PLUGIN}:", since=since)
    assert "recall-sidecar serve" in line


async def test_a_gateway_that_was_started_anew_recalls_as_soon_as_there_is_a_daemon(house: House) -> None:
    async with house.installation.serving():
        request = await house.ask(TRAIN.question)

    assert TRAIN.text in request.message


async def test_uninstalling_gives_the_bundled_plugin_its_place_back(house: House) -> None:
    async with house.exchange():
        await house.program("install", "openclaw", "--uninstall", "--yes")
    before = await house.provider.count()

    request = await house.ask(RENT.question)

    assert PLUGIN not in house.entries()
    assert house.entries()["active-memory"] == BUNDLED
    assert not list(house.gateway.state.glob(f"extensions/{PLUGIN}"))
    assert RENT.text in request.message
    assert request.message.count(f"<{TAG}>") == 1
    assert await house.provider.requests("peer", after=before)
