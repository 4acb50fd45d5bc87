"""A stand-in for the gateway, over real HTTP: answers as the published one was seen to, and remembers what it was asked."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

__all__ = ["TOKEN", "ScriptedGateway", "body", "entry", "gateway"]

TOKEN = "tok-right"


def entry(path: str, text: str, /, **fields: object) -> dict[str, Any]:
    """Return one result of `memory_search`."""
    return {
        "path": path,
        "startLine": 1,
        "endLine": 3,
        "score": 0.0003,
        "snippet": text,
        "source": "memory",
        **fields,
    }


def body(**details: object) -> dict[str, Any]:
    """Return the answer of a tool whose result is `details`."""
    return {"ok": True, "result": {"content": [], "details": details}}


@dataclass
class ScriptedGateway:
    """Answers each tool with what `says` holds for it, after what is queued in `next`: an answer, seconds, an event to wait for.

    `given_up` counts calls whose client left before there was an answer.
    """

    url: str = ""
    token: str = TOKEN
    says: dict[str, Any] = field(default_factory=dict)
    next: list[web.Response | float | asyncio.Event] = field(default_factory=list)
    calls: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    refused: int = 0
    given_up: int = 0

    async def answer(self, request: web.Request) -> web.Response:
        """Answer one call of a tool."""
        self.headers.append(dict(request.headers))
        if self.token and request.headers.get("Authorization") != f"Bearer {self.token}":
            self.refused += 1
            return web.json_response({"error": {"message": "Unauthorized"}}, status=401)
        call = await request.json()
        self.calls.append(call)
        if self.next:
            step = self.next.pop(0)
            if isinstance(step, web.Response):
                return step
            try:
                await (step.wait() if isinstance(step, asyncio.Event) else asyncio.sleep(step))
            except asyncio.CancelledError:
                self.given_up += 1
                raise
        if call["tool"] not in self.says:
            return web.json_response({"ok": False, "error": {"type": "not_found"}}, status=404)
        return web.json_response(self.says[call["tool"]])


@asynccontextmanager
async def gateway(**says: dict[str, Any]) -> AsyncIterator[ScriptedGateway]:
    """Serve a scripted gateway on a free port of this machine; `says` are the results of its tools."""
    scripted = ScriptedGateway(says=says)
    app = web.Application()
    app.router.add_post("/tools/invoke", scripted.answer)
    runner = web.AppRunner(app, shutdown_timeout=0.01, handler_cancellation=True)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        scripted.url = site.name
        yield scripted
    finally:
        await runner.cleanup()
