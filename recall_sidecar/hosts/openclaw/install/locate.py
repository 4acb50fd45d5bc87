"""Find OpenClaw's configuration: as named, as OpenClaw's own variables say, as its command says, or where it is by default."""

from collections.abc import Mapping
from pathlib import Path

from recall_sidecar.errors import RecallSidecarError
from recall_sidecar.hosts.openclaw.install.openclaw_cli import OpenClaw

__all__ = ["extensions_folder", "locate"]

_NAME = "openclaw.json"


def locate(named: Path | None, environment: Mapping[str, str], openclaw: OpenClaw | None) -> Path:
    """Return the configuration's file.

    Raises:
        RecallSidecarError: There is no such file.
    """
    file = _said(named, environment) or (openclaw and openclaw.config_file()) or _home(environment) / _NAME
    if not file.is_file():
        message = (
            f"there is no OpenClaw configuration at {file}; set OpenClaw up first (openclaw onboard), or name the file"
            " with --config"
        )
        raise RecallSidecarError(message)
    return file.absolute()


def extensions_folder(environment: Mapping[str, str]) -> Path:
    """Return the folder in which OpenClaw keeps its copies of plugins."""
    state = environment.get("OPENCLAW_STATE_DIR", "").strip()
    return (_path(state, environment) if state else _home(environment)) / "extensions"


def _said(named: Path | None, environment: Mapping[str, str]) -> Path | None:
    if named is not None:
        return named.expanduser()
    if config := environment.get("OPENCLAW_CONFIG_PATH", "").strip():
        return _path(config, environment)
    if state := environment.get("OPENCLAW_STATE_DIR", "").strip():
        return _path(state, environment) / _NAME
    return None


def _home(environment: Mapping[str, str]) -> Path:
    return _path("~/.openclaw", environment)


def _path(text: str, environment: Mapping[str, str]) -> Path:
    home = environment.get("OPENCLAW_HOME") or environment.get("HOME")
    if home and (text == "~" or text.startswith("~/")):
        return Path(home) / text[2:]
    return Path(text).expanduser()
