"""How the scripted provider words one reply in each provider's own stream format: pure, values in, bytes out.

A reply is a list of `Say`, `Think` and `Call`; everything about time and breakage is the server's business.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["DIALECTS", "Call", "Dialect", "Say", "Think", "whole_openai_reply"]


@dataclass(frozen=True)
class Say:
    """A piece of the answer."""

    text: str


@dataclass(frozen=True)
class Think:
    """A piece of reasoning, in the field where the provider puts it."""

    text: str


@dataclass(frozen=True)
class Call:
    """A tool call; `arguments` is the raw text, so that it may be broken."""

    name: str
    arguments: str
    id: str = "call_0a1b2c3d4"


Piece = Say | Think | Call
USAGE = {"prompt": 120, "completion": 12, "reasoning": 3, "cached": 20}


def _sse(value: object, event: str = "") -> bytes:
    head = f"event: {event}\n" if event else ""
    return f"{head}data: {json.dumps(value)}\n\n".encode()


def _openai_chunk(delta: Mapping[str, Any], finish: str | None = None) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return _sse(
        {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice]}
    )


def _openai_usage() -> dict[str, Any]:
    return {
        "prompt_tokens": USAGE["prompt"],
        "completion_tokens": USAGE["completion"],
        "total_tokens": USAGE["prompt"] + USAGE["completion"],
        "prompt_tokens_details": {"cached_tokens": USAGE["cached"]},
        "completion_tokens_details": {"reasoning_tokens": USAGE["reasoning"]},
    }


def _openai_piece(piece: Piece, index: int) -> list[bytes]:
    match piece:
        case Say(text):
            return [_openai_chunk({"content": text})]
        case Think(text):
            return [_openai_chunk({"reasoning_content": text})]
        case Call(name, arguments, call_id):
            half = len(arguments) // 2
            head = {
                "index": index,
                "id": call_id,
                "type": "function",
                "function": {"name": name, "arguments": ""},
            }
            parts = [
                {"index": index, "function": {"arguments": a}} for a in (arguments[:half], arguments[half:])
            ]
            return [_openai_chunk({"tool_calls": [call]}) for call in (head, *parts)]


def _openai_end(pieces: list[Piece]) -> list[bytes]:
    finish = "tool_calls" if any(isinstance(p, Call) for p in pieces) else "stop"
    usage = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": []}
    return [_openai_chunk({}, finish), _sse({**usage, "usage": _openai_usage()}), b"data: [DONE]\n\n"]


def whole_openai_reply(pieces: list[Piece]) -> dict[str, Any]:
    """Return the reply as one JSON body, for a request that does not stream."""
    message: dict[str, Any] = {
        "role": "assistant",
        "content": "".join(p.text for p in pieces if isinstance(p, Say)),
    }
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    return {
        "id": "c1",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [choice],
        "usage": _openai_usage(),
    }


def _anthropic_start() -> list[bytes]:
    usage = {
        "input_tokens": USAGE["prompt"] - USAGE["cached"],
        "output_tokens": 1,
        "cache_read_input_tokens": USAGE["cached"],
    }
    message: dict[str, Any] = {
        "id": "m1",
        "type": "message",
        "role": "assistant",
        "model": "m",
        "content": [],
        "stop_reason": None,
        "usage": usage,
    }
    return [_sse({"type": "message_start", "message": message}, "message_start")]


def _anthropic_block(index: int, block: Mapping[str, Any], delta: Mapping[str, Any]) -> list[bytes]:
    return [
        _sse({"type": "content_block_start", "index": index, "content_block": block}, "content_block_start"),
        _sse({"type": "content_block_delta", "index": index, "delta": delta}, "content_block_delta"),
        _sse({"type": "content_block_stop", "index": index}, "content_block_stop"),
    ]


def _anthropic_piece(piece: Piece, index: int) -> list[bytes]:
    match piece:
        case Say(text):
            return _anthropic_block(index, {"type": "text", "text": ""}, {"type": "text_delta", "text": text})
        case Think(text):
            delta = {"type": "thinking_delta", "thinking": text}
            return _anthropic_block(index, {"type": "thinking", "thinking": "", "signature": ""}, delta)
        case Call(name, arguments, call_id):
            block = {"type": "tool_use", "id": call_id, "name": name, "input": {}}
            return _anthropic_block(index, block, {"type": "input_json_delta", "partial_json": arguments})


def _anthropic_end(pieces: list[Piece]) -> list[bytes]:
    reason = "tool_use" if any(isinstance(p, Call) for p in pieces) else "end_turn"
    delta = {
        "type": "message_delta",
        "delta": {"stop_reason": reason},
        "usage": {"output_tokens": USAGE["completion"]},
    }
    return [_sse(delta, "message_delta"), _sse({"type": "message_stop"}, "message_stop")]


def _gemini_chunk(part: Mapping[str, Any], **extra: object) -> bytes:
    candidate = {"content": {"role": "model", "parts": [part]}, "index": 0, **extra}
    usage = {
        "promptTokenCount": USAGE["prompt"],
        "candidatesTokenCount": USAGE["completion"] - USAGE["reasoning"],
        "thoughtsTokenCount": USAGE["reasoning"],
        "totalTokenCount": USAGE["prompt"] + USAGE["completion"],
        "cachedContentTokenCount": USAGE["cached"],
    }
    return _sse({"candidates": [candidate], "usageMetadata": usage, "modelVersion": "m"})


def _gemini_piece(piece: Piece, index: int) -> list[bytes]:
    match piece:
        case Say(text):
            return [_gemini_chunk({"text": text})]
        case Think(text):
            return [_gemini_chunk({"text": text, "thought": True})]
        case Call(name, arguments):
            call = {"name": name, "args": json.loads(arguments)}
            return [_gemini_chunk({"functionCall": call, "thoughtSignature": f"c2lnbmF0dXJl{index}"})]


def _gemini_end(_pieces: list[Piece]) -> list[bytes]:
    return [_gemini_chunk({"text": ""}, finishReason="STOP")]


def _ollama_line(message: Mapping[str, Any], **extra: object) -> bytes:
    line = {
        "model": "m",
        "created_at": "2026-11-30T09:00:00Z",
        "message": {"role": "assistant", **message},
        "done": False,
        **extra,
    }
    return json.dumps(line).encode() + b"\n"


def _ollama_piece(piece: Piece, _index: int) -> list[bytes]:
    match piece:
        case Say(text):
            return [_ollama_line({"content": text})]
        case Think(text):
            return [_ollama_line({"content": "", "thinking": text})]
        case Call(name, arguments):
            call = {"function": {"name": name, "arguments": json.loads(arguments)}}
            return [_ollama_line({"content": "", "tool_calls": [call]})]


def _ollama_end(_pieces: list[Piece]) -> list[bytes]:
    counts = {"prompt_eval_count": USAGE["prompt"], "eval_count": USAGE["completion"]}
    return [_ollama_line({"content": ""}, done=True, done_reason="stop", **counts)]


@dataclass(frozen=True)
class Dialect:
    """How one provider's stream begins, words a piece, and ends."""

    content_type: str
    start: Callable[[], list[bytes]]
    piece: Callable[[Piece, int], list[bytes]]
    end: Callable[[list[Piece]], list[bytes]]


DIALECTS = {
    "openai": Dialect("text/event-stream", lambda: [_openai_chunk({"role": "assistant", "content": ""})], _openai_piece, _openai_end),
    "anthropic": Dialect("text/event-stream", _anthropic_start, _anthropic_piece, _anthropic_end),
    "gemini": Dialect("text/event-stream", list, _gemini_piece, _gemini_end),
    "ollama": Dialect("application/x-ndjson", list, _ollama_piece, _ollama_end),
}  # fmt: skip
