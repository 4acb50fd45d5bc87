"""Which providers there are, in OpenClaw's names, and what each needs: a table and the rules to read it.

Pure. `route` turns a model as settings or a host name it into a `Route` the worker can use, or into an
`Obstacle` that says in words what is missing. Nothing here reads a key or the environment.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import urlsplit

from recall_sidecar.errors import SettingsError, SettingsProblem
from recall_sidecar.llm.port import ModelRef
from recall_sidecar.settings import ModelSettings, ProviderSettings

__all__ = [
    "PROVIDERS",
    "Obstacle",
    "Provider",
    "Route",
    "SearchForm",
    "is_local",
    "merge_providers",
    "route",
    "setting",
    "takes_tools",
]

SearchForm = Literal["calls", "text"]
_ALL_MODELS = r""


@dataclass(frozen=True, slots=True)
class Provider:
    """One kind of provider.

    Attributes:
        prefix: What litellm calls it.
        key_env: Variables that usually hold its key, the first one present wins. Those of a service are not read for
            a server on this machine, or at an address of one's own under a name of one's own.
        needs_key: Whether it refuses calls without a key (never asked of a server on this machine).
        api_base: Where it listens when settings do not say; empty where litellm knows.
        local: Whether that default address is this machine.
        tools: Models that may be offered tools, as a pattern of the beginning of the name; None is no model. Plain
            servers refuse the whole request when they were started without a tool parser.
        search_form: How a search that we ran ourselves is shown: as a call with its result, or as text of the user
            message where a provider demands its own signature or template on every call.
        limit_field: The parameter that bounds the reply.
        short_call_ids: Call ids must be nine letters and digits (Mistral).
        fast_tier: Value of `service_tier` for `fast_mode`, empty where there is none.
        calls_while_thinking: Whether a call without the thoughts that led to it is taken from a model that thinks.
    """

    prefix: str
    key_env: tuple[str, ...] = ()
    needs_key: bool = True
    api_base: str = ""
    local: bool = False
    tools: str | None = _ALL_MODELS
    search_form: SearchForm = "text"
    limit_field: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    short_call_ids: bool = False
    fast_tier: str = ""
    calls_while_thinking: bool = True


@dataclass(frozen=True, slots=True)
class Route:
    """The way to a model: its kind, its name as litellm wants it, and what settings add."""

    provider: Provider
    kind: str
    name: str
    model: str
    api_base: str
    key_env: tuple[str, ...]
    key_file: str
    needs_key: bool
    local: bool
    extra_body: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Why a model cannot be reached, and what to do about it."""

    reason: str


# Local models that Ollama lists with the "tools" capability; it answers 400 when another one is offered tools.
_OLLAMA_TOOLS = (
    r"(qwen[23]|qwq|llama3\.[1-9]|llama-?4|gpt-oss|mistral|mixtral|ministral|magistral|devstral|granite[34]"
    r"|glm-[45]|command-r|deepseek-v3|kimi|minimax|nemotron|hermes3|cogito|smollm2)"
)

PROVIDERS: Mapping[str, Provider] = {
    "openai": Provider("openai", ("OPENAI_API_KEY",), search_form="calls", limit_field="max_completion_tokens", fast_tier="priority"),
    "anthropic": Provider("anthropic", ("ANTHROPIC_API_KEY",), search_form="calls", calls_while_thinking=False),
    "google": Provider("gemini", ("GEMINI_API_KEY", "GOOGLE_API_KEY")),
    "mistral": Provider("mistral", ("MISTRAL_API_KEY",), search_form="calls", short_call_ids=True),
    "groq": Provider("groq", ("GROQ_API_KEY",), search_form="calls", limit_field="max_completion_tokens"),
    "cerebras": Provider("cerebras", ("CEREBRAS_API_KEY",), search_form="calls", limit_field="max_completion_tokens"),
    "openrouter": Provider("openrouter", ("OPENROUTER_API_KEY",)),
    "deepseek": Provider("deepseek", ("DEEPSEEK_API_KEY",)),
    "xai": Provider("xai", ("XAI_API_KEY",)),
    "together": Provider("together_ai", ("TOGETHER_API_KEY", "TOGETHERAI_API_KEY")),
    "fireworks": Provider("fireworks_ai", ("FIREWORKS_API_KEY", "FIREWORKS_AI_API_KEY")),
    "moonshot": Provider("moonshot", ("MOONSHOT_API_KEY",)),
    "zai": Provider("zai", ("ZAI_API_KEY", "Z_AI_API_KEY")),
    "qwen": Provider("dashscope", ("DASHSCOPE_API_KEY", "QWEN_API_KEY")),
    "minimax": Provider("minimax", ("MINIMAX_API_KEY",)),
    "nvidia": Provider("nvidia_nim", ("NVIDIA_API_KEY", "NVIDIA_NIM_API_KEY")),
    "huggingface": Provider("huggingface", ("HF_TOKEN", "HUGGINGFACE_API_KEY"), tools=None),
    "ollama": Provider("ollama_chat", ("OLLAMA_API_KEY",), needs_key=False, api_base="http://127.0.0.1:11434", local=True, tools=_OLLAMA_TOOLS, search_form="calls"),
    "lmstudio": Provider("hosted_vllm", ("LM_API_TOKEN",), needs_key=False, api_base="http://127.0.0.1:1234/v1", local=True, tools=None),
    "vllm": Provider("hosted_vllm", ("VLLM_API_KEY",), needs_key=False, api_base="http://127.0.0.1:8000/v1", local=True, tools=None),
    "sglang": Provider("hosted_vllm", ("SGLANG_API_KEY",), needs_key=False, api_base="http://127.0.0.1:30000/v1", local=True, tools=None),
    "llamacpp": Provider("hosted_vllm", ("LLAMA_API_KEY",), needs_key=False, api_base="http://127.0.0.1:8080/v1", local=True, tools=None),
    # Any server that speaks OpenAI's chat completions; it has no address of its own.
    "compatible": Provider("hosted_vllm", (), needs_key=False, tools=None),
}  # fmt: skip

_ALIASES: Mapping[str, str] = {
    "gemini": "google", "google-gemini": "google", "google_gemini": "google", "claude": "anthropic",
    "x-ai": "xai", "grok": "xai", "z.ai": "zai", "z-ai": "zai", "zhipu": "zai", "dashscope": "qwen",
    "together_ai": "together", "together-ai": "together", "fireworks_ai": "fireworks",
    "fireworks-ai": "fireworks", "moonshotai": "moonshot", "kimi": "moonshot", "nvidia_nim": "nvidia",
    "ollama_chat": "ollama", "lm-studio": "lmstudio", "lm_studio": "lmstudio", "hosted_vllm": "vllm",
    "llama.cpp": "llamacpp", "llama-cpp": "llamacpp", "llama_cpp": "llamacpp", "custom": "compatible",
    "openai_compatible": "compatible", "openai-compatible": "compatible", "hugging-face": "huggingface",
}  # fmt: skip

_LOGIN_ONLY = frozenset(
    {"codex", "openai-codex", "codex-cli", "claude-cli", "google-gemini-cli", "gemini-cli", "github-copilot",
     "google-antigravity", "qwen-portal", "minimax-portal", "chutes"}
)  # fmt: skip
_MANY_CREDENTIALS = frozenset(
    {"amazon-bedrock", "bedrock", "google-vertex", "vertex", "azure", "azure-openai"}
)


def route(
    model: ModelRef,
    settings: Mapping[str, ProviderSettings],
    kinds: Mapping[str, Provider] = PROVIDERS,
) -> Route | Obstacle:
    """Find the way to `model`, with the `[model.providers]` tables taken into account.

    A key is not looked for here; `Route.needs_key` says whether one must be found. `kinds` are the providers that have
    models of the wanted sort, those for chats when left out.
    """
    name = model.provider.lower()
    own = settings.get(model.provider) or settings.get(name) or ProviderSettings()
    kind = _kind(name, own, kinds)
    if isinstance(kind, Obstacle):
        return kind
    provider = kinds[kind]
    base = own.api_base or provider.api_base
    if not base and kind == "compatible":
        return Obstacle(f"{name} has no address: set {setting(name, 'api_base')}")
    local = _stays_here(base, model.model, kind) if base else provider.local
    return Route(
        provider=provider,
        kind=kind,
        name=name,
        model=model.model,
        api_base=base.rstrip("/"),
        key_env=_key_variables(name, provider, own, local=local),
        key_file=own.api_key_file,
        # A key that settings name must be there, whatever the provider asks for.
        needs_key=bool(own.api_key_env) or (provider.needs_key and not local),
        local=local,
        extra_body=own.extra_body,
    )


def is_local(model: ModelRef, settings: Mapping[str, ProviderSettings]) -> bool:
    """Return whether a call to `model` stays on this machine; a model without a way stays nowhere."""
    found = route(model, settings)
    return isinstance(found, Route) and found.local


def takes_tools(route: Route) -> bool:
    """Return whether the model may be offered tools."""
    pattern = route.provider.tools
    return pattern is not None and re.match(pattern, route.model.lower()) is not None


def merge_providers(tables: Iterable[ModelSettings]) -> dict[str, ProviderSettings]:
    """Put the providers of the base settings and of every agent into one table.

    Raises:
        SettingsError: Two of them define the same provider differently.
    """
    merged: dict[str, ProviderSettings] = {}
    clashes = []
    for table in tables:
        for name, provider in table.providers.items():
            if merged.setdefault(name, provider) != provider:
                clashes.append(name)
    if clashes:
        problems = tuple(
            SettingsProblem(
                f"model.providers.{_quoted(name)}", "agents", "defined twice and differently; use two names"
            )
            for name in dict.fromkeys(clashes)
        )
        raise SettingsError(problems)
    return merged


def setting(name: str, key: str) -> str:
    """Return the full name of a setting of the provider `name`, as settings files spell it."""
    return f"model.providers.{_quoted(name)}.{key}"


def _kind(name: str, own: ProviderSettings, kinds: Mapping[str, Provider]) -> str | Obstacle:
    wanted = (own.kind or name).lower()
    kind = _ALIASES.get(wanted, wanted)
    if kind in kinds:
        return kind
    if kind in PROVIDERS:
        return Obstacle(f"{name} has no embedding models that are known here; name another provider")
    if own.kind:
        known = ", ".join(sorted(kinds))
        return Obstacle(f"{setting(name, 'kind')} is {own.kind!r}; known kinds: {known}")
    if own.api_base:
        return "compatible"
    if name in _LOGIN_ONLY:
        return Obstacle(f"{name} signs in as a person and has no key to use here; name another provider")
    if name in _MANY_CREDENTIALS:
        return Obstacle(
            f"{name} is not supported; reach it through an OpenAI-compatible gateway with api_base"
        )
    return Obstacle(
        f"{name} is not a known provider: set {setting(name, 'api_base')} (and kind, if it is "
        "not a plain OpenAI-compatible server)"
    )


def _key_variables(name: str, provider: Provider, own: ProviderSettings, *, local: bool) -> tuple[str, ...]:
    """Return where the key is looked for; the usual variable of a service holds a key for that service alone."""
    if own.api_key_env:
        return (own.api_key_env,)
    is_service = provider.needs_key
    elsewhere = bool(own.api_base) and (local or PROVIDERS.get(_ALIASES.get(name, name)) is not provider)
    return () if is_service and elsewhere else provider.key_env


def _stays_here(base: str, model: str, kind: str) -> bool:
    # Ollama forwards its "-cloud" models to its own service.
    if kind == "ollama" and re.search(r"[:-]cloud$", model):
        return False
    host = urlsplit(base).hostname or ""
    return host in {"localhost", "::1"} or re.fullmatch(r"127(\.\d{1,3}){3}", host) is not None


def _quoted(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else f'"{name}"'
