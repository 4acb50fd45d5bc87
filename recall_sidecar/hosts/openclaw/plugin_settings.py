"""The plugin's settings, as OpenClaw keeps them: `plugins.entries.recall-sidecar.config`.

OpenClaw checks them against the schema made of this class, so the plugin reads values that fit.
"""

from typing import Annotated, Final

from pydantic import ConfigDict, Field
from pydantic.alias_generators import to_camel

from recall_sidecar.settings.table import Table

__all__ = ["PLUGIN_ID", "PluginSettings"]

PLUGIN_ID: Final = "recall-sidecar"

_AbsolutePath = Annotated[str, Field(pattern=r"^/", max_length=1024)]
_LoopbackUrl = Annotated[str, Field(pattern=r"^http://127\.0\.0\.1:[0-9]{1,5}/?$")]


class PluginSettings(Table):
    """What the plugin has to be told; the rest it asks the daemon."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)

    socket_path: _AbsolutePath | None = Field(None, title="Socket")
    """Absolute path of the daemon's Unix socket."""
    url: _LoopbackUrl | None = Field(None, title="Address")
    """Address of the daemon, used when nothing answers on the socket; needs `tokenFile`."""
    token_file: _AbsolutePath | None = Field(None, title="Token file")
    """Absolute path of the file that holds the daemon's full token."""
    timeout_ms: int = Field(15_000, ge=250, le=120_000, title="Longest wait (ms)")
    """How long a reply may wait for memory, in milliseconds."""
    autostart: bool = Field(default=False, title="Start the daemon")
    """Start the daemon when none answers; needs `command`."""
    command: _AbsolutePath | None = Field(None, title="Command")
    """Absolute path of the recall-sidecar executable."""
    lend_model: bool = Field(default=True, title="Lend the model")
    """Let the daemon ask the agent's own model when its settings say `model = "host"`."""
