"""Whether OpenClaw's own commands may write a configuration, judged by its environment and its includes: pure."""

from collections.abc import Mapping
from typing import Any

from recall_sidecar.hosts.openclaw.install.changes import value_at

__all__ = ["why_includes_forbid", "why_unwritable"]

_INCLUDE = "$include"


def why_unwritable(environment: Mapping[str, str]) -> str | None:
    """Return why the environment says that the configuration is managed elsewhere, None when it does not."""
    if environment.get("OPENCLAW_CONFIG_READONLY") == "1":
        return "OPENCLAW_CONFIG_READONLY=1: the configuration is managed outside OpenClaw"
    if environment.get("OPENCLAW_NIX_MODE") == "1":
        return "OPENCLAW_NIX_MODE=1: the configuration is made by Nix"
    return None


def why_includes_forbid(root: object) -> str | None:
    """Return why OpenClaw would not write `root`, the configuration's own file with its includes as they stand.

    OpenClaw writes through `"plugins": {"$include": "one-file"}` and no other include around what we change.
    """
    if not isinstance(root, Mapping):
        return None
    if _INCLUDE in root:
        return "the whole file is put together by $include, which OpenClaw does not write through"
    plugins = root.get("plugins")
    if isinstance(plugins, Mapping) and isinstance(plugins.get(_INCLUDE), str) and len(plugins) == 1:
        return None
    return (
        "its plugins section is put together by $include" if _includes(value_at(root, ("plugins",))) else None
    )


def _includes(tree: Any) -> bool:  # noqa: ANN401 -- JSON
    if isinstance(tree, Mapping):
        return _INCLUDE in tree or any(map(_includes, tree.values()))
    return isinstance(tree, list) and any(map(_includes, tree))
