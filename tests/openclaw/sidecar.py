"""The daemon beside the gateway: one installation over the agent's own workspace, asking the same stand-in provider."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.e2e.installation import Installation
from tests.openclaw.gateway import Gateway, merged

__all__ = ["DAEMON_KEY", "PLUGIN_FOLDER", "RECALL_ALWAYS", "beside", "load_plugin", "plugin_settings"]

DAEMON_KEY = "daemon-secret-Hq2PbV9sKe"
PLUGIN_FOLDER = Path(__file__).parents[2] / "recall_sidecar" / "hosts" / "openclaw" / "plugin"
_KEY_NAME = "STAND_IN_KEY"
# Every turn with evidence asks the model, as the bundled plugin does in its mode `always`.
RECALL_ALWAYS: Mapping[str, Any] = {"recall": {"mode": "always"}}


def beside(gateway: Gateway, tables: Mapping[str, Any] = RECALL_ALWAYS) -> Installation:
    """Make an installation in the gateway's folder, so that both read one workspace; `tables` are further settings."""
    installation = Installation(gateway.folder, {_KEY_NAME: DAEMON_KEY})
    provider = {"kind": "openai", "api_base": f"{gateway.provider_url}/v1", "api_key_env": _KEY_NAME}
    model = {"name": "stand-in/mock-1", "max_calls_per_hour": 0, "providers": {"stand-in": provider}}
    installation.configure(merged({"model": model}, tables))
    return installation


def plugin_settings(installation: Installation, **more: Any) -> dict[str, Any]:  # noqa: ANN401 -- as the plugin takes them
    """Return the plugin's settings for that daemon: its Unix socket, and what `more` says."""
    return {"socketPath": str(installation.paths.socket_file), **more}


def load_plugin(gateway: Gateway, installation: Installation, **more: Any) -> None:  # noqa: ANN401
    """Have the gateway load the plugin from this checkout."""
    gateway.load_plugin(PLUGIN_FOLDER, plugin_settings(installation, **more))
