"""A model provider that follows a script: a real HTTP server, as litellm meets it.

It speaks OpenAI's chat completions (streamed or not), Anthropic's messages, Gemini's streamGenerateContent and
Ollama's chat, records what reached it and whether the client hung up, and misbehaves as it is told.

In a test: `async with ScriptedProvider() as provider: provider.enqueue(says("NONE"))`. As a process:
`python -m tests.provider --port-file PORT --script SCRIPT.json`, where the script is a list of replies such as
`{"when": "birthday", "steps": [{"say": "[1] Her birthday is in May."}], "repeat": true}`; see `read_script`.
"""

import argparse
import asyncio
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from aiohttp import web

from tests.provider_dialects import DIALECTS, Call, Dialect, Say, Think, whole_openai_reply

__all__ = [
    "Call",
    "Cut",
    "Hang",
    "Raw",
    "Reply",
    "Say",
    "ScriptedProvider",
    "Seen",
    "Think",
    "Until",
    "Wait",
    "says",
]


@dataclass(frozen=True)
class Wait:
    """Let this many seconds pass."""

    seconds: float


@dataclass(frozen=True)
class Until:
    """Go on once the event is set."""

    event: asyncio.Event


@dataclass(frozen=True)
class Raw:
    """Send these bytes as they are."""

    data: bytes


@dataclass(frozen=True)
class Hang:
    """Say nothing more until the client leaves."""


@dataclass(frozen=True)
class Cut:
    """Break the connection; `cleanly` ends the HTTP body as if all had been said."""

    cleanly: bool = False


Step = Say | Think | Call | Wait | Until | Raw | Hang | Cut


@dataclass(frozen=True)
class Reply:
    """One answer. A `body` is sent whole with `status`; otherwise the steps are streamed.

    `wait_s` passes before the headers. `when` limits the reply to requests whose body holds that text, `repeat`
    keeps it in the script.
    """

    steps: tuple[Step, ...] = ()
    status: int = 200
    body: bytes | None = None
    content_type: str | None = None
    wait_s: float = 0.0
    when: str = ""
    repeat: bool = False


def says(*pieces: str, between_s: float = 0.0) -> Reply:
    """Return a reply that streams these pieces."""
    steps: list[Step] = []
    for piece in pieces:
        steps.extend([Say(piece), Wait(between_s)] if between_s else [Say(piece)])
    return Reply(tuple(steps))


@dataclass
class Seen:
    """A request that arrived; `hung_up` is set when the client left before the answer was whole."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]
    hung_up: asyncio.Event = field(default_factory=asyncio.Event)
    ended: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass
class ScriptedProvider:
    """The server; a request without a reply in the script is answered 500 and noted in `unscripted`."""

    port: int = 0
    seen: list[Seen] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)
    unscripted: int = 0
    _script: list[Reply] = field(default_factory=list)
    _arrived: asyncio.Condition = field(default_factory=asyncio.Condition)
    _runner: web.AppRunner | None = None

    def enqueue(self, *replies: Reply) -> None:
        """Add replies, each used for one request unless it repeats."""
        self._script.extend(replies)

    def clear(self) -> None:
        """Forget script and history."""
        self._script.clear()
        self.seen.clear()
        self.shown.clear()
        self.unscripted = 0

    @property
    def url(self) -> str:
        """Base URL without a path."""
        return f"http://127.0.0.1:{self.port}"

    async def request(self, number: int = 1) -> Seen:
        """Wait until that many requests have arrived and return the last of them."""
        async with self._arrived:
            await self._arrived.wait_for(lambda: len(self.seen) >= number)
        return self.seen[number - 1]

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=16 * 1024 * 1024)
        app.router.add_post("/api/show", self._show)
        app.router.add_post("/{tail:.*}", self._answer)
        self._runner = web.AppRunner(app, handler_cancellation=True, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self.port)
        await site.start()
        self.port = self._runner.addresses[0][1]
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._runner is not None:
            await self._runner.cleanup()

    async def _show(self, request: web.Request) -> web.Response:
        self.shown.append(await request.text())
        return web.json_response(
            {"capabilities": ["completion", "tools"], "model_info": {}, "template": "{{ .Tools }}"}
        )

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        body = await request.json()
        seen = Seen(request.path, dict(request.headers), body)
        async with self._arrived:
            self.seen.append(seen)
            self._arrived.notify_all()
        reply = self._next(json.dumps(body, ensure_ascii=False))
        if reply is None:
            self.unscripted += 1
            return web.json_response({"error": {"message": "no reply in the script"}}, status=500)
        try:
            return await self._follow(request, seen, reply)
        except (asyncio.CancelledError, ConnectionError):
            seen.hung_up.set()
            # aiohttp logs any other exception, and a client that leaves is what we are here for.
            raise asyncio.CancelledError from None
        finally:
            seen.ended.set()

    def _next(self, text: str) -> Reply | None:
        for index, reply in enumerate(self._script):
            if reply.when in text:
                return reply if reply.repeat else self._script.pop(index)
        return None

    async def _follow(self, request: web.Request, seen: Seen, reply: Reply) -> web.StreamResponse:
        await asyncio.sleep(reply.wait_s)
        dialect = DIALECTS[_dialect_name(seen.path)]
        if reply.body is not None:
            return web.Response(
                body=reply.body, status=reply.status, content_type=reply.content_type or "application/json"
            )
        if dialect is DIALECTS["openai"] and not seen.body.get("stream"):
            pieces = [step for step in reply.steps if isinstance(step, Say | Think | Call)]
            return web.json_response(whole_openai_reply(pieces), status=reply.status)
        response = web.StreamResponse(
            status=reply.status, headers={"Content-Type": reply.content_type or dialect.content_type}
        )
        await response.prepare(request)
        await _play(request, response, dialect, reply.steps)
        return response


async def _play(
    request: web.Request, response: web.StreamResponse, dialect: Dialect, steps: tuple[Step, ...]
) -> None:
    pieces: list[Say | Think | Call] = []
    await response.write(b"".join(dialect.start()))
    for step in steps:
        match step:
            case Wait() | Until() | Hang():
                await _pause(step)
            case Raw(data):
                await response.write(data)
            case Cut(cleanly):
                if not cleanly and request.transport is not None:
                    request.transport.abort()
                return
            case Say() | Think() | Call():
                for frame in dialect.piece(step, len(pieces)):
                    await response.write(frame)
                pieces.append(step)
    for frame in dialect.end(list(pieces)):
        await response.write(frame)


async def _pause(step: Wait | Until | Hang) -> None:
    match step:
        case Wait(seconds):
            await asyncio.sleep(seconds)
        case Until(event):
            await event.wait()
        case Hang():
            await asyncio.Event().wait()


def _dialect_name(path: str) -> str:
    if "GenerateContent" in path or "generateContent" in path:
        return "gemini"
    if path.endswith("/messages"):
        return "anthropic"
    return "ollama" if path.endswith("/api/chat") else "openai"


def read_script(text: str) -> list[Reply]:
    """Return the replies of a JSON script.

    Steps are `{"say": TEXT}`, `{"think": TEXT}`, `{"call": {"name": …, "arguments": {…}}}`, `{"wait": SECONDS}`,
    `{"raw": TEXT}`, `{"hang": true}` and `{"cut": true}`; a reply may also have `status`, `body` (any JSON), `wait`
    (before the headers), `when` and `repeat`.
    """
    replies = []
    for entry in json.loads(text):
        body = None if "body" not in entry else json.dumps(entry["body"]).encode()
        replies.append(
            Reply(
                tuple(_step(step) for step in entry.get("steps", ())),
                status=entry.get("status", 200),
                body=body,
                wait_s=entry.get("wait", 0.0),
                when=entry.get("when", ""),
                repeat=entry.get("repeat", False),
            )
        )
    return replies


def _step(entry: dict[str, Any]) -> Step:
    match entry:
        case {"say": str(text)}:
            return Say(text)
        case {"think": str(text)}:
            return Think(text)
        case {"call": {"name": name, "arguments": arguments}}:
            return Call(name, json.dumps(arguments))
        case {"wait": seconds}:
            return Wait(float(seconds))
        case {"raw": str(text)}:
            return Raw(text.encode())
        case {"hang": True}:
            return Hang()
        case {"cut": True}:
            return Cut()
        case _:
            message = f"not a step of a script: {entry!r}"
            raise ValueError(message)


async def _serve(arguments: argparse.Namespace) -> None:
    async with ScriptedProvider(port=arguments.port) as provider:
        provider.enqueue(*read_script(Path(arguments.script).read_text(encoding="utf-8")))
        partial = Path(f"{arguments.port_file}.part")
        partial.write_text(str(provider.port), encoding="utf-8")
        partial.replace(arguments.port_file)
        await asyncio.Event().wait()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Serve a scripted model provider on 127.0.0.1.")
    parser.add_argument("--port-file", required=True, help="file to write the port to once it listens")
    parser.add_argument("--script", required=True, help="JSON list of replies")
    parser.add_argument("--port", type=int, default=0)
    asyncio.run(_serve(parser.parse_args()))
