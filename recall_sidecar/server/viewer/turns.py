"""What the page asks about turns: their list, their stream, one of them, and one of them run again."""

from typing import Final

import orjson
from aiohttp import web

from recall_sidecar.errors import RequestRefused
from recall_sidecar.reasons import explain_end
from recall_sidecar.server.guard import presented
from recall_sidecar.server.payload import model_response
from recall_sidecar.server.services import SERVICES
from recall_sidecar.server.slots import STREAM_SLOTS, Slots
from recall_sidecar.server.traces import HEARTBEAT_S, events
from recall_sidecar.server.viewer import page_replies
from recall_sidecar.server.viewer.keys import PAGE_KEYS
from recall_sidecar.trace_json import from_json
from recall_sidecar.turn_rows import RowFilter, row_of

__all__ = ["MAX_REPLAYS", "REPLAY_SLOTS", "follow", "replay", "rows", "show"]

# Each asks memory and a model: more at once would take time from turns.
REPLAY_SLOTS: web.AppKey[Slots] = web.AppKey("replay_slots", Slots)
MAX_REPLAYS: Final = 2
_ROWS: Final = 200


async def rows(request: web.Request) -> web.Response:
    """List turns, newest first, from memory and from disk."""
    wanted = RowFilter.read(request.query)
    found, problem = await request.app[SERVICES].page.archive.rows(wanted, _ROWS)
    return model_response(
        page_replies.RowsReply(rows=tuple(map(page_replies.RowReport.of, found)), problem=problem)
    )


async def show(request: web.Request) -> web.Response:
    """Show one turn."""
    page, trace_id = request.app[SERVICES].page, request.match_info["id"]
    record = await page.archive.find(trace_id)
    if record is None:
        raise _unknown()
    return model_response(
        page_replies.TurnReply(
            trace=record,
            told=explain_end(record["status"], record["reason"]),
            can_replay=page.can_replay(record["traceId"]),
        )
    )


async def replay(request: web.Request) -> web.Response:
    """Run a turn again and say what is different now."""
    page, trace_id = request.app[SERVICES].page, request.match_info["id"]
    record = await page.archive.find(trace_id)
    if record is None:
        raise _unknown()
    with request.app[REPLAY_SLOTS].take():
        now = await page.replay(record["traceId"])
    if now is None:
        raise RequestRefused(
            "its words are not kept, or the gate refused it, so it cannot be run again",
            field="id",
            remedy="Turns that the daemon has in memory (trace.ring_turns) can; send the message once more.",
            status=404,
        )
    told = explain_end(now.status, now.reason)
    return model_response(page_replies.ReplayReply.of(from_json(record), now, told))


async def follow(request: web.Request) -> web.StreamResponse:
    """Send the line of each turn as it finishes; `?after=` names the last turn that the page knows."""
    services, keys = request.app[SERVICES], request.app[PAGE_KEYS]
    key = presented(request.headers.get("Authorization", ""))
    is_page = keys.opens(key)
    response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
    with request.app[STREAM_SLOTS].take():
        await response.prepare(request)
        await response.write(b": following\n\n")
        turns = services.tracer.stream(after=request.query.get("after"))
        lines = events(turns, services.instance.stopping, request.app[HEARTBEAT_S])
        try:
            async for turn in lines:
                # A stream that is open keeps its page signed in; one that was signed out hears no more.
                if is_page and not keys.opens(key):
                    break
                row = None if turn is None else page_replies.RowReport.of(row_of(turn))
                await response.write(_frame(row))
        except ConnectionError:
            # The page has gone, which is how a stream usually ends.
            pass
        finally:
            await lines.aclose()
    return response


def _frame(row: page_replies.RowReport | None) -> bytes:
    if row is None:
        return b": heartbeat\n\n"
    return b"data: " + orjson.dumps(row.model_dump(mode="json", by_alias=True)) + b"\n\n"


def _unknown() -> RequestRefused:
    return RequestRefused(
        "no turn has this id, or several begin with it",
        field="id",
        remedy="GET /v1/page/turns lists the turns that are kept.",
        status=404,
    )
