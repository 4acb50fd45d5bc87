"""Our side of an installation: the settings that an OpenClaw configuration asks for, and the file that holds ours."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tomli_w

from recall_sidecar.hosts.openclaw.install.changes import ABSENT, KeyPath, value_at
from recall_sidecar.hosts.openclaw.install.plan import Wanted
from recall_sidecar.hosts.openclaw.install.take_over import missing_settings, notes_to_show, with_gateway_at
from recall_sidecar.llm import order
from recall_sidecar.paths import Paths
from recall_sidecar.pidfile import DaemonNote
from recall_sidecar.settings.keys import join
from recall_sidecar.settings.load import load
from recall_sidecar.settings.openclaw import Note, Translation
from recall_sidecar.settings.resolve import LoadedSettings

__all__ = ["OurSettings", "our_settings", "wanted_by", "write_settings"]

# What the plugin may be told; a turn may wait longer elsewhere, as in a terminal.
_LONGEST_MS = 120_000
_HEADER = "# Taken over from an OpenClaw configuration by `recall-sidecar install openclaw`.\n\n"


@dataclass(frozen=True, slots=True)
class OurSettings:
    """What our settings will be.

    `to_write` is the content of a new file, None when there is one already; `missing` is then what that does not say.
    `gateway_tools` are the tools with which the gateway's own memory is asked; `port` is None without TCP.
    `asks_host_model` is whether any agent's turns may need the model that the agent has in OpenClaw.
    """

    file: Path
    to_write: str | None
    missing: str
    notes: tuple[Note, ...]
    recalls: bool
    gateway_tools: tuple[str, ...]
    timeout_ms: int
    port: int | None
    asks_host_model: bool


def our_settings(
    paths: Paths, environment: Mapping[str, str], translated: Translation, openclaw_config: str
) -> OurSettings:
    """Return our settings beside what an OpenClaw configuration translates to; nothing is written.

    Raises:
        SettingsError: The settings that exist cannot be used.
    """
    loaded = load(paths, environment)
    new = with_gateway_at(translated.settings, openclaw_config)
    to_write: str | None = None
    lacking: dict[str, Any] = {}
    try:
        existing = tomllib.loads(paths.config_file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        to_write = _HEADER + tomli_w.dumps(new)
    else:
        new, lacking = {}, missing_settings(new, existing)
    server, ask = loaded.base.server, _value(("memory", "openclaw", "enabled"), new, loaded)
    return OurSettings(
        paths.config_file,
        to_write,
        tomli_w.dumps(lacking) if lacking else "",
        notes_to_show(translated.notes),
        recalls=_value(("gate", "enabled"), new, loaded) is not False,
        gateway_tools=tuple(_value(("memory", "openclaw", "search_tools"), new, loaded))
        if ask is True
        else (),
        timeout_ms=_value(("recall", "timeout_ms"), new, loaded),
        port=(server.port or None) if server.tcp else None,
        # What is translated names no model of a host, so that only what is set already can.
        asks_host_model=any(
            order.may_ask_host(table.model) for table in (loaded.base, *loaded.agents.values())
        ),
    )


def write_settings(ours: OurSettings) -> None:
    """Write a new file of settings; one that came to be meanwhile is left alone."""
    if ours.to_write is None:
        return
    ours.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        with ours.file.open("x", encoding="utf-8") as stream:
            stream.write(ours.to_write)
    except FileExistsError:
        return


def wanted_by(paths: Paths, ours: OurSettings, running: DaemonNote | None, command: Path | None) -> Wanted:
    """Return what the plugin must know; where a daemon runs, what it says of itself goes first."""
    port = ours.port if running is None else running.port
    return Wanted(
        socket_path=str(paths.socket_file) if running is None else running.socket,
        token_file=str(paths.token_file),
        timeout_ms=min(ours.timeout_ms, _LONGEST_MS),
        url=f"http://127.0.0.1:{port}" if port else None,
        command=None if command is None else str(command),
        asks_host_model=ours.asks_host_model,
    )


def _value(path: KeyPath, new: Mapping[str, Any], loaded: LoadedSettings) -> Any:  # noqa: ANN401 -- of any setting
    """Return a setting: what is set already, else what the new file will say, else the default."""
    said = value_at(new, path)
    if join(path) in loaded.sources or said is ABSENT:
        return value_at(loaded.base.model_dump(mode="json"), path)
    return said
