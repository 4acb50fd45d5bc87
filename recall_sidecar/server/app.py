"""The aiohttp application, and the runner it is served by."""

from aiohttp import web

from recall_sidecar.server.border import border
from recall_sidecar.server.calls import CALLS, HookCalls
from recall_sidecar.server.routes import ROUTES
from recall_sidecar.server.services import SERVICES, Services
from recall_sidecar.server.slots import MEMORY_SLOTS, STREAM_SLOTS, TURN_SLOTS, Slots
from recall_sidecar.server.traces import HEARTBEAT_S, MAX_STREAMS

__all__ = ["application", "runner"]


def application(services: Services, *, heartbeat_s: float = 15.0) -> web.Application:
    """Return the application over `services`; it opens and closes none of them."""
    app = web.Application(middlewares=[border], client_max_size=services.limits.max_body_bytes)
    app[SERVICES] = services
    app[CALLS] = HookCalls()
    app[TURN_SLOTS] = Slots(services.limits.max_turns_in_flight)
    app[MEMORY_SLOTS] = Slots(services.limits.max_turns_in_flight)
    app[STREAM_SLOTS] = Slots(MAX_STREAMS)
    app[HEARTBEAT_S] = heartbeat_s
    for route in ROUTES:
        app.router.add_route(route.method, route.path, route.handler)
    return app


def runner(app: web.Application) -> web.AppRunner:
    """Return the runner of `app`: a caller that goes away cancels its request, and a stop is bounded."""
    return web.AppRunner(
        app,
        handle_signals=False,
        handler_cancellation=True,
        access_log=None,
        # aiohttp waits this long twice, before and after it asks a request to end.
        shutdown_timeout=app[SERVICES].limits.shutdown_ms / 2000,
    )
