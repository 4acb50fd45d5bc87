"""A `ModelRequest` in the words of litellm: messages, tools, limits and switches of one call.

Pure. A search that we ran ourselves is shown as the model's own call with its result where the provider takes that,
else as text of the user message; the same goes for the model's earlier calls, since a provider that wants its
signature on one wants it on all.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, assert_never

from recall_sidecar.llm import thinking
from recall_sidecar.llm.port import (
    AssistantText,
    ChatMessage,
    ModelRequest,
    ToolCall,
    ToolCalls,
    ToolResult,
    ToolSpec,
    UserText,
)
from recall_sidecar.llm.providers import Route, takes_tools

__all__ = ["UPSTREAM_TIMEOUT_S", "arguments_for", "one_prompt"]

# Constant: litellm builds a new HTTP client for each value, so the deadline is kept by cancelling. It is the upper
# bound of `recall.timeout_ms`, so it never cuts a call that may still run.
UPSTREAM_TIMEOUT_S = 600


def arguments_for(request: ModelRequest, route: Route) -> dict[str, Any]:
    """Return the keyword arguments of `litellm.acompletion` for this call, the key left out."""
    provider = route.provider
    thoughts = thinking.decide(route.kind, route.model, request.thinking)
    tools = request.tools if takes_tools(route) else ()
    as_calls = (
        provider.search_form == "calls"
        and bool(tools)
        and (provider.calls_while_thinking or not thoughts.is_on)
    )
    arguments: dict[str, Any] = {
        "model": f"{provider.prefix}/{route.model}",
        "messages": [{"role": "system", "content": request.system}, *_messages(request, route, as_calls)],
        "stream": True,
        "stream_options": {"include_usage": True},
        "timeout": UPSTREAM_TIMEOUT_S,
        "max_retries": 0,
        "num_retries": 0,
        "drop_params": True,
        provider.limit_field: request.max_output_tokens + thoughts.extra_tokens,
        **thoughts.parameters,
    }
    if tools:
        arguments["tools"] = [_tool(tool) for tool in tools]
    if route.api_base:
        arguments["api_base"] = route.api_base
    if request.fast_mode and provider.fast_tier:
        arguments["service_tier"] = provider.fast_tier
    # What the user wrote down wins over what we know about the model.
    if body := {**thoughts.body, **route.extra_body}:
        arguments["extra_body"] = body
    return arguments


def one_prompt(messages: tuple[ChatMessage, ...]) -> str:
    """Return the user's side of a call as one text, for a way to a model that takes nothing else."""
    return "\n\n".join(message["content"] for message in _as_text(messages) if message["role"] == "user")


def _messages(request: ModelRequest, route: Route, as_calls: bool) -> list[dict[str, Any]]:
    if as_calls:
        return [m for message in request.messages for m in _as_call(message, route.provider.short_call_ids)]
    return _as_text(request.messages)


def _as_call(message: ChatMessage, short_ids: bool) -> Iterable[dict[str, Any]]:
    match message:
        case UserText(text):
            yield {"role": "user", "content": text}
        case AssistantText(text):
            yield {"role": "assistant", "content": text}
        case ToolCalls(calls):
            made = [_call(call, short_ids) for call in calls]
            yield {"role": "assistant", "content": None, "tool_calls": made}
        case ToolResult(call_id, name, text):
            call_id = _call_id(call_id, short_ids)
            yield {"role": "tool", "tool_call_id": call_id, "name": name, "content": text}
        case _:
            assert_never(message)


def _as_text(messages: tuple[ChatMessage, ...]) -> list[dict[str, Any]]:
    """Fold calls and results into the user's side; neighbours of one side become one message."""
    asked: dict[str, str] = {}
    folded: list[dict[str, Any]] = []
    for message in messages:
        if isinstance(message, ToolCalls):
            asked |= {call.id: _json(call.arguments) for call in message.calls}
            continue
        role = "assistant" if isinstance(message, AssistantText) else "user"
        text = message.text
        if isinstance(message, ToolResult):
            text = f"Result of {message.name} {asked.get(message.call_id, '')}".rstrip() + f":\n{text}"
        if folded and folded[-1]["role"] == role:
            folded[-1]["content"] += f"\n\n{text}"
        else:
            folded.append({"role": role, "content": text})
    return folded


def _call(call: ToolCall, short_ids: bool) -> dict[str, Any]:
    function = {"name": call.name, "arguments": _json(call.arguments)}
    return {"id": _call_id(call.id, short_ids), "type": "function", "function": function}


def _call_id(call_id: str, short: bool) -> str:
    """Return an id every provider takes; equal ids stay equal, so that a result finds its call."""
    if re.fullmatch(r"[A-Za-z0-9]{9}" if short else r"[A-Za-z0-9_-]{1,64}", call_id):
        return call_id
    digest = hashlib.sha256(call_id.encode("utf-8", "replace")).hexdigest()
    return digest[:9] if short else f"call_{digest[:24]}"


def _tool(tool: ToolSpec) -> dict[str, Any]:
    function = {"name": tool.name, "description": tool.description, "parameters": dict(tool.parameters)}
    return {"type": "function", "function": function}


def _json(arguments: Mapping[str, Any] | None) -> str:
    return json.dumps(dict(arguments or {}), ensure_ascii=False)
