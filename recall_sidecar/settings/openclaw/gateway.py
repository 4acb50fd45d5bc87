"""Translate what only the gateway remembers into `[memory.openclaw]`: transcripts, and memory that plugins keep."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from recall_sidecar.settings.openclaw.draft import Draft, mapping_at, text_of
from recall_sidecar.settings.openclaw.roster import Agent

__all__ = ["gateway"]

_TABLE = ("memory", "openclaw")
_ASKED = "what the gateway alone remembers is asked of it, in private chats"
_REMEMBER = "rememberAcrossConversations"
_OF_TRANSCRIPTS = frozenset({_REMEMBER, "sources"})
# OpenClaw lets its own plugin read transcripts that its memory_search leaves out; nobody else gets that permission.
_NOT_SEARCHED = 'the gateway\'s memory_search shows transcripts only with "sessions" in memory.search.sources: add it there'
_AUTH_STAYS = (
    "read when it is needed from memory.openclaw.config; set that when OpenClaw's file is not the usual one"
)
_NAME_IT = "name its https address in memory.openclaw.url, and set memory.openclaw.enabled"
_NO_TOOLS_KNOWN = "the tools of this plugin are not known here; its memory is not searched"
# Plugins that hold a slot, and the tool that searches what they keep.
_TOOLS: Mapping[tuple[str, str], str] = MappingProxyType(
    {("memory", "memory-lancedb"): "memory_recall", ("contextEngine", "lossless-claw"): "lcm_grep"}
)
# What holds a slot when no other plugin does.
_OWN: Mapping[str, frozenset[str | None]] = MappingProxyType(
    {"memory": frozenset({None, "memory-core", "none"}), "contextEngine": frozenset({None, "legacy"})}
)


def gateway(config: Mapping[str, Any], agents: Sequence[Agent], draft: Draft) -> None:
    """Translate the memory slots and what is said of transcripts, for all agents and for each.

    The gateway is asked where one of them is in use: transcripts when the configuration names them, not when they are
    merely its default, since it would then be asked for nothing.
    """
    tools = _tools(config, draft)
    common = mapping_at(config, "memory", "search")
    asked = [
        agent.id
        for agent in agents
        if _setting(agent, common, "enabled") is not False
        and (_wants_transcripts(agent, common, draft) or tools)
    ]
    for key in common:
        if key in _OF_TRANSCRIPTS and not asked:
            draft.note(f"memory.search.{key}", "read", "transcripts are not asked for")
    if not asked:
        if "gateway" in config:
            draft.leave("gateway", "it is not asked: nothing that it alone remembers is named")
        return
    if _address(config, draft):
        draft.put("plugins.slots" if tools else "memory.search", (*_TABLE, "enabled"), value=True, why=_ASKED)
    draft.put("agents", (*_TABLE, "agents"), asked)
    if tools:
        draft.put("plugins.slots", (*_TABLE, "search_tools"), tools)


def _tools(config: Mapping[str, Any], draft: Draft) -> list[str]:
    """Return the tools to search with on behalf of plugins that hold a slot; none when OpenClaw's own do."""
    slots = mapping_at(config, "plugins", "slots")
    found: dict[str, str] = {}
    for slot, own in _OWN.items():
        holder = text_of(slots.get(slot))
        if holder in own:
            continue
        tool = _TOOLS.get((slot, holder or ""))
        if tool is None:
            draft.leave(f"plugins.slots.{slot}", _NO_TOOLS_KNOWN)
        else:
            found[slot] = tool
    # LanceDB takes the place of memory_search, a context engine stands beside it.
    if found and "memory" not in found and text_of(slots.get("memory")) in {None, "memory-core"}:
        return ["memory_search", *found.values()]
    return list(found.values())


def _wants_transcripts(agent: Agent, common: Mapping[str, Any], draft: Draft) -> bool:
    """Whether the configuration names transcripts as memory of the agent."""
    sources, remembers = _setting(agent, common, "sources"), _setting(agent, common, _REMEMBER)
    are_shown = isinstance(sources, list) and "sessions" in sources
    if remembers is True and not are_shown:
        draft.note(f"{agent.key}.memory.search.{_REMEMBER}", "read", _NOT_SEARCHED)
    return remembers is True or (are_shown and remembers is not False)


def _setting(agent: Agent, common: Mapping[str, Any], key: str) -> object:
    """Return what holds for the agent: its own setting, else the common one."""
    return mapping_at(agent.entry, "memory", "search").get(key, common.get(key))


def _address(config: Mapping[str, Any], draft: Draft) -> bool:
    """Translate where the gateway listens, say where its token is read, and return whether the address is known.

    Whatever `gateway.bind` is, a gateway that runs here listens on 127.0.0.1 too, or does not start.
    """
    table = mapping_at(config, "gateway")
    draft.note("gateway.auth", "not copied", _AUTH_STAYS)
    if (text_of(table.get("mode")) or "").casefold() == "remote":
        draft.leave("gateway.mode", f"the gateway runs elsewhere: {_NAME_IT}")
        return False
    if mapping_at(table, "tls").get("enabled") is True:
        draft.leave("gateway.tls", _NAME_IT)
        return False
    port = table.get("port")
    if isinstance(port, int) and not isinstance(port, bool):
        draft.put("gateway.port", (*_TABLE, "url"), f"http://127.0.0.1:{port}")
    return True
