"""What to paste by hand where OpenClaw's configuration cannot be written by us: pure."""

import json
import shlex
from collections.abc import Mapping
from typing import Any

from recall_sidecar.hosts.openclaw.install.changes import Change, patch_of, value_at

__all__ = ["PATHS", "back_by_commands", "by_commands", "by_hand", "shown_patch"]

PATHS = ("plugins", "load", "paths")


def by_hand(changes: tuple[Change, ...], config: Mapping[str, Any], plugin_folder: str) -> str:
    """Return the keys to merge into a configuration that no command may write, the plugin loaded from our package."""
    loaded = value_at(config, PATHS)
    paths = loaded if isinstance(loaded, list) else []
    added = paths if plugin_folder in paths else [*paths, plugin_folder]
    return shown_patch((*changes, Change(PATHS, loaded, added)))


def by_commands(changes: tuple[Change, ...], plugin_folder: str) -> str:
    """Return the commands that install by hand, for a shell on the gateway's machine."""
    return (
        f"openclaw plugins install {shlex.quote(plugin_folder)} --force --accept-capabilities\n"
        f"{_patching(changes)}"
    )


def back_by_commands(changes: tuple[Change, ...], plugin: str) -> str:
    """Return the commands that take it back by hand, for a shell on the gateway's machine."""
    return f"openclaw plugins uninstall {plugin} --force\n{_patching(changes)}"


def shown_patch(changes: tuple[Change, ...]) -> str:
    """Return the changes as a merge patch for people."""
    return json.dumps(patch_of(changes), indent=2)


def _patching(changes: tuple[Change, ...]) -> str:
    return f"openclaw config patch --stdin <<'JSON'\n{shown_patch(changes)}\nJSON"
