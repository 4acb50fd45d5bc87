"""A machine with an OpenClaw on it: its configuration, a command `openclaw` on the PATH, and our own installation."""

import json
import shlex
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from recall_sidecar.hosts.openclaw.install.survey import Machine
from recall_sidecar.paths import Paths

__all__ = ["CONFIG", "Desk"]

# A configuration of somebody who uses the bundled plugin, with secrets that must never be seen outside of it.
CONFIG: dict[str, Any] = {
    "gateway": {"mode": "local", "auth": {"token": "SECRET-gateway-1"}},
    "channels": {"telegram": {"botToken": "SECRET-bot-2", "allowFrom": ["42"]}},
    "models": {"providers": {"mine": {"baseUrl": "http://127.0.0.1:1/v1", "apiKey": "SECRET-key-3"}}},
    "memory": {"search": {"rememberAcrossConversations": False}},
    "plugins": {
        "allow": ["active-memory"],
        "entries": {"active-memory": {"enabled": True, "config": {"agents": ["main"], "timeoutMs": 9000}}},
    },
}


@dataclass
class Desk:
    """Everything lies below `folder`."""

    folder: Path
    variables: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for folder in (self.programs, self.state, self.plugin, self.folder / "user"):
            folder.mkdir(parents=True, exist_ok=True)
        self.write_config(CONFIG)
        self.ship("0.1.0")
        program = self.programs / "openclaw"
        command = shlex.join([sys.executable, str(Path(__file__).with_name("fake_openclaw.py"))])
        program.write_text(f'#!/bin/sh\nexec {command} "$@"\n')
        program.chmod(0o755)

    @property
    def programs(self) -> Path:
        return self.folder / "bin"

    @property
    def state(self) -> Path:
        """OpenClaw's."""
        return self.folder / "openclaw"

    @property
    def config_file(self) -> Path:
        return self.state / "openclaw.json"

    @property
    def plugin(self) -> Path:
        """The plugin as it came with our program."""
        return self.folder / "package" / "plugin"

    @property
    def copy(self) -> Path:
        """OpenClaw's copy of it."""
        return self.state / "extensions" / "recall-sidecar"

    @property
    def environment(self) -> dict[str, str]:
        return {
            "PATH": str(self.programs),
            "HOME": str(self.folder / "user"),
            "OPENCLAW_STATE_DIR": str(self.state),
            "RECALL_SIDECAR_HOME": str(self.folder / "home"),
            "FAKE_CALLS": str(self.folder / "calls"),
            **self.variables,
        }

    @property
    def paths(self) -> Paths:
        return Paths.below(self.folder / "home")

    @property
    def machine(self) -> Machine:
        return Machine(self.paths, self.environment, Path("/bin/recall-sidecar"), self.plugin)

    @property
    def config(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.config_file.read_text())
        return found

    @property
    def calls(self) -> list[str]:
        """The commands of OpenClaw that were run, by their first two words."""
        calls = self.folder / "calls"
        lines = calls.read_text().splitlines() if calls.exists() else []
        return [" ".join(line.split()[:2]) for line in lines]

    @property
    def changing_calls(self) -> list[str]:
        """Those of them that change something."""
        return [call for call in self.calls if call.endswith((" install", " uninstall", " patch"))]

    def write_config(self, config: Mapping[str, Any]) -> None:
        self.config_file.write_text(json.dumps(config, indent=2))

    def include_plugins(self) -> Path:
        """Put the plugins of the configuration into a file of their own, and return it."""
        config, file = self.config, self.state / "plugins.json"
        file.write_text(json.dumps(config["plugins"], indent=2))
        self.write_config({**config, "plugins": {"$include": file.name}})
        return file

    def ship(self, version: str) -> None:
        """Put a version of the plugin into our package."""
        (self.plugin / "package.json").write_text(json.dumps({"name": "p", "version": version}))
        (self.plugin / "openclaw.plugin.json").write_text(json.dumps({"id": "recall-sidecar"}))
        (self.plugin / "index.js").write_text("export default {};\n")

    def without_openclaw(self) -> None:
        (self.programs / "openclaw").unlink()
