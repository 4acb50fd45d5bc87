"""What to send so that a model thinks as little, or as much, as settings say.

Pure. There is no common switch: models differ in the words they accept, and a wrong one is refused or, worse,
turned into its opposite. Each row names the models it was written for; a model without a row is sent nothing.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

__all__ = ["Thinking", "decide"]

# From least to most. `adaptive` is not on the scale: it leaves the choice to the provider, so nothing is sent.
_SCALE = ("off", "minimal", "low", "medium", "high", "xhigh", "max")
# Room for thoughts on top of the reply, in tokens; providers count both against one limit.
_ROOM = {"off": 0, "minimal": 512, "low": 2048, "medium": 4096, "high": 8192, "xhigh": 16384, "max": 24576}
_ADAPTIVE_ROOM = 8192


@dataclass(frozen=True, slots=True)
class Thinking:
    """What to add to a request.

    `parameters` go to litellm by name, `body` straight into the request body; `extra_tokens` widens the limit of the
    reply. `is_on` says that the model will think before it answers.
    """

    parameters: Mapping[str, Any]
    body: Mapping[str, Any]
    extra_tokens: int
    is_on: bool


@dataclass(frozen=True, slots=True)
class _Row:
    """One family of models: what to send for each level it knows, and where."""

    kinds: str
    models: str
    sent: Mapping[str, Mapping[str, Any]]
    place: Literal["body", "parameters"] = "body"


def _efforts(*levels: str, off: str = "") -> dict[str, dict[str, Any]]:
    """Return the `reasoning_effort` for each level; `off` is the provider's word for no thinking."""
    sent = {level: {"reasoning_effort": level} for level in levels}
    return {"off": {"reasoning_effort": off}, **sent} if off else sent


def _budgets() -> dict[str, dict[str, Any]]:
    tokens = {"low": 1024, "medium": 4096, "high": 8192, "xhigh": 16384, "max": 24576}
    return {level: _budget(n) for level, n in tokens.items()}


def _budget(tokens: int) -> dict[str, Any]:
    return {"thinking": {"type": "enabled", "budget_tokens": tokens}}


def _switch(off: Mapping[str, Any], on: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """Return a plain on/off switch; every level above off is on."""
    return {"off": off, "minimal": on}


_ANY = r".*"
_PLAIN = r"compatible|vllm|sglang|llamacpp|lmstudio"
_NEVER: dict[str, Mapping[str, Any]] = {}
# Models that always think and take no word about it: nothing is sent, but thoughts need their room.
_ALWAYS: dict[str, Mapping[str, Any]] = {"high": {}}

# The first row whose kind and model match decides.
_ROWS = (
    _Row(r"ollama", r"gpt-oss", _efforts("low", "medium", "high"), "parameters"),
    _Row(r"openrouter", r".*gpt-oss", {k: {"reasoning": {"effort": k}} for k in ("low", "medium", "high")}),
    _Row(_ANY, r"(.*/)?gpt-oss", _efforts("low", "medium", "high")),
    _Row(r"openai", r"gpt-5[^/]*-chat", _NEVER),
    _Row(r"openai", r"gpt-5[^/]*-pro", _ALWAYS),
    _Row(r"openai", r"gpt-5\.1", _efforts("low", "medium", "high", off="none")),
    _Row(r"openai", r"gpt-(5\.|[6-9])", _efforts("low", "medium", "high", "xhigh", off="none")),
    _Row(r"openai", r"gpt-5", _efforts("minimal", "low", "medium", "high")),
    _Row(r"openai", r"o[1-9]\b", _efforts("low", "medium", "high")),
    # No thinking is Anthropic's default, and any effort switches it on.
    _Row(r"anthropic", _ANY, {"off": {}, **_efforts("low", "medium", "high")}, "parameters"),
    _Row(r"google", r"gemini-2\.5-pro", {"minimal": _budget(128), **_budgets()}, "parameters"),
    _Row(r"google", r"gemini-2\.5", {**_efforts(off="none"), **_budgets()}, "parameters"),
    _Row(r"google", r"gemini-[3-9][^/]*flash", _efforts("minimal", "low", "medium", "high"), "parameters"),
    _Row(r"google", r"gemini-[3-9]", _efforts("low", "high"), "parameters"),
    _Row(r"groq", r"(.*/)?qwen3", _switch({"reasoning_effort": "none"}, {"reasoning_effort": "default", "reasoning_format": "parsed"})),
    _Row(r"cerebras", r"zai-glm", _switch({"reasoning_effort": "none"}, {})),
    # Mistral knows "none" and "high" alone, and litellm turns minimal and low into high: they are not sent.
    _Row(r"mistral", r"magistral", _ALWAYS),
    _Row(r"mistral", _ANY, _efforts("high", off="none"), "parameters"),
    _Row(r"openrouter", r"openai/(gpt-5[^.]*$|o[1-9])", {"low": {"reasoning": {"effort": "low"}}, "medium": {"reasoning": {"effort": "medium"}}, "high": {"reasoning": {"effort": "high"}}}),
    _Row(r"openrouter", r"google/gemini-(2\.5-pro|[3-9])", {k: {"reasoning": {"effort": k}} for k in ("low", "medium", "high")}),
    _Row(r"openrouter", _ANY, {"off": {"reasoning": {"enabled": False}}, **{k: {"reasoning": {"effort": k}} for k in ("low", "medium", "high")}}),
    _Row(_ANY, r"(.*/)?(deepseek-(reasoner|r1)|kimi-k2-thinking|minimax-m[2-9])", _ALWAYS),
    _Row(r"deepseek|zai", r"(deepseek|glm-(4\.[5-9]|[5-9]))", _switch({"thinking": {"type": "disabled"}}, {"thinking": {"type": "enabled"}})),
    _Row(r"moonshot", r"kimi-k(2\.[5-9]|[3-9])", _switch({"thinking": {"type": "disabled"}}, {"thinking": {"type": "enabled"}})),
    _Row(r"xai", r"grok-3-mini", _efforts("low", "high")),
    _Row(r"qwen", r"qwen(3|-plus|-flash|-turbo)", _switch({"enable_thinking": False}, {"enable_thinking": True})),
    _Row(r"fireworks", r".*(qwen3|glm-|deepseek-v3|kimi-k2p[5-9])", _efforts("low", "medium", "high", off="none")),
    _Row(r"ollama", _ANY, _efforts("low", "medium", "high", off="none"), "parameters"),
    _Row(_PLAIN, r".*(qwen-?3|glm-?[45])", _switch({"chat_template_kwargs": {"enable_thinking": False}}, {"chat_template_kwargs": {"enable_thinking": True}})),
    _Row(_PLAIN, r".*deepseek-v3", _switch({"chat_template_kwargs": {"thinking": False}}, {"chat_template_kwargs": {"thinking": True}})),
)  # fmt: skip


def decide(kind: str, model: str, level: str) -> Thinking:
    """Return what to send so that `model` of provider `kind` thinks at `level`.

    The level sent is the highest known one that does not exceed what was asked for; when all known ones do, the
    lowest of them, because such a model cannot think less.
    """
    row = next((r for r in _ROWS if re.fullmatch(r.kinds, kind) and re.match(r.models, model.lower())), None)
    if row is None or not row.sent:
        return Thinking({}, {}, 0 if level == "off" else _ADAPTIVE_ROOM, level != "off")
    if level == "adaptive":
        return Thinking({}, {}, _ADAPTIVE_ROOM, is_on=True)
    known = [step for step in _SCALE if step in row.sent]
    within = [step for step in known if _SCALE.index(step) <= _SCALE.index(level)]
    chosen = within[-1] if within else known[0]
    sent = row.sent[chosen]
    # A switch without degrees stands on its lowest step and needs the room of what was asked.
    extra = 0 if chosen == "off" else max(_ROOM[chosen], _ROOM[level])
    parameters, body = (sent, {}) if row.place == "parameters" else ({}, sent)
    return Thinking(parameters, body, extra, chosen != "off")
