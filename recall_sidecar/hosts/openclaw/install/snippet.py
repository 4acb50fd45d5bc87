"""What to paste by hand where OpenClaw's configuration cannot be written by us: pure."""

import json
import shlex
from collections.abc import Mapping
from typing import Any

from recall_sidecar.hosts.openclaw.install.changes import Change, patch_of, value_at

__all__ = ["PATHS", "by_commands", "by_hand"]

PATHS = ("plugins", "load", "paths")


def by_hand(changes: tuple[Change, ...], config: Mapping[str, Any], plugin_folder: str) -> str:
    """Return the keys to merge into a configuration that no command may write, the plugin loaded from our package."""
    loaded = value_at(config, PATHS)
    paths = loaded if isinstance(loaded, list) else []
    added = paths if plugin_folder in paths else [*paths, plugin_folder]
    return json.dumps(patch_of((*changes, Change(PATHS, loaded, added))), indent=2)


def by_commands(changes: tuple[Change, ...], plugin_folder: str) -> str:
    """Return the commands that install by hand, for a shell on the gateway's machine."""
    patch = json.dumps(patch_of(changes), indent=2)
    return (
        f"openclaw plugins install {shlex.quote(plugin_folder)} --force --accept-capabilities\n"
        f"openclaw config patch --stdin <<'JSON'\n{patch}\nJSON"
    )
