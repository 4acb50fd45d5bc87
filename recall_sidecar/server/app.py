"""The aiohttp application, and the runner it is served by."""

from aiohttp import web

from recall_sidecar.server.border import border, keep_apart
from recall_sidecar.server.calls import CALLS, HookCalls
from recall_sidecar.server.loans import LOANS, Loans
from recall_sidecar.server.payload import BODY_WITHIN_S
from recall_sidecar.server.routes import ROUTES
from recall_sidecar.server.services import SERVICES, Services
from recall_sidecar.server.slots import MEMORY_SLOTS, STREAM_SLOTS, TURN_SLOTS, Slots
from recall_sidecar.server.traces import HEARTBEAT_S, MAX_STREAMS
from recall_sidecar.server.viewer.files import FILE_ROUTES
from recall_sidecar.server.viewer.keys import PAGE_KEYS, PageKeys
from recall_sidecar.server.viewer.turns import MAX_REPLAYS, REPLAY_SLOTS

__all__ = ["PATIENCE_S", "application", "runner"]

# How long a caller may take over the head of a request, over its body, or keep a connection for the next one.
PATIENCE_S = 30.0


def application(
    services: Services, *, heartbeat_s: float = 15.0, patience_s: float = PATIENCE_S
) -> web.Application:
    """Return the application over `services`; it opens and closes none of them."""
    app = web.Application(middlewares=[border], client_max_size=services.limits.max_body_bytes)
    app[SERVICES] = services
    app[CALLS] = HookCalls()
    app[TURN_SLOTS] = Slots(services.limits.max_turns_in_flight)
    app[MEMORY_SLOTS] = Slots(services.limits.max_turns_in_flight)
    app[LOANS] = Loans(services.clock, app[TURN_SLOTS])
    app[STREAM_SLOTS] = Slots(MAX_STREAMS)
    app[REPLAY_SLOTS] = Slots(MAX_REPLAYS)
    app[HEARTBEAT_S] = heartbeat_s
    app[PAGE_KEYS] = PageKeys(services.clock)
    app[BODY_WITHIN_S] = patience_s
    for route in ROUTES:
        app.router.add_route(route.method, route.path, route.handler)
    for path, serve in FILE_ROUTES:
        app.router.add_route("GET", path, serve)
    app.on_response_prepare.append(keep_apart)
    app.on_shutdown.append(_end_loans)
    return app


async def _end_loans(app: web.Application) -> None:
    await app[LOANS].aclose()


def runner(app: web.Application) -> web.AppRunner:
    """Return the runner of `app`: a caller that goes away cancels its request, and waiting for one is bounded."""
    return web.AppRunner(
        app,
        handle_signals=False,
        handler_cancellation=True,
        access_log=None,
        # Packed bodies are refused, so nobody shall unpack one first.
        auto_decompress=False,
        # Runs from the opening of a connection, and again from the end of each answer: it is over with the next whole head.
        keepalive_timeout=app[BODY_WITHIN_S],
        # aiohttp waits this long twice, before and after it asks a request to end.
        shutdown_timeout=app[SERVICES].limits.shutdown_ms / 2000,
    )
