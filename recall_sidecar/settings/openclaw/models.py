"""Translate models and their providers. Keys are never copied: the environment variable that holds one is named."""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from recall_sidecar.settings.keys import Path
from recall_sidecar.settings.openclaw.draft import Draft, mapping_at, text_of
from recall_sidecar.settings.openclaw.roster import Agent

__all__ = ["models"]

# OpenClaw's request adapters and the kind of provider that speaks them.
_KIND_BY_API: Mapping[str, str] = MappingProxyType(
    {
        "openai-completions": "openai",
        "openai-responses": "openai",
        "anthropic-messages": "anthropic",
        "google-generative-ai": "google",
        "ollama": "ollama",
    }
)
# Providers whose name says how to speak to them.
_NAMES_THAT_SPEAK = frozenset(
    {
        "anthropic", "cerebras", "deepseek", "fireworks", "google", "groq", "lmstudio", "mistral", "moonshot",
        "ollama", "openai", "openrouter", "qwen", "together", "vllm", "xai", "zai",
    }
)  # fmt: skip
_VARIABLE = re.compile(r"\$\{([A-Z_][A-Z0-9_]*)\}")
_LOCAL = re.compile(r"http://(localhost|127\.|\[::1\])")
_PROVIDER_KEYS = frozenset({"baseUrl", "api", "apiKey"})


def models(config: Mapping[str, Any], agents: Sequence[Agent], draft: Draft) -> None:
    """Translate primary models and `models.providers`."""
    defaults = mapping_at(config, "agents", "defaults")
    _primary("agents.defaults.model", defaults.get("model"), ("model", "primary"), draft)
    for agent in agents:
        path = ("agents", agent.id, "model", "primary")
        _primary(f"{agent.key}.model", agent.entry.get("model"), path, draft)
    for name, provider in mapping_at(config, "models", "providers").items():
        _provider(f"models.providers.{name}", name, mapping_at({"it": provider}, "it"), draft)
    for key in sorted(set(mapping_at(config, "models")) - {"providers"}):
        draft.leave(f"models.{key}", "models are named as provider/model; there is no catalogue here")


def _primary(key: str, value: object, path: Path, draft: Draft) -> None:
    if value is None:
        return
    if isinstance(value, Mapping):
        if value.get("fallbacks"):
            draft.leave(f"{key}.fallbacks", "a failed call is not tried again elsewhere; see model.fallback")
        key, value = f"{key}.primary", value.get("primary")
    draft.put(key, path, value, "used when the turn's own model is not known or cannot be reached")


def _provider(key: str, name: str, provider: Mapping[str, Any], draft: Draft) -> None:
    for other in sorted(set(provider) - _PROVIDER_KEYS):
        draft.leave(f"{key}.{other}", "not needed for one small request, or it may hold a secret")
    path = ("model", "providers", name)
    base, api = text_of(provider.get("baseUrl")), text_of(provider.get("api"))
    kind = _KIND_BY_API.get(api or "openai-completions")
    if kind is None:
        draft.leave(key, "its api is not one that can be called from here")
        return
    # Without its own address, a provider of a known kind would send text to that kind's public one.
    if base is None and name not in _NAMES_THAT_SPEAK:
        draft.leave(key, "no baseUrl, and its name does not say where it is")
        return
    if base is not None and not draft.put(f"{key}.baseUrl", (*path, "api_base"), base):
        draft.leave(key, "without its address it must not be called")
        return
    if name in _NAMES_THAT_SPEAK:
        if api is not None:
            draft.note(f"{key}.api", "read", f"the name {name} says it")
    else:
        draft.put(f"{key}.api", (*path, "kind"), kind)
    if "apiKey" in provider:
        _key(f"{key}.apiKey", (*path, "api_key_env"), name, provider["apiKey"], base, draft)


def _key(key: str, path: Path, name: str, value: object, base: str | None, draft: Draft) -> None:
    if isinstance(value, str) and (reference := _VARIABLE.fullmatch(value.strip())):
        draft.put(key, path, reference[1], "the variable must be set for the daemon too")
        return
    if isinstance(value, Mapping) and value.get("source") == "env":
        draft.put(key, path, value.get("id"), "the variable must be set for the daemon too")
        return
    if base is not None and _LOCAL.match(base):
        draft.leave(
            key,
            "not copied; a server on this machine rarely wants one, else name its variable in api_key_env",
        )
        return
    variable = re.sub(r"[^A-Z0-9]+", "_", name.upper()).strip("_") + "_API_KEY"
    variable = variable if not variable[0].isdigit() else f"_{variable}"
    draft.put(key, path, variable, f"the key itself is not copied: set {variable} for the daemon")
