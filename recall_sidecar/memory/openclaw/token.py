"""The token or password of the gateway, from where its owner keeps it. Read off the event loop."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from recall_sidecar.errors import SettingsError, UnsafeFile
from recall_sidecar.private import read_file
from recall_sidecar.settings import GatewayMemorySettings
from recall_sidecar.settings.openclaw.read import read_openclaw

__all__ = ["NoToken", "Token", "find_token"]

_VARIABLES = ("OPENCLAW_GATEWAY_TOKEN", "OPENCLAW_GATEWAY_PASSWORD")
_VARIABLE = re.compile(r"\$\{([A-Z][A-Z0-9_]{0,127})\}|\$([A-Z][A-Z0-9_]{0,127})")
_TOKEN = re.compile(r"[\x21-\x7e]{1,4096}")


@dataclass(frozen=True, slots=True)
class Token:
    """What the gateway is shown; empty for one that wants nothing. Not in its `repr`."""

    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class NoToken:
    """Why there is no token to show; names files and keys, never a value."""

    text: str


def find_token(settings: GatewayMemorySettings, environment: Mapping[str, str]) -> Token | NoToken:
    """Return the token by the settings: their own file, else the gateway's configuration, else the environment."""
    if settings.token_file:
        return _from_file(settings.token_file)
    auth = _auth(settings.config)
    mode = auth.get("mode")
    if mode == "none":
        return Token("")
    names = ("password",) if mode == "password" else ("token", "password")
    for name in names:
        if auth.get(name):
            return _resolved(name, auth[name], environment)
    for variable in _VARIABLES:
        if value := environment.get(variable, ""):
            return _checked(value, variable)
    return NoToken("no token of the gateway: name memory.openclaw.config or memory.openclaw.token_file")


def _auth(config: str) -> Mapping[str, Any]:
    """Return `gateway.auth` of the configuration; nothing when there is none, for the environment may still name one."""
    try:
        tree = read_openclaw(Path(config).expanduser()) if config else {}
    except SettingsError:
        return {}
    gateway = tree.get("gateway")
    auth = gateway.get("auth") if isinstance(gateway, Mapping) else None
    return auth if isinstance(auth, Mapping) else {}


def _resolved(name: str, value: object, environment: Mapping[str, str]) -> Token | NoToken:
    """Return a value of the configuration: the text itself, or the variable that it names."""
    where = f"gateway.auth.{name}"
    match value:
        case str(text) if (match := _VARIABLE.fullmatch(text)) is not None:
            variable = match[1] or match[2]
        case str(text):
            return _checked(text, where)
        case {"source": "env", "id": str(variable)}:
            pass
        case _:
            return NoToken(
                f"{where} is kept where only OpenClaw can read it; name a file in memory.openclaw.token_file"
            )
    if found := environment.get(variable, ""):
        return _checked(found, where)
    return NoToken(f"{where} names a variable that the daemon's environment does not have")


def _from_file(name: str) -> Token | NoToken:
    try:
        return _checked(read_file(Path(name).expanduser()).strip(), "memory.openclaw.token_file")
    except (UnsafeFile, OSError, UnicodeDecodeError) as error:
        why = str(error) if isinstance(error, UnsafeFile) else type(error).__name__
        return NoToken(f"memory.openclaw.token_file cannot be used: {why}")


def _checked(text: str, where: str) -> Token | NoToken:
    if not _TOKEN.fullmatch(text):
        return NoToken(f"{where} is not a token: it must be visible ASCII characters without spaces")
    return Token(text)
