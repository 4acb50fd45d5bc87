"""A model provider that stands in for a real one, in a process of its own so that it shares no loop with what is measured.

It speaks OpenAI's chat completions, streamed or not, answers as `answers.py` says after `latency_ms`, and keeps every
request. `python -m tests.openclaw.provider --port-file FILE` serves it; `Provider` starts, tells and asks it.
"""

import argparse
import asyncio
import contextlib
import json
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aiohttp import ClientSession, web

from recall_sidecar.settings.load import process_environment
from tests.openclaw.answers import Answer, Kind, ToolCall, answer, current_message, kind_of, text_of
from tests.waiting import until

__all__ = ["Provider", "Request", "serving"]

_ROOT = Path(__file__).parents[2]
_CHARS_PER_TOKEN = 4


@dataclass(frozen=True)
class Request:
    """A request that arrived; `hung_up` when its client left before there was an answer. Times are seconds of the monotonic clock, which processes of one machine share."""

    number: int
    kind: Kind
    arrived_at: float
    answered_at: float
    hung_up: bool
    key: str
    bytes: int
    body: dict[str, Any]
    answer: str

    @property
    def message(self) -> str:
        """The user message of the turn, with whatever stands in front of it."""
        return current_message(self.body)

    @property
    def system(self) -> str:
        """The system prompt."""
        return "\n".join(
            text_of(message.get("content"))
            for message in self.body["messages"]
            if message.get("role") in ("system", "developer")
        )

    @property
    def earlier(self) -> str:
        """All messages before the current one, the system prompt left out."""
        texts = [
            text_of(message.get("content"))
            for message in self.body["messages"]
            if message.get("role") in ("user", "assistant", "tool")
        ]
        return "\n".join(texts[: texts.index(self.message)])

    @property
    def tokens(self) -> int:
        """About how many tokens it holds."""
        return self.bytes // _CHARS_PER_TOKEN


@dataclass
class Provider:
    """A running stand-in."""

    session: ClientSession
    url: str

    async def set(self, **settings: Any) -> None:  # noqa: ANN401 -- see `_Server`
        """Change `latency_ms`, or the `held` kinds, which get no answer until they are let go."""
        async with self.session.post(f"{self.url}/control", json=settings) as reply:
            reply.raise_for_status()

    async def requests(self, kind: Kind | None = None, *, after: int = 0) -> list[Request]:
        """Return what arrived after the request of that number, in order of arrival."""
        async with self.session.get(f"{self.url}/control", params={"after": str(after)}) as reply:
            found = [Request(**entry) for entry in await reply.json()]
        return [request for request in found if kind in (None, request.kind)]

    async def last(self, kind: Kind = "main") -> Request:
        """Return the latest request of that kind."""
        return (await self.requests(kind))[-1]

    async def count(self) -> int:
        """Return the number of the latest request, for `after`."""
        async with self.session.get(f"{self.url}/control/count") as reply:
            return int(await reply.text())

    async def arrived(self, kind: Kind, *, after: int, within_s: float = 30.0) -> Request:
        """Wait for the first request of that kind after the one of that number."""
        async with asyncio.timeout(within_s):
            while not (found := await self.requests(kind, after=after)):
                await asyncio.sleep(0.02)
        return found[0]

    async def left(self, request: Request, *, within_s: float = 30.0) -> None:
        """Wait until the client of that request has hung up on it."""
        async with asyncio.timeout(within_s):
            while not (await self.requests(after=request.number - 1))[0].hung_up:
                await asyncio.sleep(0.02)


@contextlib.asynccontextmanager
async def serving(folder: Path, *, port: int = 0) -> AsyncIterator[Provider]:
    """Run a stand-in in a process of its own until the block ends."""
    port_file = folder / "provider.port"
    port_file.unlink(missing_ok=True)
    command = [
        sys.executable,
        "-m",
        "tests.openclaw.provider",
        "--port-file",
        str(port_file),
        "--port",
        str(port),
    ]
    process = subprocess.Popen(
        command, cwd=_ROOT, env={**process_environment(), "PYTHONPATH": str(_ROOT)}, stdin=subprocess.DEVNULL
    )
    try:
        await until(lambda: port_file.exists() or process.poll() is not None)
        async with ClientSession() as session:
            yield Provider(session, f"http://127.0.0.1:{port_file.read_text('utf-8')}")
    finally:
        process.terminate()
        process.wait()


@dataclass
class _Server:
    latency_ms: float = 0.0
    held: frozenset[Kind] = frozenset()
    seen: list[dict[str, Any]] = field(default_factory=list)
    _let_go: asyncio.Condition = field(default_factory=asyncio.Condition)

    def app(self) -> web.Application:
        app = web.Application(client_max_size=64 * 1024 * 1024)
        app.router.add_post("/v1/chat/completions", self._complete)
        app.router.add_get("/v1/models", self._models)
        app.router.add_post("/control", self._set)
        app.router.add_get("/control", self._requests)
        app.router.add_get("/control/count", self._count)
        return app

    async def _models(self, _: web.Request) -> web.Response:
        return web.json_response({"object": "list", "data": [{"id": "mock-1", "object": "model"}]})

    async def _set(self, request: web.Request) -> web.Response:
        wanted = await request.json()
        async with self._let_go:
            self.latency_ms = float(wanted.get("latency_ms", self.latency_ms))
            self.held = frozenset(wanted.get("held", self.held))
            self._let_go.notify_all()
        return web.Response()

    async def _requests(self, request: web.Request) -> web.Response:
        after = int(request.query["after"])
        return web.json_response(self.seen[after:])

    async def _count(self, _: web.Request) -> web.Response:
        return web.Response(text=str(len(self.seen)))

    async def _complete(self, request: web.Request) -> web.StreamResponse:
        arrived_at = time.monotonic()
        raw = await request.read()
        body = json.loads(raw)
        kind, said = kind_of(body), answer(body)
        entry = {
            "number": len(self.seen) + 1,
            "kind": kind,
            "arrived_at": arrived_at,
            "answered_at": 0.0,
            "hung_up": False,
            "key": request.headers.get("Authorization", "").removeprefix("Bearer "),
            "bytes": len(raw),
            "body": body,
            "answer": said if isinstance(said, str) else said.name,
        }
        self.seen.append(entry)
        try:
            await asyncio.sleep(max(0.0, arrived_at + self.latency_ms / 1000 - time.monotonic()))
            async with self._let_go:
                await self._let_go.wait_for(lambda: kind not in self.held)
        except asyncio.CancelledError:
            entry["hung_up"] = True
            raise
        tokens = {
            "prompt_tokens": len(raw) // _CHARS_PER_TOKEN,
            "completion_tokens": len(str(entry["answer"])) // _CHARS_PER_TOKEN + 1,
        }
        usage = {**tokens, "total_tokens": sum(tokens.values())}
        entry["answered_at"] = time.monotonic()
        head = {"id": f"chatcmpl-{entry['number']}", "created": 1, "model": body.get("model")}
        if not body.get("stream"):
            return web.json_response(
                {**head, "object": "chat.completion", "choices": [_whole(said)], "usage": usage}
            )
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        chunk = {**head, "object": "chat.completion.chunk"}
        for choice in _pieces(said):
            await _event(response, {**chunk, "choices": [choice]})
        if (body.get("stream_options") or {}).get("include_usage"):
            await _event(response, {**chunk, "choices": [], "usage": usage})
        await response.write(b"data: [DONE]\n\n")
        return response


async def _event(response: web.StreamResponse, value: object) -> None:
    await response.write(f"data: {json.dumps(value)}\n\n".encode())


def _call(call: ToolCall) -> dict[str, Any]:
    function = {"name": call.name, "arguments": json.dumps(call.arguments)}
    return {"index": 0, "id": "call_0a1b2c3d4", "type": "function", "function": function}


def _whole(said: Answer) -> dict[str, Any]:
    if isinstance(said, ToolCall):
        message = {"role": "assistant", "content": None, "tool_calls": [_call(said)]}
        return {"index": 0, "finish_reason": "tool_calls", "message": message}
    return {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": said}}


def _pieces(said: Answer) -> list[dict[str, Any]]:
    calls = isinstance(said, ToolCall)
    delta = {"tool_calls": [_call(said)]} if isinstance(said, ToolCall) else {"content": said}
    deltas: list[tuple[dict[str, Any], str | None]] = [
        ({"role": "assistant", "content": None if calls else ""}, None),
        (delta, None),
        ({}, "tool_calls" if calls else "stop"),
    ]
    return [{"index": 0, "delta": delta, "finish_reason": finish} for delta, finish in deltas]


async def _serve(arguments: argparse.Namespace) -> None:
    runner = web.AppRunner(_Server().app(), access_log=None, shutdown_timeout=0.1, handler_cancellation=True)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", arguments.port).start()
    part = Path(f"{arguments.port_file}.part")
    part.write_text(str(runner.addresses[0][1]), "utf-8")
    part.replace(arguments.port_file)
    await asyncio.Event().wait()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Serve a stand-in model provider on 127.0.0.1.")
    parser.add_argument("--port-file", required=True, help="file to write the port to once it listens")
    parser.add_argument("--port", type=int, default=0)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_serve(parser.parse_args()))
