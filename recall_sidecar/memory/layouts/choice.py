"""Every layout, by the name that settings give it."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from recall_sidecar.memory.layouts import claude_code, codex, hermes, obsidian, openclaw, plain
from recall_sidecar.memory.layouts.port import Layout

__all__ = ["LAYOUTS"]

LAYOUTS: Final[Mapping[str, Layout]] = MappingProxyType(
    {
        "openclaw": openclaw.LAYOUT,
        "claude_code": claude_code.LAYOUT,
        "codex": codex.LAYOUT,
        "hermes": hermes.LAYOUT,
        "obsidian": obsidian.LAYOUT,
        "plain": plain.LAYOUT,
    }
)
