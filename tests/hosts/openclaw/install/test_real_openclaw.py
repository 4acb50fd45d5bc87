"""Installing into the real OpenClaw: its command keeps its word, and a gateway that runs takes it up.

What `fake_openclaw.py` claims of the real one is held here.
"""

import asyncio
import contextlib
import json
import shutil
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from recall_sidecar.block import GUIDANCE
from recall_sidecar.cli.install import Terminal, execute
from recall_sidecar.cli.main import build_parser
from recall_sidecar.hosts.openclaw.install.changes import value_at
from recall_sidecar.hosts.openclaw.install.plugin_copy import plugin_folder
from recall_sidecar.hosts.openclaw.install.survey import Machine
from recall_sidecar.paths import Paths
from recall_sidecar.settings.openclaw.read import read_openclaw
from tests.openclaw.client import connected
from tests.openclaw.gateway import GATEWAY_TOKEN, PROVIDER_KEY, Gateway
from tests.openclaw.packages import needed
from tests.openclaw.provider import serving
from tests.waiting import until

# Each start of the real command takes seconds, and there are a dozen of them.
pytestmark = [needed(), pytest.mark.timeout(300)]

ENTRY = ("plugins", "entries", "recall-sidecar")
BUNDLED_ON = {
    "plugins": {
        "entries": {"active-memory": {"enabled": True, "config": {"agents": ["main"], "mode": "always"}}}
    }
}

Install = Callable[..., int]


def installer(gateway: Gateway, plugin: Path) -> Install:
    """Return a way to run `recall-sidecar install openclaw` beside the gateway, from a package with this plugin."""
    home = gateway.folder / "sidecar"
    machine = Machine(
        Paths.below(home),
        {**gateway.environment, "RECALL_SIDECAR_HOME": str(home)},
        Path("/bin/recall-sidecar"),
        plugin,
    )

    def _run(*words: str) -> int:
        arguments = build_parser(["install"]).parse_args(["install", "openclaw", "--yes", *words])
        return execute(arguments, machine, Terminal(lambda: False, lambda _: ""))

    return _run


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Return the plugin as an installed package has it; a folder that can vanish."""
    return Path(shutil.copytree(plugin_folder(), tmp_path / "package" / "plugin"))


def test_the_real_command_installs_brings_up_to_date_and_takes_back(
    tmp_path: Path, package: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With plugins in a file of their own, where OpenClaw's commands are at their most particular."""
    gateway = Gateway(tmp_path, "http://127.0.0.1:9")
    gateway.configure(BUNDLED_ON)
    gateway.configure({"plugins": {"allow": ["active-memory"]}})
    before = gateway.config
    _include_plugins(gateway)
    install = installer(gateway, package)

    assert install() == 0
    installed = read_openclaw(gateway.config_file)
    assert install() == 0
    again = read_openclaw(gateway.config_file)
    (package / "index.js").write_text(f"{(package / 'index.js').read_text()}\n")
    assert install() == 0
    copy = gateway.state / "extensions" / "recall-sidecar" / "index.js"
    brought_up = copy.read_text()
    assert install("--uninstall") == 0
    taken_back = read_openclaw(gateway.config_file)
    assert install("--uninstall") == 0

    shown = capsys.readouterr()
    assert value_at(installed, (*ENTRY, "hooks", "allowConversationAccess")) is True
    assert value_at(installed, (*ENTRY, "config", "socketPath")) == str(
        tmp_path / "sidecar" / "run" / "recall.sock"
    )
    assert value_at(installed, ("plugins", "entries", "active-memory", "enabled")) is False
    assert installed["plugins"]["allow"] == ["active-memory", "recall-sidecar"]
    assert again == installed
    assert brought_up == (package / "index.js").read_text()
    assert _without_stamp(taken_back) == before
    assert _without_stamp(read_openclaw(gateway.config_file)) == before
    assert not copy.exists()
    assert shown.out.count("Nothing to do.") == 2
    for secret in (GATEWAY_TOKEN, PROVIDER_KEY):
        assert secret not in shown.out + shown.err


async def test_a_running_gateway_takes_it_up_and_works_on_when_the_package_is_gone(
    tmp_path: Path, package: Path
) -> None:
    async with serving(tmp_path) as provider:
        gateway = Gateway(tmp_path, provider.url)
        gateway.configure(BUNDLED_ON)
        install = installer(gateway, package)

        async def system_prompt() -> str:
            """Send a message and return the system prompt that its model was given."""
            async with connected(gateway) as client:
                turn = await client.turn("Good morning")
            assert turn.state == "final"
            return (await provider.last("main")).system

        async with gateway.running():
            assert GUIDANCE not in await system_prompt()
            async with _taken_up(gateway, "recall-sidecar.hooks"):
                assert await asyncio.to_thread(install) == 0
            recalls = len(await provider.requests("peer"))
            assert GUIDANCE in await system_prompt()
            # The bundled plugin, which asks a model at every turn, is out of it.
            assert len(await provider.requests("peer")) == recalls

        shutil.rmtree(package)

        async with gateway.running():
            assert GUIDANCE in await system_prompt()
            async with _taken_up(gateway, "installs.recall-sidecar"):
                removed = await gateway.cli("plugins", "uninstall", "recall-sidecar", "--force")
                assert removed.returncode == 0, removed.stderr
            assert GUIDANCE not in await system_prompt()
        validated = await gateway.cli("config", "validate")
        assert validated.returncode == 0, validated.stdout


@contextlib.asynccontextmanager
async def _taken_up(gateway: Gateway, key: str) -> AsyncIterator[None]:
    """Wait, after the block, until the gateway has reloaded what stands at `key`."""
    since = len(gateway.log.splitlines())
    yield
    await until(lambda: bool(gateway.log_lines("hot reload applied", key, since=since)), within_s=60)


def _include_plugins(gateway: Gateway) -> None:
    config = gateway.config
    (gateway.state / "plugins.json5").write_text(json.dumps(config["plugins"]))
    gateway.config_file.write_text(json.dumps({**config, "plugins": {"$include": "plugins.json5"}}))


def _without_stamp(config: dict[str, Any]) -> dict[str, Any]:
    """Return `config` without what OpenClaw notes about its own writing."""
    return {key: value for key, value in config.items() if key != "meta"}
