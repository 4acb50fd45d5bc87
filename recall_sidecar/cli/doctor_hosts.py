"""What `doctor` looks at in the hosts on this machine: is our hook or plugin there, is it of this version, does it call us."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from shlex import quote
from typing import Any

from recall_sidecar import private
from recall_sidecar.cli.finding import Finding
from recall_sidecar.errors import RecallSidecarError
from recall_sidecar.hosts.openclaw.install.changes import ABSENT, value_at
from recall_sidecar.hosts.openclaw.install.locate import extensions_folder, locate
from recall_sidecar.hosts.openclaw.install.plan import ENTRY, PLUGIN
from recall_sidecar.paths import Paths
from recall_sidecar.settings.openclaw.read import read_openclaw

__all__ = ["Ours", "check_hook_token", "check_hosts"]

_INSTALL = "recall-sidecar install openclaw"
_HOW = "docs/hosts.md shows the hook to put there"
# What a hook of ours calls, whichever way it does.
_ROUTE = "/v1/hooks/"
_PORT = re.compile(r"127\.0\.0\.1:(\d{1,5})/v1/hooks/")
_SOCKET = re.compile(r"--unix-socket[ =]['\"\\]*([^\s'\"\\]+)")
_TOKEN_VARIABLE = "RECALL_HOOK_TOKEN"  # noqa: S105 -- the name that docs/hosts.md gives it


@dataclass(frozen=True, slots=True)
class Ours:
    """Where hosts must call, and what version their plugin should have; `port` is None without TCP."""

    paths: Paths
    port: int | None
    version: str


def check_hosts(home: Path, environment: Mapping[str, str], ours: Ours) -> Iterator[Finding]:
    """Look at each host that is on this machine."""
    yield from _openclaw(environment, ours)
    for name, file in (
        ("Claude Code", home / ".claude" / "settings.json"),
        ("Codex", home / ".codex" / "hooks.json"),
        ("Gemini CLI", home / ".gemini" / "settings.json"),
    ):
        if file.parent.is_dir():
            yield _hook(name, file, ours)


def check_hook_token(environment: Mapping[str, str], paths: Paths) -> Iterator[Finding]:
    """Look whether the token that this shell hands to hosts is the daemon's."""
    held = environment.get(_TOKEN_VARIABLE)
    if held is None:
        return
    try:
        wanted = private.read_file(paths.hook_token_file).strip()
    except (RecallSidecarError, OSError):
        return
    if held.strip() != wanted:
        fact = (
            f"{_TOKEN_VARIABLE} of this shell is not the daemon's token, so a host started from it is refused"
        )
        remedy = f'export {_TOKEN_VARIABLE}="$(cat {quote(str(paths.hook_token_file))})", then start the host again'
        yield Finding("error", "tokens", fact, remedy, code=1)


def _openclaw(environment: Mapping[str, str], ours: Ours) -> Iterator[Finding]:
    try:
        file = locate(None, environment, None)
    except RecallSidecarError:
        return
    try:
        config = read_openclaw(file)
    except RecallSidecarError as error:
        yield Finding("warning", "OpenClaw", str(error), f"openclaw doctor --fix, or correct {file}")
        return
    entry = value_at(config, ENTRY)
    if entry is ABSENT or not isinstance(entry, dict):
        yield Finding(
            "warning", "OpenClaw", f"{file} does not name our plugin, so it sends no turns", _INSTALL
        )
        return
    faults = list(_entry(entry, file))
    yield from faults
    installed = _plugin_version(extensions_folder(environment) / PLUGIN / "package.json")
    if installed is None and not _is_loaded_elsewhere(config):
        fact = f"{file} names our plugin, and its files are not in {extensions_folder(environment)}"
        yield Finding("error", "OpenClaw", fact, _INSTALL, code=1)
    elif installed not in {None, ours.version}:
        yield Finding(
            "warning", "OpenClaw", f"its plugin is {installed}, this program {ours.version}", _INSTALL
        )
    elif not faults:
        yield Finding(
            "ok", "OpenClaw", f"plugin {installed or 'from a folder of its own'}, switched on in {file}"
        )


def _entry(entry: Mapping[str, Any], file: Path) -> Iterator[Finding]:
    """Yield what in the plugin's entry keeps turns back."""
    key = ".".join(ENTRY)
    if entry.get("enabled") is False:
        yield Finding(
            "warning", "OpenClaw", f"our plugin is switched off in {file}", f"set {key}.enabled = true"
        )
    for name, says in (
        ("allowConversationAccess", "so it is never shown a message"),
        ("allowPromptInjection", "so what it recalls is dropped"),
    ):
        allowed = value_at(entry, ("hooks", name))
        if allowed is False or (allowed is ABSENT and name == "allowConversationAccess"):
            fact = f"{file} does not allow our plugin {name}, {says}"
            yield Finding("error", "OpenClaw", fact, f"set {key}.hooks.{name} = true, or: {_INSTALL}", code=1)


def _plugin_version(file: Path) -> str | None:
    try:
        version = json.loads(file.read_text("utf-8"))["version"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return version if isinstance(version, str) else None


def _is_loaded_elsewhere(config: Mapping[str, Any]) -> bool:
    """Return whether OpenClaw may have the plugin from a folder that its configuration names, or from another installation."""
    paths = value_at(config, ("plugins", "load", "paths"))
    installs = value_at(config, ("plugins", "installs", PLUGIN))
    return (isinstance(paths, list) and bool(paths)) or installs is not ABSENT


def _hook(name: str, file: Path, ours: Ours) -> Finding:
    """Look at the hooks of a host in a terminal; the file is searched as text, since each host nests them in its own way."""
    try:
        text = file.read_text("utf-8")
    except FileNotFoundError:
        text = ""
    except (OSError, UnicodeDecodeError) as error:
        return Finding(
            "warning", name, f"{file} cannot be read ({type(error).__name__})", f"chmod u+r {file}"
        )
    if _ROUTE not in text:
        return Finding("ok", name, f"it is on this machine and has no hook of ours in {file}; {_HOW}")
    if (port := _PORT.search(text)) and int(port[1]) != ours.port:
        listens = "has no port" if ours.port is None else f"listens on {ours.port}"
        fact = f"its hook calls port {port[1]}, and the daemon {listens}"
        return Finding("error", name, fact, f"correct the address in {file}, or server.port", code=1)
    socket = _SOCKET.search(text)
    if socket and Path(socket[1]) != ours.paths.socket_file and "$" not in socket[1]:
        fact = f"its hook calls the socket {socket[1]}, and the daemon listens on {ours.paths.socket_file}"
        return Finding("error", name, fact, f"correct the path in {file}", code=1)
    return Finding("ok", name, f"its hook in {file} calls the daemon's address")
