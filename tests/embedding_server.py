"""An embedding service that speaks OpenAI's wire: a real HTTP server that means concepts, and misbehaves as it is told."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Self

from aiohttp import web

__all__ = ["EmbeddingServer", "Trouble", "numbers"]

_CONCEPTS = (
    {"drink", "drinks", "oolong", "tea", "beverage", "coffee", "jonas"},
    {"car", "vehicle", "inspection", "safety", "garage"},
    {"music", "cello", "cellist", "orchestra", "instrument", "mira"},
    {"trip", "lisbon", "holiday", "holidays", "summer"},
    {"router", "admin", "network", "gateway"},
    {"anna", "eat", "allergic", "nuts"},
    {"cat", "momo", "litter", "neighbour"},
    {"database", "postgresql", "developers"},
)


def numbers(text: str, dimension: int) -> list[float]:
    """Return the concepts of `text`, one number each, and a last one for everything else; not of length 1."""
    words = {word.strip(".,?!;'s") for word in text.lower().split()}
    counts = [float(len(words & concept)) for concept in _CONCEPTS]
    return [*counts, *[0.0] * (dimension - len(counts) - 1), 0.0 if any(counts) else 1.0]


@dataclass
class Trouble:
    """One answer that is none: a status with a header, any body, or waiting for `until`."""

    status: int = 200
    body: Callable[[dict[str, Any]], Any] | None = None
    headers: dict[str, str] = field(default_factory=dict)
    until: asyncio.Event | None = None


@dataclass
class EmbeddingServer:
    """The service; `trouble` is what the next calls get, `always` what all get that have none of their own."""

    dimension: int = 16
    trouble: list[Trouble] = field(default_factory=list)
    always: Trouble | None = None
    seen: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    hung_up: asyncio.Event = field(default_factory=asyncio.Event)
    port: int = 0
    _runner: web.AppRunner | None = None

    @property
    def url(self) -> str:
        """Base URL without a path."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def texts(self) -> list[str]:
        """Every text that arrived."""
        return [text for body in self.seen for text in body["input"]]

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=16 * 1024 * 1024)
        app.router.add_post("/{tail:.*}", self._answer)
        self._runner = web.AppRunner(app, handler_cancellation=True, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", self.port).start()
        self.port = self._runner.addresses[0][1]
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._runner is not None:
            await self._runner.cleanup()

    def fresh(self) -> Self:
        """Forget what earlier tests scripted and saw."""
        self.dimension, self.always = 16, None
        self.trouble.clear()
        self.seen.clear()
        self.headers.clear()
        self.hung_up.clear()
        return self

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        body = await request.json()
        self.seen.append({**body, "path": request.path})
        self.headers.append(dict(request.headers))
        trouble = self.trouble.pop(0) if self.trouble else self.always
        whole = self._whole(body)
        if trouble is None:
            return web.json_response(whole)
        try:
            if trouble.until is not None:
                await trouble.until.wait()
        except asyncio.CancelledError:
            self.hung_up.set()
            raise
        # NaN is no JSON, and servers send it.
        text = json.dumps(whole if trouble.body is None else trouble.body(whole))
        return web.Response(
            text=text, status=trouble.status, content_type="application/json", headers=trouble.headers
        )

    def _whole(self, body: dict[str, Any]) -> dict[str, Any]:
        texts = body.get("input", [])
        data = [
            {"object": "embedding", "index": place, "embedding": numbers(text, self.dimension)}
            for place, text in enumerate(texts)
        ]
        usage = {"prompt_tokens": len(texts), "total_tokens": len(texts)}
        return {"object": "list", "data": data, "model": body.get("model"), "usage": usage}
