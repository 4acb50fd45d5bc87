"""What OpenClaw's bundled active memory does for a configuration that ours could not do in its place: pure."""

import json
import shlex
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from recall_sidecar.hosts.openclaw.install.agents import agents_of
from recall_sidecar.hosts.openclaw.install.changes import ABSENT, value_at

__all__ = ["BUNDLED", "Loss", "bundled_recalls", "losses"]

BUNDLED = ("plugins", "entries", "active-memory")
_OWN_SLOTS = frozenset({"memory-core", "none"})
_TOOL_OF_SLOT: Mapping[str, str] = MappingProxyType({"memory-lancedb": "memory_recall"})
_SOURCES = ("memory", "search", "sources")
_REMEMBER = ("memory", "search", "rememberAcrossConversations")
_DM_SCOPE = ("session", "dmScope")


@dataclass(frozen=True, slots=True)
class Loss:
    """Something that would not be found any more, unless the gateway's own tool of this name is asked.

    With `of_openclaw` even then not, until these commands have changed OpenClaw's own configuration.
    """

    tool: str
    what: str
    of_openclaw: tuple[str, ...] = ()


def bundled_recalls(config: Mapping[str, Any]) -> bool:
    """Return whether the bundled plugin is on and recalls; it is off unless its entry says otherwise."""
    return (
        value_at(config, ("plugins", "enabled")) is not False
        and value_at(config, (*BUNDLED, "enabled")) is True
        and value_at(config, (*BUNDLED, "config", "enabled")) is not False
    )


def losses(config: Mapping[str, Any], gateway_tools: Collection[str]) -> tuple[Loss, ...]:
    """Return what would be lost if the bundled plugin were switched off; nothing when nothing would be.

    Args:
        config: OpenClaw's whole configuration.
        gateway_tools: The tools with which our settings have the gateway's own memory asked.
    """
    if not bundled_recalls(config):
        return ()
    return tuple(loss for loss in _used(config) if loss.of_openclaw or loss.tool not in gateway_tools)


def _used(config: Mapping[str, Any]) -> Iterator[Loss]:
    """Yield what the bundled plugin finds beyond the memory files of the workspaces."""
    listed = value_at(config, (*BUNDLED, "config", "toolsAllow"))
    tools = listed if isinstance(listed, list) else None
    slot = value_at(config, ("plugins", "slots", "memory"))
    if isinstance(slot, str) and slot not in _OWN_SLOTS:
        what = f'memories of the plugin "{slot}", which holds plugins.slots.memory: they are in no file that is read here'
        yield Loss(_TOOL_OF_SLOT.get(slot, "memory_search"), what)
    # Only OpenClaw's own memory plugin lets a recall see other conversations, and only through this tool.
    elif (tools is None or "memory_search" in tools) and (agents := dict(_that_remember(config))):
        names = ", ".join(agents)
        what = f"what was said in other private conversations (memory.search.rememberAcrossConversations, for {names})"
        # The bundled plugin has a permission of its own for them; to every other caller only this source shows them.
        yield Loss("memory_search", what, tuple(dict.fromkeys(filter(None, agents.values()))))
    if any(isinstance(tool, str) and tool.startswith("lcm_") for tool in tools or ()):
        yield Loss("lcm_grep", "conversations that Lossless Claw has compacted (its tools are in toolsAllow)")


def _that_remember(config: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the agents that recall other conversations, and what has `memory_search` show these to everybody.

    That is a command, empty where it does already. Unless a key says so, agents of an install for one person recall.
    """
    by_default = value_at(config, _REMEMBER)
    if not isinstance(by_default, bool):
        by_default = _is_for_one_person(config)
    for name, entry in list(agents_of(config)) or [("main", {})]:
        own = value_at(entry, _REMEMBER)
        if own if isinstance(own, bool) else by_default:
            key = "memory.search.sources"
            sources = value_at(entry, _SOURCES)
            if sources is ABSENT:
                sources = value_at(config, _SOURCES)
            else:
                key = f"agents.entries.{name}.{key}"
            yield name, _showing(key, sources if isinstance(sources, list) else ["memory"])


def _showing(key: str, sources: list[object]) -> str:
    """Return the command that adds transcripts to what is searched, empty when they are in it."""
    if "sessions" in sources:
        return ""
    return shlex.join(["openclaw", "config", "set", key, json.dumps([*sources, "sessions"])])


def _is_for_one_person(config: Mapping[str, Any]) -> bool:
    """Whether direct messages of several people all reach the main session, as OpenClaw decides its default."""
    bindings = value_at(config, ("bindings",))
    routed = bindings if isinstance(bindings, list) else []
    return value_at(config, _DM_SCOPE) in {ABSENT, "main"} and all(
        value_at(binding, _DM_SCOPE) is ABSENT for binding in routed
    )
