"""The trace routes: the turns of this process, listed, shown and followed."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Any, Final

import orjson
from aiohttp import web

from recall_sidecar.errors import RequestRefused
from recall_sidecar.server import replies
from recall_sidecar.server.payload import model_response
from recall_sidecar.server.services import SERVICES
from recall_sidecar.server.slots import STREAM_SLOTS
from recall_sidecar.tasks import TaskSet
from recall_sidecar.trace import TurnTrace
from recall_sidecar.trace_json import to_json

__all__ = ["HEARTBEAT_S", "MAX_STREAMS", "events", "follow", "recent", "show"]

MAX_STREAMS = 16
_MAX_LIMIT = 1000
# Short enough that a reader which waits a minute for a line is never cut off for nothing.
HEARTBEAT_S: Final[web.AppKey[float]] = web.AppKey("heartbeat_s", float)


async def recent(request: web.Request) -> web.Response:
    """List turns, newest first; `?session=` picks one session, `?limit=` how many."""
    services = request.app[SERVICES]
    session_key = request.query.get("session") or None
    turns = services.tracer.recent(_limit(request.query.get("limit", "50")), session_key=session_key)
    return model_response(replies.TraceListReply(traces=tuple(to_json(turn) for turn in turns)))


async def show(request: web.Request) -> web.Response:
    """Show the turn of that id, or of the only id that begins so."""
    services = request.app[SERVICES]
    turn = services.tracer.find(request.match_info["id"])
    if turn is None:
        raise RequestRefused(
            "no turn has this id, or several begin with it",
            field="id",
            remedy="GET /v1/traces lists the turns that are kept.",
            status=404,
        )
    return model_response(replies.TraceReply(trace=to_json(turn)))


async def follow(request: web.Request) -> web.StreamResponse:
    """Send each turn as it finishes, as server-sent events, until the reader or the daemon goes away."""
    services = request.app[SERVICES]
    response = web.StreamResponse(headers={"Content-Type": "text/event-stream", "Cache-Control": "no-store"})
    with request.app[STREAM_SLOTS].take():
        await response.prepare(request)
        await response.write(b": following\n\n")
        turns = events(services.tracer.stream(), services.instance.stopping, request.app[HEARTBEAT_S])
        try:
            async for turn in turns:
                await response.write(_frame(None if turn is None else to_json(turn)))
        except ConnectionError:
            # The reader has gone, which is how a stream usually ends.
            pass
        finally:
            await turns.aclose()
    return response


async def events(
    turns: AsyncGenerator[TurnTrace, None], stopping: asyncio.Event, heartbeat_s: float
) -> AsyncGenerator[TurnTrace | None, None]:
    """Yield each turn, and None whenever `heartbeat_s` have passed without one; end when `stopping` is set."""
    tasks = TaskSet()
    try:
        stop = tasks.start(stopping.wait(), name="trace stream stop")
        turn = tasks.start(_next(turns), name="trace stream turn")
        while not stop.done():
            await asyncio.wait({stop, turn}, timeout=heartbeat_s, return_when=asyncio.FIRST_COMPLETED)
            if turn.done():
                yield turn.result()
                turn = tasks.start(_next(turns), name="trace stream turn")
            elif not stop.done():
                yield None
    finally:
        await tasks.aclose()
        await turns.aclose()


async def _next(turns: AsyncGenerator[TurnTrace, None]) -> TurnTrace:
    return await anext(turns)


def _frame(turn: dict[str, Any] | None) -> bytes:
    return b": heartbeat\n\n" if turn is None else b"data: " + orjson.dumps(turn) + b"\n\n"


def _limit(given: str) -> int:
    if given.isascii() and given.isdigit() and len(given) <= 4 and 1 <= int(given) <= _MAX_LIMIT:
        return int(given)
    message = "limit is not a number that can be used"
    raise RequestRefused(message, field="limit", remedy=f"Use a whole number from 1 to {_MAX_LIMIT}.")
