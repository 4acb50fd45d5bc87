"""The model worker: a child process, the only importer of litellm.

`python -m recall_sidecar.llm.worker FD` serves the frames of `llm.frames` on an inherited socket until the other side
closes it. Its environment is built by the parent and makes litellm stay offline, silent and free of `.env` files
before it is imported; keys arrive with each call. It retries nothing and logs nothing.
"""

import asyncio
import gc
import logging
import os
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from recall_sidecar.llm import frames
from recall_sidecar.llm.embedding_replies import packed
from recall_sidecar.llm.failures import classify
from recall_sidecar.llm.replies import ReplyBuilder
from recall_sidecar.tasks import TaskSet

__all__ = ["Complete", "Doors", "Price", "Worker", "main"]

Complete = Callable[..., Awaitable[Any]]
Price = Callable[[str, Any], float | None]


@dataclass(frozen=True, slots=True)
class Doors:
    """What is used of litellm: `complete` is its `acompletion`, `embed` its `aembedding`."""

    complete: Complete
    embed: Complete
    price: Price


class _NoBlockingClient:
    """Stands in for litellm's synchronous client, with which it would ask Ollama about a model and stop the loop."""

    def post(self, **_: object) -> None:
        message = "the worker makes no blocking request"
        raise ConnectionError(message)


class _NoTokenizer:
    """Stands in for litellm's tokenizer."""

    def encode(self, *_: object, **__: object) -> list[int]:
        return []


class Worker:
    """Runs the calls that arrive on one socket, each as a task, with what litellm has for them."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, doors: Doors) -> None:
        self._reader = reader
        self._writer = writer
        self._doors = doors
        self._tasks = TaskSet()
        self._calls: dict[int, asyncio.Task[None]] = {}

    async def run(self) -> None:
        """Serve until the other side has gone, then cancel what still runs."""
        try:
            while (frame := await frames.read(self._reader)) is not None:
                await self._take(frame)
        finally:
            await self._tasks.aclose()
            self._writer.close()

    async def _take(self, frame: dict[str, Any]) -> None:
        match frame:
            case {"type": "call" | "embed" as kind, "id": int(number), "arguments": dict(arguments)}:
                if key := frame.get("key"):
                    arguments["api_key"] = key
                work = (self._stream if kind == "call" else self._embed)(number, arguments)
                task = self._tasks.start(self._call(number, work), name=f"{kind} {number}")
                self._calls[number] = task
                task.add_done_callback(lambda _: self._calls.pop(number, None))
            case {"type": "cancel", "id": int(number)}:
                if task_of_call := self._calls.get(number):
                    task_of_call.cancel()
            case {"type": "ping"}:
                await self._send({"type": "pong"})
            case _:
                message = "the daemon sent an unknown frame"
                raise frames.FrameError(message)

    async def _call(self, number: int, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Exception as error:  # noqa: BLE001 -- the process's border: every failure becomes an error frame
            status = getattr(error, "status_code", None)
            failure = classify((c.__name__ for c in type(error).__mro__), _as_status(status))
            await self._send(
                {
                    "type": "error",
                    "id": number,
                    "kind": failure.kind,
                    "error": failure.error,
                    "status": failure.status,
                    "retry_after": _retry_after(error),
                }
            )

    async def _embed(self, number: int, arguments: dict[str, Any]) -> None:
        reply = await self._doors.embed(**arguments)
        usage = {
            "input_tokens": getattr(reply.usage, "prompt_tokens", None) or 0,
            "cost": self._doors.price(arguments["model"], reply.usage),
        }
        await self._send({"type": "done", "id": number, "vectors": packed(reply.data), "usage": usage})

    async def _stream(self, number: int, arguments: dict[str, Any]) -> None:
        reply = ReplyBuilder()
        stream = await self._doors.complete(**arguments)
        try:
            async for chunk in stream:
                if text := reply.feed(chunk):
                    await self._send({"type": "text", "id": number, "text": text})
                if reply.is_whole:
                    # What litellm does after this (it puts the reply together twice and logs it) delays the answer.
                    break
        finally:
            # Without this the provider goes on generating until the object is collected.
            await stream.aclose()
        if not _ended(stream):
            message = "the stream ended before the reply did"
            raise ConnectionError(message)
        if calls := reply.calls():
            await self._send({"type": "calls", "id": number, "calls": calls})
        usage = {**reply.counts(), "cost": self._doors.price(arguments["model"], reply.usage)}
        await self._send({"type": "done", "id": number, "reason": reply.reason or "stop", "usage": usage})

    async def _send(self, frame: dict[str, Any]) -> None:
        # The parent may leave at any moment; the read loop notices.
        with suppress(ConnectionError):
            self._writer.write(frames.encode(frame))
            await self._writer.drain()


def _ended(stream: Any) -> bool:  # noqa: ANN401
    """Return whether the provider said that the reply is whole; litellm says "stop" for one that was cut too."""
    signs = ("received_finish_reason", "intermittent_finish_reason", "received_any_finish_reason")
    return any(getattr(stream, sign, None) for sign in signs)


def _as_status(value: object) -> int | None:
    """Return an HTTP status; litellm has it as text at times."""
    return int(value) if isinstance(value, int | str) and str(value).isdecimal() else None


def _retry_after(error: Exception) -> float:
    """Return for how many seconds the provider wants to be left alone, 0 where it does not say or says a date."""
    headers = getattr(getattr(error, "response", None), "headers", None) or {}
    seconds = str(headers.get("retry-after", ""))
    return float(seconds) if seconds.isdecimal() else 0.0


def _load() -> Doors:
    """Import litellm with everything off that speaks, remembers or asks on its own account."""
    import litellm  # noqa: PLC0415 -- 4 s and 190 MB, in this process alone

    litellm.suppress_debug_info = True
    litellm.turn_off_message_logging = True
    litellm.disable_streaming_logging = True
    litellm.telemetry = False
    litellm.disable_token_counter = True
    litellm.drop_params = True
    litellm.num_retries = 0
    # An embedding call takes its own 0 for "not said" and this one in its place.
    litellm.DEFAULT_MAX_RETRIES = 0
    litellm.module_level_client = _NoBlockingClient()
    # Nothing here counts tokens, and the tables to do so cost 40 MB; what is set already is not loaded.
    litellm.main._encoding_cache = _NoTokenizer()  # noqa: SLF001 -- the version is pinned, and there is no other way

    def price(model: str, usage: Any) -> float | None:  # noqa: ANN401
        if usage is None:
            return None
        try:
            return float(sum(litellm.cost_per_token(model=model, usage_object=usage)))
        except Exception:  # noqa: BLE001 -- an unknown model raises a bare Exception; no price is no failure
            return None

    return Doors(litellm.acompletion, litellm.aembedding, price)


async def _serve(endpoint: socket.socket, doors: Doors) -> None:
    await _warm_up(doors.complete)
    # What is loaded stays loaded: without this a full collection stops the loop for 0.3 s.
    gc.collect()
    gc.freeze()
    gc.enable()
    reader, writer = await asyncio.open_connection(sock=endpoint)
    writer.write(frames.encode({"type": "ready"}))
    await Worker(reader, writer, doors).run()


async def _warm_up(complete: Complete) -> None:
    """Make the two calls that load what the first real one would: one that is answered, one that goes nowhere."""
    question = {
        "model": "openai/gpt-4.1-mini",
        "messages": [{"role": "user", "content": "ready?"}],
        "stream": True,
    }
    async for _ in await complete(**question, mock_response="yes"):
        pass
    with socket.socket() as nobody:
        # Bound and not listening: the connection is refused by this machine.
        nobody.bind(("127.0.0.1", 0))
        base = f"http://127.0.0.1:{nobody.getsockname()[1]}"
        for model in ("openai/warm-up", "hosted_vllm/warm-up"):
            with suppress(Exception):
                await complete(
                    **{**question, "model": model},
                    api_base=base,
                    api_key="none",
                    max_retries=0,
                    num_retries=0,
                )


def main(arguments: list[str]) -> None:
    """Serve the socket whose descriptor is the only argument."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    logging.disable(logging.CRITICAL)
    gc.disable()
    endpoint = socket.socket(fileno=int(arguments[0]))
    endpoint.setblocking(False)
    try:
        asyncio.run(_serve(endpoint, _load()))
    except Exception as error:  # noqa: BLE001 -- the parent is told by class; there is no log here
        with suppress(OSError):
            endpoint.send(frames.encode({"type": "failed", "error": type(error).__name__}))
        os._exit(1)
    # Threads of libraries may still wait on something; there is nothing left to write.
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1:])
