"""A finished turn as spans: names, times and attributes, without a word of memory, message or prompt.

One span is the turn, below it are its steps; model calls and the tools they asked for carry the names of OpenTelemetry's
conventions for generative AI. Ids of sessions, chats and people stay here, and so does every text.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from recall_sidecar.traced import ModelCallTrace, Span, TurnTrace

__all__ = ["Attribute", "SpanValue", "spans_of"]

Attribute: TypeAlias = str | int | float | bool | tuple[str, ...]
_FAILED = frozenset({"failed", "timeout", "unavailable"})
# Facts of steps that are words of our own. All others may leave as numbers alone.
_WORDS = frozenset({"dropped", "kind", "mode", "reason", "shadow_mode", "verdict"})
# What a model may call, as it was offered; a model that makes a tool up may put anything in its name.
_TOOLS = frozenset({"memory_get", "memory_search"})
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:/@+-]{0,99}")
# Providers as the conventions spell them; the others keep the name that the settings know.
_PROVIDERS = {
    "azure": "azure.ai.openai",
    "azure_ai": "azure.ai.inference",
    "bedrock": "aws.bedrock",
    "gemini": "gcp.gemini",
    "google": "gcp.gemini",
    "mistral": "mistral_ai",
    "vertex_ai": "gcp.vertex_ai",
    "watsonx": "ibm.watsonx.ai",
    "xai": "x_ai",
}


@dataclass(frozen=True, slots=True)
class SpanValue:
    """One span, times in milliseconds after the turn began; `error` is its `error.type`, empty when it did not fail."""

    name: str
    kind: Literal["server", "internal", "client"]
    start_ms: float
    end_ms: float
    attributes: Mapping[str, Attribute]
    error: str = ""
    below: tuple["SpanValue", ...] = field(default=())


def spans_of(trace: TurnTrace) -> SpanValue:
    """Return the turn as a span with its steps below it."""
    # An answer of another turn brings that turn's calls along: they are told of once, there.
    calls = () if trace.cache in {"hit", "joined"} else trace.model_calls
    steps = tuple(_step(span, calls) for span in trace.spans)
    if not any(span.name == "model" for span in trace.spans):
        steps += tuple(_calls(calls))
    attributes: dict[str, Attribute] = {
        "recall.trace_id": trace.trace_id,
        "recall.host": trace.host,
        "recall.status": trace.status,
        "recall.cache": trace.cache,
        "recall.budget_ms": trace.budget_ms,
        "recall.hits": len(trace.hits),
        "recall.block_chars": len(trace.block),
        "gen_ai.agent.id": _name(trace.agent_id),
    }
    if trace.reason is not None:
        attributes["recall.reason"] = trace.reason
    if trace.trust is not None:
        attributes["recall.trust"] = trace.trust
    error = (trace.reason or trace.status) if trace.status in _FAILED else ""
    return SpanValue("recall", "server", 0.0, trace.elapsed_ms, attributes, error, steps)


def _step(span: Span, calls: tuple[ModelCallTrace, ...]) -> SpanValue:
    facts = {f"recall.{name}": value for name, value in span.fields.items() if _may_leave(name, value)}
    below = tuple(_calls(calls)) if span.name == "model" else ()
    error = "" if span.status in {"ok", "cancelled"} else span.status
    return SpanValue(
        f"recall.{span.name}",
        "internal",
        span.started_ms,
        span.started_ms + span.duration_ms,
        facts,
        error,
        below,
    )


def _may_leave(name: str, value: Any) -> bool:  # noqa: ANN401 -- a span's fields are free
    return isinstance(value, int | float) or (isinstance(value, str) and name in _WORDS)


def _calls(calls: tuple[ModelCallTrace, ...]) -> Iterator[SpanValue]:
    for call in calls:
        if call.started_ms is None:
            continue
        ended_ms = call.started_ms + call.duration_ms
        yield _call(call, call.started_ms, ended_ms)
        for asked, took in zip(call.tool_calls, call.tools_ms, strict=False):
            name = asked if asked in _TOOLS else "other"
            attributes: dict[str, Attribute] = {
                "gen_ai.operation.name": "execute_tool",
                "gen_ai.tool.name": name,
                "gen_ai.tool.type": "function",
            }
            yield SpanValue(f"execute_tool {name}", "internal", ended_ms, ended_ms + took, attributes)
            ended_ms += took


def _call(call: ModelCallTrace, started_ms: float, ended_ms: float) -> SpanValue:
    asked, _, answered = call.model.partition(" (")
    provider, _, model = asked.partition("/")
    requested = _name(model or asked)
    attributes: dict[str, Attribute] = {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": _PROVIDERS.get(provider, _name(provider)),
        "gen_ai.request.model": requested,
        "gen_ai.usage.input_tokens": call.input_tokens,
        "gen_ai.usage.output_tokens": call.output_tokens,
        "gen_ai.response.finish_reasons": (_name(call.ended),),
        "recall.chosen_by": call.chosen_by,
    }
    if answered:
        attributes["gen_ai.response.model"] = _name(answered.removesuffix(")"))
    if call.first_token_ms is not None:
        attributes["recall.first_token_ms"] = call.first_token_ms
    if call.cost is not None:
        attributes["recall.cost_usd"] = call.cost
    error = "cut" if call.ended == "cut" else ""
    return SpanValue(f"chat {requested}", "client", started_ms, ended_ms, attributes, error)


def _name(text: str) -> str:
    """Return `text` when it looks like a name; requests and providers choose these, and may put anything in."""
    return text if _NAME.fullmatch(text) else "other"
