"""Translate `plugins.entries.active-memory`: every key of its configuration has a counterpart or a reason."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from recall_sidecar.settings.keys import Path
from recall_sidecar.settings.openclaw.draft import Draft, mapping_at

__all__ = ["active_memory"]

_ENTRY = "plugins.entries.active-memory"
# OpenClaw's key and ours, where the value means the same.
_SAME: Mapping[str, Path] = MappingProxyType(
    {
        "mode": ("recall", "mode"),
        "model": ("model", "name"),
        "modelFallback": ("model", "fallback"),
        "allowedChatTypes": ("gate", "allowed_chat_types"),
        "allowedChatIds": ("gate", "allowed_chat_ids"),
        "deniedChatIds": ("gate", "denied_chat_ids"),
        "thinking": ("model", "thinking"),
        "timeoutMs": ("recall", "timeout_ms"),
        "queryMode": ("query", "mode"),
        "promptStyle": ("recall", "prompt_style"),
        "promptOverride": ("recall", "prompt_override"),
        "promptAppend": ("recall", "prompt_append"),
        "maxSummaryChars": ("inject", "max_summary_chars"),
        "recentUserTurns": ("query", "recent_user_turns"),
        "recentAssistantTurns": ("query", "recent_assistant_turns"),
        "recentUserChars": ("query", "recent_user_chars"),
        "recentAssistantChars": ("query", "recent_assistant_chars"),
        "cacheTtlMs": ("cache", "ttl_ms"),
        "circuitBreakerMaxTimeouts": ("recall", "breaker_max_timeouts"),
        "circuitBreakerCooldownMs": ("recall", "breaker_cooldown_ms"),
        "persistTranscripts": ("trace", "persist_transcripts"),
        "transcriptDir": ("trace", "transcript_dir"),
    }
)
_WHY_SAME: Mapping[str, str] = MappingProxyType(
    {
        "modelFallback": "the last of the order, as in OpenClaw; not a second try after a failure",
        "promptOverride": "it replaces the style's instructions; the reply format is kept",
        "timeoutMs": "the host's own limit counts too: the smaller of the two is the budget",
    }
)
_NO_COUNTERPART: Mapping[str, str] = MappingProxyType(
    {
        "modelFallbackPolicy": "deprecated in OpenClaw and without effect there too",
        "setupGraceTimeoutMs": "the model is warmed up before the first turn, so no turn waits for a set-up",
        "logging": "every turn is traced; see `recall-sidecar trace`",
    }
)
_ON = "on is the default here; switch OpenClaw's own off when the sidecar takes over, or both recall"
_OUR_TOOLS = ("memory_search", "memory_get")


def active_memory(config: Mapping[str, Any], draft: Draft) -> None:
    """Translate the plugin's entry of a whole OpenClaw `config`."""
    entry = mapping_at(config, "plugins", "entries", "active-memory")
    settings = mapping_at(entry, "config")
    _enabled(config, entry, settings, draft)
    for key in sorted(set(entry) - {"enabled", "config"}):
        draft.leave(f"{_ENTRY}.{key}", "permissions and limits of a plugin stay with OpenClaw")
    for key, value in settings.items():
        if key != "enabled":
            _translate(key, value, draft)
    if "agents" not in settings:
        draft.note(
            f"{_ENTRY}.config.agents",
            "not set",
            "OpenClaw then targets no agent by name; here every agent recalls until gate.agents lists some",
        )
    if "mode" not in settings:
        draft.note(
            f"{_ENTRY}.config.mode",
            "not set",
            "OpenClaw's default is escalate, ours auto: a model whenever the evidence could help",
        )


def _enabled(
    config: Mapping[str, Any], entry: Mapping[str, Any], settings: Mapping[str, Any], draft: Draft
) -> None:
    """Every level must be on for OpenClaw to recall."""
    levels = {
        "plugins.enabled": mapping_at(config, "plugins").get("enabled"),
        f"{_ENTRY}.enabled": entry.get("enabled"),
        f"{_ENTRY}.config.enabled": settings.get("enabled"),
    }
    switched_off = any(value is False for value in levels.values())
    for key, value in levels.items():
        if value is False:
            draft.put(key, ("gate", "enabled"), value)
        elif value is not None:
            said = "another level switches it off" if switched_off else _ON
            draft.note(key, "read", said)


def _translate(key: str, value: object, draft: Draft) -> None:
    name = f"{_ENTRY}.config.{key}"
    special = _SPECIAL.get(key)
    if special is not None:
        special(name, value, draft)
    elif key in _SAME:
        draft.put(name, _SAME[key], value, _WHY_SAME.get(key, ""))
    else:
        draft.leave(name, _NO_COUNTERPART.get(key, "not a key of active-memory that is known here"))


def _agents(name: str, value: object, draft: Draft) -> None:
    folded = [item.strip().lower() if isinstance(item, str) else item for item in _listed(value)]
    why = 'no agent recalls until one is listed; ["*"] means every agent' if folded == [] else ""
    draft.put(name, ("gate", "agents"), folded if isinstance(value, list) else value, why)


def _fast_mode(name: str, value: object, draft: Draft) -> None:
    if isinstance(value, bool):
        draft.put(name, ("model", "fast_mode"), value)
    elif value == "auto":
        draft.put(
            name, ("model", "fast_mode"), value=False, why="auto means fast for a while; here it is on or off"
        )
    else:
        draft.leave(name, "must be true, false or auto")


def _tools(name: str, value: object, draft: Draft) -> None:
    tools = [tool for tool in _listed(value) if tool in _OUR_TOOLS]
    others = len(_listed(value)) - len(tools)
    if not tools:
        draft.leave(name, f"none of these tools exists here; the sub-agent has {' and '.join(_OUR_TOOLS)}")
        return
    draft.put(name, ("recall", "tools_allow"), tools, f"{others} more do not exist here" if others else "")


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else []


_SPECIAL: Mapping[str, Callable[[str, object, Draft], None]] = MappingProxyType(
    {"agents": _agents, "fastMode": _fast_mode, "toolsAllow": _tools}
)
