"""A collector of spans: a real HTTP server that speaks OTLP, as far as the SDK needs it to."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from aiohttp import web
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)
from opentelemetry.proto.trace.v1.trace_pb2 import Span

__all__ = ["Collector", "collector"]


@dataclass
class Collector:
    """What has arrived; `statuses` are answered first, then 200."""

    port: int = 0
    spans: list[Span] = field(default_factory=list)
    resource: dict[str, str] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    bodies: list[bytes] = field(default_factory=list)
    statuses: list[int] = field(default_factory=list)
    arrived: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def named(self, name: str) -> Span:
        """Return the only span of that name."""
        (found,) = [span for span in self.spans if span.name == name]
        return found

    async def take(self, request: web.Request) -> web.Response:
        body = await request.read()
        self.arrived.set()
        if self.statuses:
            return web.Response(status=self.statuses.pop(0))
        sent = ExportTraceServiceRequest.FromString(body)
        self.bodies.append(body)
        self.headers = dict(request.headers)
        for resource in sent.resource_spans:
            self.resource = {each.key: each.value.string_value for each in resource.resource.attributes}
            self.spans.extend(span for scope in resource.scope_spans for span in scope.spans)
        return web.Response(body=ExportTraceServiceResponse().SerializeToString())


@asynccontextmanager
async def collector() -> AsyncIterator[Collector]:
    """Listen on a free port."""
    made = Collector()
    app = web.Application()
    app.router.add_post("/v1/traces", made.take)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    made.port = runner.addresses[0][1]
    try:
        yield made
    finally:
        await runner.cleanup()
