"""Look at everything an installation depends on, and plan it. Nothing is changed."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from os import W_OK, access
from pathlib import Path
from typing import Any

from recall_sidecar.hosts.openclaw.install.changes import ABSENT, value_at
from recall_sidecar.hosts.openclaw.install.locate import locate
from recall_sidecar.hosts.openclaw.install.managed import why_includes_forbid, why_unwritable
from recall_sidecar.hosts.openclaw.install.openclaw_cli import InstalledPlugin, OpenClaw
from recall_sidecar.hosts.openclaw.install.our_settings import OurSettings, our_settings, wanted_by
from recall_sidecar.hosts.openclaw.install.plan import ENTRY, PLUGIN, Copy, Plan, Wanted, make_plan
from recall_sidecar.hosts.openclaw.install.plugin_copy import are_equal, plugin_folder
from recall_sidecar.hosts.openclaw.install.receipt import Receipts
from recall_sidecar.hosts.openclaw.install.take_over import to_translate
from recall_sidecar.paths import Paths
from recall_sidecar.pidfile import read_note
from recall_sidecar.settings.openclaw import translate
from recall_sidecar.settings.openclaw.read import parse_openclaw, read_openclaw

__all__ = ["Gateway", "Machine", "Survey", "find_gateway", "survey"]


@dataclass(frozen=True, slots=True)
class Machine:
    """What an installation works with: our paths, the environment, our own executable and the plugin's files."""

    paths: Paths
    environment: Mapping[str, str]
    command: Path | None
    plugin: Path

    @classmethod
    def of(cls, environment: Mapping[str, str], command: Path | None) -> "Machine":
        """Return the machine of this user."""
        return cls(Paths.discover(environment), environment, command, plugin_folder())

    @property
    def receipts(self) -> Receipts:
        """What earlier installations left to be taken back."""
        return Receipts(self.paths.state_dir)


@dataclass(frozen=True, slots=True)
class Gateway:
    """An OpenClaw: its configuration, its command (None: not on the PATH), and why that cannot write (None: it can)."""

    file: Path
    config: dict[str, Any]
    openclaw: OpenClaw | None
    why_not: str | None

    @property
    def is_plain(self) -> bool:
        """Whether all that a change may be written to is JSON without comments, of which a write loses nothing."""
        return all(map(_is_plain, self.files()))

    def files(self) -> tuple[Path, ...]:
        """Return the files that a change may be written to: the configuration, and the one its plugins stand in."""
        included = value_at(parse_openclaw(self.file), ("plugins", "$include"))
        return (self.file,) + ((self.file.parent / included,) if isinstance(included, str) else ())

    def plugin(self) -> InstalledPlugin | None:
        """Return what OpenClaw has of our plugin; it is not asked, which takes seconds, when no entry speaks of it."""
        if self.openclaw is None or value_at(self.config, ENTRY) is ABSENT:
            return None
        return self.openclaw.plugin(PLUGIN)


@dataclass(frozen=True, slots=True)
class Survey:
    """An OpenClaw, our settings beside it, what the plugin must know, and what installing would do."""

    gateway: Gateway
    ours: OurSettings
    wanted: Wanted
    copy: Copy
    plan: Plan


def find_gateway(machine: Machine, named: Path | None) -> Gateway:
    """Find the OpenClaw to work on.

    Raises:
        RecallSidecarError: There is no configuration.
        SettingsError: It cannot be read.
    """
    openclaw = OpenClaw.find(machine.environment)
    file = locate(named, machine.environment, openclaw)
    if named is not None and openclaw is not None:
        openclaw = openclaw.on(file)
    return Gateway(file, read_openclaw(file), openclaw, _why_not(file, machine.environment))


def survey(machine: Machine, named: Path | None) -> Survey:
    """Look at OpenClaw and at us.

    Raises:
        RecallSidecarError: There is no configuration.
        SettingsError: OpenClaw's cannot be read, or ours cannot be used.
    """
    gateway = find_gateway(machine, named)
    workspaces = gateway.openclaw.workspaces() if gateway.openclaw is not None else {}
    translated = translate(to_translate(gateway.config, workspaces))
    ours = our_settings(machine.paths, machine.environment, translated, str(gateway.file))
    wanted = wanted_by(machine.paths, ours, read_note(machine.paths), machine.command)
    installed = gateway.plugin()
    copy = Copy(
        None if installed is None else installed.version,
        is_current=installed is not None and are_equal(machine.plugin, installed.folder),
    )
    plan = make_plan(
        gateway.config, wanted, copy, gateway_tools=ours.gateway_tools, is_plain=gateway.is_plain
    )
    return Survey(gateway, ours, wanted, copy, plan)


def _why_not(file: Path, environment: Mapping[str, str]) -> str | None:
    if why := why_unwritable(environment):
        return why
    if not access(file, W_OK) or not access(file.parent, W_OK):
        return f"{file} is not writable for this user"
    return why_includes_forbid(parse_openclaw(file))


def _is_plain(file: Path) -> bool:
    try:
        json.loads(file.read_text(encoding="utf-8-sig"))
    except ValueError:
        return False
    return True
