"""What the page asks for its switches."""

from aiohttp import web

from recall_sidecar.errors import RequestRefused
from recall_sidecar.server import wire
from recall_sidecar.server.payload import model_response, read_object
from recall_sidecar.server.services import SERVICES
from recall_sidecar.server.viewer import page_replies
from recall_sidecar.server.viewer.page_replies import SwitchBody
from recall_sidecar.switchboard import SWITCHES

__all__ = ["show", "throw"]


async def show(request: web.Request) -> web.Response:
    """Show every switch and how it stands."""
    board = request.app[SERVICES].page.switchboard
    return model_response(
        page_replies.SwitchesReply(
            memory=board.memory_on, sessions=tuple(map(page_replies.SessionReport.of, board.sessions()))
        )
    )


async def throw(request: web.Request) -> web.Response:
    """Throw a switch."""
    body = wire.parse(SwitchBody, await read_object(request))
    if body.session_key is None and body.switch != "memory":
        raise RequestRefused(
            "this switch is thrown for one session", field="sessionKey", remedy="Name the session."
        )
    if not any(body.switch == switch.name and body.value in switch.does for switch in SWITCHES):
        raise RequestRefused(
            "this switch cannot stand so", field="value", remedy="GET /v1/page/switches lists its values."
        )
    text = await request.app[SERVICES].page.switchboard.throw(body.switch, body.value, body.session_key)
    return model_response(page_replies.ThrownReply(text=text))
