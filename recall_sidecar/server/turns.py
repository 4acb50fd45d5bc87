"""The hook routes: a host's turn in, its answer out; and the notices hosts send between turns."""

from aiohttp import web
from aiohttp.typedefs import Handler

from recall_sidecar.server.calls import CALLS
from recall_sidecar.server.payload import json_response, read_object
from recall_sidecar.server.services import SERVICES
from recall_sidecar.server.slots import TURN_SLOTS

__all__ = ["NOTICES", "notice", "turn"]

NOTICES = ("agent_end", "before_compaction", "after_tool_call", "before_reset", "session_end")
_ACKNOWLEDGED = {"v": 1, "status": "ok"}


def turn(dialect_name: str) -> Handler:
    """Return the handler that answers turns of one host.

    A turn is never refused for want of room: it is answered `unavailable (overloaded)` at once, so that the host
    goes on without memory. When the caller goes away, aiohttp cancels the handler and with it the recall.
    """

    async def answer_turn(request: web.Request) -> web.Response:
        services = request.app[SERVICES]
        started_at = services.clock.monotonic()
        dialect = services.dialects[dialect_name]
        event = dialect.read_turn(await read_object(request))
        request.app[CALLS].count(
            event.host, "turn", at=services.clock.now(), kind=services.session_kind(event.session_key)
        )
        slots = request.app[TURN_SLOTS]
        if slots.full:
            answer = services.pipeline.overloaded(event)
        else:
            with slots.take():
                answer = await services.pipeline.run(event, started_at=started_at)
        return json_response(
            dialect.write_answer(
                outcome=answer.outcome,
                trace_id=answer.trace_id,
                block=answer.block,
                status_line=answer.status_line,
                debug_line=answer.debug_line,
            )
        )

    return answer_turn


def notice(kind: str) -> Handler:
    """Return the handler that takes one kind of notice; it is answered before anything comes of it."""

    async def take_notice(request: web.Request) -> web.Response:
        services = request.app[SERVICES]
        body = await read_object(request)
        services.observe(kind, body)
        host = body.get("host")
        request.app[CALLS].count(
            host if isinstance(host, str) and host else "openclaw", kind, at=services.clock.now()
        )
        return json_response(_ACKNOWLEDGED)

    return take_notice
